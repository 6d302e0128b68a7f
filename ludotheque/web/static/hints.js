/** Advice for the one who asks: the move is starred on the board and told, as long as the position is the same. */
import { say, toast } from "./dom.js";
import { standing } from "./standing.js";

/** @import {Choosing} from "./choosing.js" */
/** @typedef {{path: string[], words: string, value: number, others: {words: string}[]}} Advice */

export class Hints {
  /** @param {Choosing} choosing */
  constructor(choosing) {
    this.choosing = choosing;
    /** @type {Element | null} the last advice, while it is read */
    this.told = null;
  }

  /** @param {Advice} advice @param {boolean} alone who plays against nobody does not stand well or badly */
  tell({ path, words, value, others }, alone) {
    this.told?.remove();
    this.choosing.advise(path);
    // on a phone the button may lie below the board: what is starred there would be out of sight
    this.choosing.stage.host.scrollIntoView({ block: "nearest" });
    const other = others[0] ? say("Or else: {move}.", { move: others[0].words }) : "";
    const hint = alone ? say("Hint: {move}.", { move: words }) : say("Hint: {move} ({how}).", { move: words, how: standing(value) });
    this.told = toast([hint, other].join(" ").trim());
  }

  /** The position is gone. */
  forget() {
    this.choosing.hinted = [];
    this.told?.remove();
  }
}
