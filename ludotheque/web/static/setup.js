/** Setting up a position by hand: choose a piece below the board, click the squares it stands on. Knows no game. */
import { call, Refused } from "./api.js";
import { make, need, say, toast } from "./dom.js";
import { button, picture } from "./seats.js";

/** @import {Scene} from "./types.js" */
/** @import {Stage} from "./stage.js" */
/**
 * @typedef {{letter: string, name: string, symbol: string}} Piece
 * @typedef {{scene: Scene, cells: Record<string, string>, mover: string, position: string, pieces: Piece[], movers: Piece[]}} Told
 */

/** What one takes away with. */
const NOTHING = "";

export class SettingUp {
  /**
   * @param {Stage} stage
   * @param {object} board how the game began and what was played, as the server is told it
   * @param {string} game
   * @param {{done: (position: string) => Promise<string>, left: () => void}} then a position is to be begun from (why not, if not); one has left
   */
  constructor(stage, board, game, then) {
    this.stage = stage;
    this.board = board;
    this.game = game;
    this.then = then;
    /** @type {Told | null} */
    this.told = null;
    /** @type {{turn: number, told: Told | null}} the latest answer */
    this.answer = { turn: 0, told: null };
    this.hand = NOTHING;
    this.turn = 0;
    this.over = false;
    this.picked = stage.onpick;
  }

  async start() {
    await this.#ask(null, "");
    if (this.over) return;
    if (!this.told) return this.then.left();
    this.hand = this.told.pieces[0]?.letter ?? NOTHING;
    this.stage.onpick = (id) => void this.#put(id);
    this.#show();
  }

  /** @param {Record<string, string> | null} cells @param {string} mover */
  async #ask(cells, mover) {
    const turn = ++this.turn;
    try {
      const told = await call("POST", "/analysis/setup", { ...this.board, cells, mover });
      if (turn > this.answer.turn) this.answer = { turn, told };
      if (turn === this.turn) this.told = told;
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
    }
  }

  /** @param {Record<string, string>} cells @param {string} mover */
  async #change(cells, mover) {
    if (!this.told) return;
    const expected = (this.told = { ...this.told, cells, mover }); // what is clicked meanwhile follows on this
    await this.#ask(cells, mover);
    if (this.told === expected) this.told = this.answer.told; // it was not answered: what stands on the board is what there is
    this.#show();
  }

  /** On a square, or on what stands there: the piece in hand; the same piece again is taken away. @param {string} id */
  async #put(id) {
    if (!this.told) return;
    const square = id.replace(/^on-/, "");
    const { [square]: there = NOTHING, ...cells } = this.told.cells;
    if (this.hand !== NOTHING && this.hand !== there) cells[square] = this.hand;
    await this.#change(cells, this.told.mover);
  }

  #show() {
    const { told, stage } = this;
    if (!told || this.over) return;
    void stage.show(told.scene, { still: true });
    const open = told.scene.items.filter(({ id, name }) => name && !(id in told.cells)).map(({ id }) => id);
    stage.mark({ next: new Set(open), others: new Set(), picked: [], hinted: [] });
    const row = need("choices", HTMLElement);
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.set : undefined;
    row.classList.remove("resting");
    row.replaceChildren(
      this.#group(say("Pieces"), [...told.pieces, { letter: NOTHING, name: say("Take away"), symbol: "" }].map((each) => this.#choice("hand", each, each.letter === this.hand, () => ((this.hand = each.letter), this.#show())))),
      this.#group(say("Who moves?"), [make("span", { class: "set-name", "aria-hidden": "true" }, say("Who moves?")), ...told.movers.map((each) => this.#choice("mover", each, each.letter === told.mover, () => void this.#change(told.cells, each.letter)))]),
      button(say("Begin from here"), () => void this.#done(), true),
      button(say("Empty the board"), () => void this.#change({}, told.mover)),
      button(say("Never mind"), () => this.then.left()),
    );
    if (focused) [...row.querySelectorAll("button")].find((each) => each.dataset.set === focused)?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {HTMLElement[]} inside */
  #group(name, inside) {
    return make("div", { class: "set-row", role: "group", "aria-label": name }, ...inside);
  }

  /** @param {string} kind @param {Piece} each @param {boolean} chosen @param {() => void} pressed */
  #choice(kind, each, chosen, pressed) {
    const made = button(each.symbol ? "" : each.name, pressed);
    if (each.symbol) {
      made.append(picture(this.game, each.symbol));
      made.setAttribute("aria-label", each.name);
      made.title = each.name;
      made.classList.add("set-piece");
    }
    made.setAttribute("aria-pressed", String(chosen));
    made.dataset.set = `${kind} ${each.letter}`;
    return made;
  }

  async #done() {
    const problem = this.told ? await this.then.done(this.told.position) : "";
    if (problem) toast(problem);
  }

  /** Something else is on the board now. */
  stop() {
    this.over = true;
    this.stage.onpick = this.picked;
  }
}
