/** The curve of a game: who stood how after each move. It can be clicked, and walked along with the keys. */
import { shape } from "./shapes.js";

/**
 * @typedef {{number: number, seat: number, move: string, value: number, loss: number, mark: "" | "?" | "??", best: string,
 *   path: string[], words: string, move_words: string}} Judged
 */

const PAD = 14;
/** So near to a mark, in pixels, the mark is meant. */
const NEAR = 9;

/** A stroke of a seat's curve, for the legend. @param {number} seat */
export function stroke(seat) {
  const drawn = shape("svg", { width: 34, height: 12, viewBox: "0 0 34 12", "aria-hidden": "true" });
  drawn.append(shape("path", { class: `curve seat-${seat}`, d: "M1 6H33" }));
  return drawn;
}

export class Graph {
  /**
   * @param {HTMLElement} host
   * @param {(index: number) => void} go where somebody wants to go
   */
  constructor(host, go) {
    this.host = host;
    this.go = go;
    this.svg = shape("svg", { "aria-hidden": "true" });
    host.append(this.svg);
    this.at = 0;
    this.last = 1;
    this.duel = false;
    /** @type {[string, string]} what it means to be at the top, and at the bottom */
    this.sides = ["", ""];
    /** @type {Judged[]} */
    this.moves = [];
    new ResizeObserver(() => this.draw()).observe(host);
    host.addEventListener("pointerdown", (event) => this.#pointed(event));
    host.addEventListener("pointermove", (event) => event.buttons && this.#pointed(event));
    host.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /**
   * @param {Judged[]} moves
   * @param {{last: number, duel: boolean, sides: [string, string]}} about
   */
  show(moves, about) {
    this.moves = moves;
    Object.assign(this, about);
    this.draw();
  }

  /** Moves the cursor. @param {number} index @param {string} said */
  point(index, said) {
    this.at = index;
    const values = { valuemin: 0, valuemax: this.last, valuenow: index, valuetext: said };
    for (const [name, value] of Object.entries(values)) this.host.setAttribute(`aria-${name}`, String(value));
    this.draw();
  }

  get flaws() {
    return this.moves.filter(({ mark }) => mark);
  }

  /** @param {number} index */
  x(index) {
    return PAD + ((this.host.clientWidth - 2 * PAD) * index) / Math.max(1, this.last);
  }

  /** @param {number} value */
  y(value) {
    return this.host.clientHeight / 2 - value * (this.host.clientHeight / 2 - PAD);
  }

  /** How high a move stands: for its mover, or where one curve tells both, for the first. @param {Judged} move */
  height({ seat, value }) {
    return this.duel && seat ? -value : value;
  }

  draw() {
    const [width, height] = [this.host.clientWidth, this.host.clientHeight];
    if (!width) return;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const seats = this.duel ? [] : [...new Set(this.moves.map(({ seat }) => seat))];
    this.svg.replaceChildren(
      ...(this.duel ? this.#areas() : []),
      shape("line", { class: "zero", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      shape("text", { class: "side", x: PAD + 6, y: 14 }, this.sides[0]),
      shape("text", { class: "side", x: PAD + 6, y: height - 5 }, this.sides[1]),
      shape("line", { class: "cursor", x1: this.x(this.at), x2: this.x(this.at), y1: 0, y2: height }),
      ...(this.duel ? [this.#curve(this.moves, "curve")] : seats.map((seat) => this.#curve(this.moves.filter((move) => move.seat === seat), `curve seat-${seat}`))),
      ...this.flaws.flatMap((move) => this.#flaw(move)),
      ...this.#here(),
    );
  }

  /** @param {Judged[]} moves @param {string} kind */
  #curve(moves, kind) {
    const points = moves.map((move) => `${this.x(move.number)},${this.y(this.height(move))}`);
    return shape("polyline", { class: kind, points: points.join(" ") });
  }

  /** What lies between the curve and the middle, above it and below. */
  #areas() {
    /** @type {[number, number][]} */
    const points = [];
    for (const move of this.moves) {
      const [x, v] = [this.x(move.number), this.height(move)];
      const [before, was] = points.at(-1) ?? [x, 0];
      if (was * v < 0) points.push([before + ((x - before) * was) / (was - v), 0]);
      points.push([x, v]);
    }
    const [first, end] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
    /** @param {(a: number, b: number) => number} pick */
    const outline = (pick) => [[first, 0], ...points.map(([x, v]) => [x, pick(v, 0)]), [end, 0]].map(([x = 0, v = 0]) => `${x},${this.y(v)}`).join(" ");
    return [shape("polygon", { class: "up", points: outline(Math.max) }), shape("polygon", { class: "down", points: outline(Math.min) })];
  }

  /** A move that was a mistake, a disc, or a blunder, a diamond. @param {Judged} move */
  #flaw(move) {
    const [x, y] = [this.x(move.number), this.y(this.height(move))];
    const disc = move.mark === "?";
    const drawn = disc ? shape("circle", { class: "flaw", cx: x, cy: y, r: 5 }) : shape("path", { class: "flaw blunder", d: `M${x} ${y - 8}l8 8l-8 8l-8 -8Z` });
    drawn.setAttribute("data-number", String(move.number));
    return [drawn, shape("text", { class: "said", x, y: y < 30 ? y + 22 : y - 12 }, move.mark)];
  }

  /** Where the board stands on the curve. */
  #here() {
    const move = this.moves.find(({ number }) => number === this.at);
    return move && !move.mark ? [shape("circle", { class: "here", cx: this.x(move.number), cy: this.y(this.height(move)), r: 5 })] : [];
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    const x = event.clientX - this.host.getBoundingClientRect().left;
    const [near] = this.flaws.map(({ number }) => ({ number, far: Math.abs(this.x(number) - x) })).sort((a, b) => a.far - b.far);
    const index = Math.round(((x - PAD) / Math.max(1, this.host.clientWidth - 2 * PAD)) * this.last);
    this.go(near && near.far < NEAR ? near.number : Math.max(0, Math.min(this.last, index)));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const before = this.flaws.map(({ number }) => number).filter((number) => number < this.at).at(-1);
    const after = this.flaws.map(({ number }) => number).find((number) => number > this.at);
    /** @type {Record<string, number>} */
    const keys = { ArrowLeft: this.at - 1, ArrowDown: this.at - 1, ArrowRight: this.at + 1, ArrowUp: this.at + 1, Home: 0, End: this.last, PageUp: after ?? this.last, PageDown: before ?? 0 };
    const to = keys[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(Math.max(0, Math.min(this.last, to)));
  }
}
