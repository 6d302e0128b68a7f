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

export class Explaining {
  /**
   * @param {Stage} stage
   * @param {Asking} asking
   */
  constructor(stage, asking) {
    this.asking = asking;
    this.bubble = make("p", { class: "explanation", role: "status", hidden: true });
    need("board", HTMLElement).after(this.bubble);
    /** Counts what was asked for, of each kind: who rests on what they have clicked wants to know both. */
    this.count = { what: 0, why: 0 };
    new Pointing(stage, {
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

  /** What was clicked before is of no interest any more. */
  forget() {
    this.count.why += 1;
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
