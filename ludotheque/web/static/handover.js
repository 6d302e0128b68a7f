/** A device that goes round at a table with hidden cards: who has it, who is to have it next, and what covers the board meanwhile. */
import { need, say } from "./dom.js";
import { myTurns, named, nameOf } from "./seats.js";

/** @import {Snapshot} from "./types.js" */
/** @import {Live} from "./live.js" */

export class Handover {
  /** @param {Live} live */
  constructor(live) {
    this.live = live;
    /** @type {number | null} who has said “it's me” */
    this.holder = null;
    /** @type {number | null} who wants to act without being waited for */
    this.wanted = null;
  }

  /** The seat of this device that must see its own cards next and has not said so. @param {Snapshot} table */
  awaited(table) {
    const { acting, hidden, over, you } = table;
    if (!hidden || over || you.length < 2) return null;
    if (this.wanted !== null && acting.includes(this.wanted)) return this.wanted === this.holder ? null : this.wanted;
    const next = myTurns(table);
    return next.length === 0 || next.includes(this.holder ?? -1) ? null : (next[0] ?? null);
  }

  /** Whether whoever has the device may see what is told. @param {Snapshot} table */
  mayShow({ hidden, over, seat, you }) {
    const shared = hidden && you.length > 1 && !over;
    return !shared || seat === null || seat === this.holder;
  }

  /**
   * Covers the board until that person has the device.
   * @param {Snapshot["seats"][number]} seat
   * @param {string} told what they have little time for: nobody would pass the device quickly without knowing
   */
  cover(seat, told) {
    const name = nameOf(seat);
    need("handover-to", HTMLElement).textContent = named(seat) ? say("Hand the device to {name}", { name }) : say("Hand the device on: {name}", { name });
    need("handover-hint", HTMLElement).textContent = say("Nobody else looks! Press the button when it is you.");
    const why = need("handover-why", HTMLElement);
    why.textContent = told;
    why.hidden = !told;
    const ready = need("handover-ready", HTMLButtonElement);
    ready.onclick = () => this.take(seat.seat);
    this.#covered(true);
    ready.focus();
  }

  uncover() {
    this.#covered(false);
  }

  /** @param {number} seat somebody says: it's me */
  take(seat) {
    this.holder = seat;
    this.live.look(seat);
  }

  /** Lets the server choose again whose turn to show, when the seat chosen by hand has nothing to do. @param {Snapshot} table */
  release(table) {
    const chosen = this.live.seat;
    if (table.hidden || chosen === null || table.acting.includes(chosen)) return;
    if (myTurns(table).length) this.live.look(null);
  }

  /** @param {boolean} is */
  #covered(is) {
    const card = need("handover", HTMLElement);
    card.hidden = !is;
    card.parentElement?.classList.toggle("covered", is);
    if (is) card.scrollIntoView({ block: "nearest" });
  }
}
