/** Shows what a move would bring before it is made: what would stand where, and the way there. Knows no game. */
import { call } from "./api.js";
import { Walk } from "./paths.js";

/** @import {Snapshot, Way} from "./types.js" */
/** @import {Stage} from "./stage.js" */

export class Foresight {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Snapshot | null} */
    this.table = null;
    /** @type {Walk | null} */
    this.walk = null;
    /** @type {string | undefined} */
    this.hovered = undefined;
    /** @type {Map<string, Promise<Record<string, Way>>>} the ways of each piece, in the position that is shown */
    this.asked = new Map();
    this.position = "";
    stage.onhover = (id) => this.#hover(id);
  }

  /**
   * Something can be chosen, or (without a walk) nothing.
   * @param {Snapshot} table
   * @param {Walk | null} walk
   */
  show(table, walk) {
    const position = `${table.match?.games} ${table.seat} ${table.moves.length} ${table.moves.at(-1)?.text}`;
    if (position !== this.position) this.asked.clear();
    this.position = position;
    this.table = table;
    this.walk = walk;
    void this.#draw();
  }

  /** @param {string | undefined} id */
  #hover(id) {
    this.hovered = id;
    void this.#draw();
  }

  /** The walk that is looked at: the one taken, or one that begins with what the pointer is on. */
  #looked() {
    const { hovered, walk } = this;
    if (!walk || walk.picked.length || !hovered || !walk.next.has(hovered)) return walk;
    const tried = new Walk(Object.fromEntries(walk.ways));
    return typeof tried.pick(hovered) === "string" ? walk : tried;
  }

  async #draw() {
    const walk = this.#looked();
    const table = this.table;
    if (!walk || !table || !this.walk) return this.stage.foresee(new Map(), [], null);
    const ghosts = new Map([...this.#ghosts(table, this.walk), ...this.#ghosts(table, walk)]);
    this.stage.foresee(ghosts, [], null);
    const first = walk.picked[0];
    const piece = first ? this.stage.drawn.get(first)?.item : undefined;
    if (!first || !piece || piece.states.includes("floor")) return;
    const position = this.position;
    const known = await this.#ways(table, first);
    const now = this.#looked();
    if (position !== this.position || now?.picked.join() !== walk.picked.join()) return;
    const open = now.open.flatMap(([move]) => (known[move] ? [known[move]] : []));
    const over = now.open.find(([, way]) => way[now.picked.length] === this.hovered)?.[0];
    this.stage.foresee(ghosts, open, (over === undefined ? undefined : known[over]) ?? (open.length === 1 ? (open[0] ?? null) : null));
  }

  /**
   * What would stand on each place that comes next: what the moves tell, what the place tells, or the piece itself. Where
   * the place is chosen but not yet what will stand there, all that it could be.
   * @param {Snapshot} table
   * @param {Walk} walk
   */
  #ghosts(table, walk) {
    const at = walk.picked.length;
    const moved = walk.picked.map((id) => this.stage.drawn.get(id)?.item).find((item) => item && !item.states.includes("floor"));
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const [move, way] of walk.open) {
      const chosen = table.ghosts[move] !== undefined && (!walk.next.has(this.hovered ?? "") || way[at] === this.hovered);
      const id = this.#isPlace(way[at]) ? way[at] : chosen ? walk.picked.at(-1) : undefined;
      const place = this.#isPlace(id) ? this.stage.drawn.get(id ?? "")?.item : undefined;
      if (!id || !place) continue;
      const symbol = table.ghosts[move] ?? place.ghost ?? (table.scene.ghost || moved?.symbol);
      const known = found.get(id) ?? [];
      if (symbol && !known.includes(symbol)) found.set(id, [...known, symbol]);
    }
    return found;
  }

  /** @param {string | undefined} id */
  #isPlace(id) {
    return Boolean(this.stage.drawn.get(id ?? "")?.item.states.includes("floor"));
  }

  /**
   * The ways of a piece, asked for once. Without an answer there is nothing to show, and nothing is missing.
   * @param {Snapshot} table
   * @param {string} first
   */
  #ways(table, first) {
    const asked = this.asked.get(first) ?? ask(table, first);
    this.asked.set(first, asked);
    return asked;
  }
}

/**
 * @param {Snapshot} table
 * @param {string} first
 * @returns {Promise<Record<string, Way>>}
 */
async function ask(table, first) {
  if (table.ways) return table.ways;
  const query = new URLSearchParams({ seat: String(table.seat), first });
  const told = await call("GET", `/tables/${table.table}/ways?${query}`).catch(() => null);
  return told?.number === table.moves.length ? told.ways : {};
}
