/** The choice under way: what was clicked so far of a move, and what can be clicked next, on the board or below it. */
import { Choices } from "./choices.js";
import { Enlarging } from "./enlarging.js";
import { Foresight } from "./foresight.js";
import { Walk } from "./paths.js";

/** @import {Snapshot} from "./types.js" */
/** @import {Stage} from "./stage.js" */
/**
 * @typedef {{play: (seat: number, move: string) => void, ask: (question: string, yes: () => void) => void,
 *   more: () => HTMLElement[]}} Asked a move is made; something is asked first; what else stands among the buttons
 */

export class Choosing {
  /**
   * @param {Stage} stage
   * @param {Snapshot} table
   * @param {Asked} asked
   */
  constructor(stage, table, asked) {
    this.stage = stage;
    this.table = table;
    this.asked = asked;
    this.walk = new Walk({});
    /** @type {number | null} who chooses */
    this.seat = null;
    /** @type {string[]} */
    this.hinted = [];
    /** While something moves, or a move is on its way, nothing can be chosen. */
    this.open = false;
    this.foresight = new Foresight(stage);
    this.enlarging = new Enlarging(stage);
    this.choices = new Choices({ pick: (id) => this.pick(id), back: () => void this.back(), more: asked.more });
    /** @type {() => void} what can be chosen, or what is chosen, has changed */
    this.onshow = () => undefined;
    stage.onpick = (id) => this.pick(id);
  }

  /**
   * Offers the moves of the seat one looks from, or none; what it has clicked already stays while a move begins so.
   * Whether nothing was lost.
   * @param {Snapshot} table
   * @param {boolean} playable
   */
  offer(table, playable) {
    const picked = this.walk.picked;
    const seat = playable ? table.seat : null;
    this.walk = new Walk(playable ? table.paths : {});
    const kept = seat === this.seat && this.walk.resume(picked);
    this.table = table;
    this.seat = seat;
    this.open = seat !== null;
    this.show();
    return kept || picked.length === 0;
  }

  /** What else stands among the buttons has changed. */
  again() {
    if (this.open || this.seat === null) this.show();
  }

  /** What could be chosen before a rest can be chosen again. */
  reopen() {
    this.open = this.seat !== null;
    this.show();
  }

  /** Nothing can be chosen until moves are offered again. */
  rest() {
    this.open = false;
    this.enlarging.whole();
    this.choices.rest();
    this.stage.mark({ next: new Set(), others: new Set(), picked: [], hinted: [] });
    this.foresight.show(this.table, null);
  }

  /** Advice: the clicks of a move. A choice that is no part of it makes room. @param {string[]} path */
  advise(path) {
    this.hinted = path;
    if (this.walk.picked.some((id, at) => path[at] !== id)) this.walk.picked = [];
    if (this.open) this.show();
  }

  /** Shows what can be chosen now. */
  show() {
    const { next, others, picked } = this.walk;
    this.stage.mark({ next, others, picked, hinted: this.hinted });
    this.enlarging.follow();
    this.foresight.show(this.table, this.open ? this.walk : null);
    this.choices.show(this.table, this.open ? this.walk : null, this.hinted);
    this.onshow();
  }

  /** One click; where a slip would cost much, it is asked about first. @param {string} id */
  pick(id) {
    const sure = this.table.scene.buttons.find((each) => each.id === id)?.sure;
    const could = this.open && (this.walk.next.has(id) || this.walk.others.has(id)); // also instead of what is chosen
    if (sure && could) this.asked.ask(sure, () => this.#take(id));
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
    this.asked.play(this.seat, move);
  }

  /** One step back in the choice; whether there was one. */
  back() {
    const was = this.open && this.walk.back();
    if (was) this.show();
    return was;
  }
}
