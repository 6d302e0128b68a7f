/** The choice under way: what was clicked so far of a move, what can be clicked next, and buttons for what has no place on the board. */
import { make, need, say } from "./dom.js";
import { Walk } from "./paths.js";
import { button } from "./seats.js";

/** @import {Choice, Paths} from "./types.js" */
/** @import {Stage} from "./stage.js" */

export class Choosing {
  /**
   * @param {Stage} stage
   * @param {(seat: number, move: string) => void} play
   * @param {(question: string, yes: () => void) => void} ask
   * @param {() => HTMLElement[]} more what else stands among the buttons
   */
  constructor(stage, play, ask, more) {
    this.stage = stage;
    this.play = play;
    this.ask = ask;
    this.more = more;
    this.walk = new Walk({});
    /** @type {number | null} who chooses */
    this.seat = null;
    /** @type {Choice[]} */
    this.buttons = [];
    /** @type {string[]} */
    this.hinted = [];
    /** While something moves, or a move is on its way, nothing can be chosen. */
    this.open = false;
    this.row = need("choices", HTMLElement);
    stage.onpick = (id) => this.pick(id);
  }

  /**
   * Offers the moves of a seat; what it has clicked already stays while a move begins so. Whether nothing was lost.
   * @param {number | null} seat
   * @param {Paths} paths
   * @param {Choice[]} buttons
   */
  offer(seat, paths, buttons) {
    const picked = this.walk.picked;
    this.walk = new Walk(paths);
    const kept = seat === this.seat && this.walk.resume(picked);
    this.seat = seat;
    this.buttons = buttons;
    this.open = seat !== null;
    this.show();
    return kept || picked.length === 0;
  }

  /** What else stands among the buttons has changed. */
  again() {
    if (this.open || this.seat === null) this.show();
  }

  /** Nothing can be chosen until moves are offered again. */
  rest() {
    this.open = false;
    this.row.classList.add("resting");
    this.stage.mark({ next: new Set(), others: new Set(), picked: [], hinted: [] });
  }

  /** Advice: the clicks of a move. A choice that is no part of it makes room. @param {string[]} path */
  advise(path) {
    this.hinted = path;
    if (this.walk.picked.some((id, at) => path[at] !== id)) this.walk.picked = [];
    if (this.open) this.show();
  }

  /** Shows what can be chosen now. */
  show() {
    const { next, others, all, picked } = this.walk;
    this.stage.mark({ next, others, picked, hinted: this.hinted });
    const buttons = this.buttons.filter(({ id }) => all.has(id)).map(({ id, label, sure }) => {
      const marks = ["button", sure && "quiet", next.has(id) && "next", picked.includes(id) && "picked", this.hinted.includes(id) && "hinted"];
      const made = make("button", { type: "button", class: marks.filter(Boolean).join(" "), "data-id": id }, label);
      made.disabled = !next.has(id) && !others.has(id) && !picked.includes(id);
      made.addEventListener("click", () => this.pick(id));
      return made;
    });
    if (this.walk.winding) buttons.push(this.#undo(picked.length > 0));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.id : undefined;
    this.row.classList.remove("resting");
    this.row.replaceChildren(...buttons, ...this.more());
    buttons.find((made) => made.dataset.id && made.dataset.id === focused)?.focus();
  }

  /** One step back. Its place is kept, so that the board stays where it is between two clicks. @param {boolean} wanted */
  #undo(wanted) {
    const made = button(say("Undo the choice"), () => void this.back());
    made.classList.toggle("idle", !wanted);
    made.disabled = !wanted;
    return made;
  }

  /** One click; where a slip would cost much, it is asked about first. @param {string} id */
  pick(id) {
    const sure = this.buttons.find((each) => each.id === id)?.sure;
    if (sure && this.open && this.walk.next.has(id)) this.ask(sure, () => this.#take(id));
    else this.#take(id);
  }

  /** @param {string} id */
  #take(id) {
    if (!this.open || this.seat === null) return;
    const move = this.walk.pick(id);
    if (move === undefined) return;
    if (move === null) return this.show();
    this.hinted = [];
    this.walk.picked = [];
    this.rest();
    this.play(this.seat, move);
  }

  /** One step back in the choice; whether there was one. */
  back() {
    const was = this.open && this.walk.back();
    if (was) this.show();
    return was;
  }
}
