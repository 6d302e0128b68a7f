/** Things on the table explain themselves: a bubble beside what is pointed at, and a line for a click that did nothing. */
import { call } from "./api.js";
import { make, need } from "./dom.js";
import { Pointing } from "./pointing.js";

/** @import {Stage} from "./stage.js" */
/** @typedef {{what: string, why: string}} Explanation */
/**
 * @typedef {{ask: (thing: string, chosen: string[]) => Promise<Explanation> | null, chosen: () => string[], idle: (why: string) => void, dwells: () => boolean}} Asking
 *   whom to ask (nobody, where there is nothing to ask about), what is chosen already, what a click that did nothing is told,
 *   whether resting on something is asking
 */

/** How long it is told why a click did nothing. */
export const WHY_STAYS = 7000;
/** When the game goes on, what a thing is has stood there for so long. */
const READ = 3000;
const GAP = 8;

/**
 * Asks at an address.
 * @param {string} address
 * @param {string} thing
 * @param {string[]} chosen
 * @param {string[][]} [more]
 * @returns {Promise<Explanation>}
 */
export function explanation(address, thing, chosen, more = []) {
  return call("GET", `${address}?${new URLSearchParams([...more, ["thing", thing], ...chosen.map((each) => ["chosen", each])])}`);
}

/**
 * Where something told to a finger hides nothing of the board: below it, above it, beside it; nothing if there is no room.
 * @param {HTMLElement} bubble
 * @param {DOMRect} board
 * @returns {[number, number] | null}
 */
function apart(bubble, board) {
  const { width, height } = bubble.getBoundingClientRect();
  const left = Math.max(GAP, (board.left + board.right - width) / 2);
  const [below, above] = [board.bottom + GAP, board.top - GAP - height];
  const fits = below + height <= innerHeight - GAP;
  if (fits && !document.querySelector(".choices button:not(:disabled)")) return [left, below]; // what can be pressed comes first
  if (above >= GAP) return [left, above];
  if (fits) return [left, below];
  bubble.style.maxWidth = `${innerWidth - board.right - 2 * GAP}px`;
  const narrow = bubble.getBoundingClientRect();
  if (narrow.right - narrow.left + board.right + 2 * GAP <= innerWidth && narrow.height <= innerHeight - 2 * GAP) {
    return [board.right + GAP, innerHeight - GAP - narrow.height];
  }
  bubble.style.maxWidth = "";
  return null;
}

export class Explaining {
  /**
   * @param {Stage} stage
   * @param {Asking} asking
   */
  constructor(stage, asking) {
    this.asking = asking;
    this.bubble = make("p", { class: "explanation", role: "status", hidden: true });
    need("board", HTMLElement).after(this.bubble);
    this.since = 0;
    /** Counts what was asked for, of each kind: who rests on what they have clicked wants to know both. */
    this.count = { what: 0, why: 0 };
    this.pointing = new Pointing(stage, {
      idle: (id, x, y) => void this.#idle(id, x, y),
      point: (id, x, y) => void this.#point(id, x, y),
      leave: () => this.hide(),
      dwells: asking.dwells,
    });
  }

  /** The latest that was asked for, or nothing. @param {"what" | "why"} kind @param {string} id */
  async #ask(kind, id) {
    const turn = ++this.count[kind];
    const told = (await this.asking.ask(id, this.asking.chosen())?.catch(() => null)) ?? null;
    return turn === this.count[kind] ? told : null;
  }

  /** Why a click did nothing; where there is no reason to tell, what the thing is. @param {string} id @param {number} x @param {number} y */
  async #idle(id, x, y) {
    const chosen = this.asking.chosen().join();
    const told = await this.#ask("why", id);
    if (!told || chosen !== this.asking.chosen().join()) return; // who has gone on needs no reason any more
    if (told.why) this.asking.idle(told.why);
    else if (this.asking.dwells()) this.#show(told.what, x, y);
  }

  /** What was clicked before is of no interest any more; what is read is read to its end. */
  forget() {
    this.count.why += 1;
    const { since } = this;
    setTimeout(() => (this.bubble.hidden ||= since === this.since), Math.max(0, since + READ - performance.now()));
  }

  /** @param {string} id @param {number} x @param {number} y */
  async #point(id, x, y) {
    this.#show((await this.#ask("what", id))?.what ?? "", x, y);
  }

  /** @param {string} what @param {number} x @param {number} y */
  #show(what, x, y) {
    if (!what) return;
    this.bubble.textContent = what;
    this.bubble.hidden = false;
    this.bubble.style.maxWidth = "";
    this.since = performance.now();
    const free = this.pointing.finger ? apart(this.bubble, this.pointing.stage.svg.getBoundingClientRect()) : null;
    if (free) {
      this.bubble.style.translate = `${free[0]}px ${free[1]}px`;
      return;
    }
    const { width, height } = this.bubble.getBoundingClientRect();
    const left = Math.max(8, Math.min(innerWidth - width - 8, x - width / 2));
    const above = y - height - 24;
    this.bubble.style.translate = `${left}px ${above > 8 ? above : Math.min(innerHeight - height - 8, y + 28)}px`;
  }

  hide() {
    this.count.what += 1;
    this.bubble.hidden = true;
  }
}
