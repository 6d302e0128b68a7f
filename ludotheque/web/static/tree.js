/** A game with variations: a tree of moves, and the link that holds it. Knows no game. */

/** @typedef {{seat: string, move: string, parent: number}} Branch as the server writes it: which move it follows */
/** @typedef {{game: string, options: Record<string, string>, names: Record<string, string>, nodes: Branch[]}} Written */

export class Node {
  /**
   * @param {Node | null} parent
   * @param {string} seat
   * @param {string} move
   */
  constructor(parent, seat, move) {
    this.parent = parent;
    this.seat = seat;
    this.move = move;
    /** @type {Node[]} what follows; the first is the line itself */
    this.next = [];
    /** What the move says, once the server has told it. */
    this.words = "";
  }

  /** The moves up to here. @returns {Node[]} */
  get line() {
    return this.parent ? [...this.parent.line, this] : [];
  }

  /** The node after a move: the one that is there, or a new one. @param {string} seat @param {string} move */
  play(seat, move) {
    const known = this.next.find((each) => each.seat === seat && each.move === move);
    if (known) return known;
    const made = new Node(this, seat, move);
    this.next.push(made);
    return made;
  }

  /** Takes this move and all after it away; where one is then. @returns {Node} */
  remove() {
    const { parent } = this;
    if (!parent) return this;
    parent.next = parent.next.filter((each) => each !== this);
    return parent;
  }

  /** Whether the way here is the line itself. */
  get leads() {
    return this.line.every((node) => node.parent?.next[0] === node);
  }

  /** Makes the way here the line itself. */
  promote() {
    for (const node of this.line) {
      const siblings = node.parent?.next ?? [];
      siblings.sort((a, b) => Number(b === node) - Number(a === node));
    }
  }
}

/** @param {Branch[]} branches */
export function planted(branches) {
  const root = new Node(null, "", "");
  /** @type {Node[]} */
  const nodes = [];
  for (const { seat, move, parent } of branches) {
    const above = parent < 0 ? root : (nodes[parent] ?? root);
    const node = new Node(above, seat, move);
    above.next.push(node);
    nodes.push(node);
  }
  return root;
}

/** @param {Node} root @returns {{branches: Branch[], order: Node[]}} all moves, each after the one it follows */
export function branches(root) {
  /** @type {Branch[]} */
  const found = [];
  /** @type {Node[]} */
  const order = [];
  const left = root.next.map((node) => ({ node, parent: -1 }));
  while (left.length) {
    const now = left.shift();
    if (!now) break;
    found.push({ seat: now.node.seat, move: now.node.move, parent: now.parent });
    order.push(now.node);
    const at = found.length - 1;
    left.push(...now.node.next.map((node) => ({ node, parent: at })));
  }
  return { branches: found, order };
}

/** @param {BlobPart} data @param {CompressionStream | DecompressionStream} through */
async function passed(data, through) {
  return new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(through)).arrayBuffer());
}

/** Any plain data as a short text that can stand in a link. @param {unknown} data */
export async function packed(data) {
  const bytes = await passed(JSON.stringify(data), new CompressionStream("deflate-raw"));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {Promise<any>} */
export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await passed(bytes, new DecompressionStream("deflate-raw"))));
}
