/** At the end of a game played alone: how it compares with the best so far. */
import { call } from "./api.js";
import { make, need, root, say } from "./dom.js";
import { dayOf } from "./solved.js";

/** @import {Snapshot} from "./types.js" */
/** @typedef {{words: string | null, best: string | null, new: boolean}} Ended */

/** @param {Ended} ended */
function told(ended) {
  if (ended.new) return say("New best: {result}!", { result: ended.words ?? "" });
  const best = ended.best ? say("Your best so far: {result}", { result: ended.best }) : "";
  return [ended.words, best].filter(Boolean).join(" · ");
}

export class Best {
  constructor() {
    this.line = need("best", HTMLElement);
    /** Which finished game of the table the line is about; 0: none. */
    this.game = 0;
  }

  /** @param {Snapshot} table */
  follow(table) {
    const alone = table.you.length > 0 && new Set(table.seats.map(({ player }) => player)).size === 1;
    const game = alone && table.over ? (table.match?.games ?? 0) : 0;
    if (game === this.game) return;
    this.game = game;
    this.#show("");
    const task = game ? dayOf(table.table) : null;
    if (task) this.#link(task.date);
    else if (game) void this.#ask(table.table, game);
  }

  /** @param {string} table @param {number} game */
  async #ask(table, game) {
    /** @type {Ended | null} */
    const ended = await call("GET", `/tables/${table}/best`).catch(() => null);
    if (ended && game === this.game) this.#show(told(ended)); // the next game may have begun meanwhile
  }

  /** A day's task is done: where the result is kept and shared. @param {string} date */
  #link(date) {
    this.line.replaceChildren(make("a", { href: `${root}/daily/${date}` }, say("The day's task is done: see and share your result")));
    this.line.hidden = false;
  }

  /** @param {string} text */
  #show(text) {
    this.line.textContent = text;
    this.line.hidden = !text;
  }
}
