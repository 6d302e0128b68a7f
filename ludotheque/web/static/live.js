/** The line to the table: sends moves, receives what happened, comes back by itself after a break. */
import { applied } from "./changes.js";
import { language, root } from "./dom.js";

/** @import {Changes} from "./changes.js" */
/** @import {Snapshot, Problem} from "./types.js" */
/**
 * @typedef {{type: "table", told?: number} & Snapshot
 *   | {type: "current", sequence: number}
 *   | {type: "moved", key: string, sequence: number}
 *   | {type: "refused", key?: string, error: Problem}
 *   | {type: "presence", seats: {seat: number, online: boolean, can: string[]}[], spectators?: number}
 *   | {type: "pong", told: number}} Message
 * @typedef {{type: "changes", told: number, since: number} & Changes} Changed what comes instead of whole tables
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 3000;
/** The server's word that there is no such table any more. */
const GONE = 4404;
/** And that all began anew: a backup was brought back. */
const ANEW = 4205;
const SILENCE = 25000;

export class Live {
  /**
   * @param {string} table
   * @param {number} sequence what this page has seen
   * @param {boolean} [watch] as a spectator, also for those who play here
   */
  constructor(table, sequence, watch = false) {
    this.table = table;
    this.watch = watch;
    this.sequence = sequence;
    /** @type {number | null} whose view is wanted on a shared device */
    this.seat = null;
    /** @type {(message: Message) => void} */
    this.onmessage = () => undefined;
    /** @type {(up: boolean) => void} */
    this.onstate = () => undefined;
    /** @type {() => void} the table is no more */
    this.ongone = () => undefined;
    /** @type {Map<string, object>} moves not yet acknowledged, sent again after a break */
    this.pending = new Map();
    /** @type {{told: number, table: Snapshot} | null} what this line told last, as a whole; changes are since then */
    this.base = null;
    /** The whole table has been asked for. */
    this.asking = false;
    /** What was asked for while the line was down: another view. */
    this.unseen = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.heard = 0;
    this.retry = 0;
    this.count = 0;
    this.stem = crypto.getRandomValues(new Uint32Array(2)).join("-");
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.socket?.close());
    setInterval(() => this.#check(), SILENCE / 3);
  }

  connect() {
    clearTimeout(this.retry);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const seat = this.watch ? "&watch=1" : this.seat === null ? "" : `&seat=${this.seat}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}${root}/api/tables/${this.table}/live?delta=1&after=${this.sequence}&lang=${language}${seat}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.base = null;
    this.asking = false;
    this.heard = Date.now();
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.onstate(true);
      for (const message of this.pending.values()) socket.send(JSON.stringify(message));
      if (this.unseen) this.look(this.seat);
    });
    socket.addEventListener("message", (event) => {
      if (this.socket === socket) this.#received(JSON.parse(String(event.data)));
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (event.code === GONE) return this.ongone();
      if (event.code === ANEW) return location.reload();
      this.onstate(false);
      this.retry = window.setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    });
  }

  /**
   * Plays a move; it is sent again with the same key until the server has answered.
   * @param {number} seat
   * @param {string} move
   */
  play(seat, move) {
    const key = `${this.stem}-${++this.count}`;
    const message = { type: "move", seat, move, key };
    this.pending.set(key, message);
    this.#send(message);
  }

  /** @param {number | null} seat whose view to show; null: whoever is to move */
  look(seat) {
    this.seat = seat;
    this.unseen = !this.#send({ type: "look", seat });
  }

  /** Sends a message, or else makes the line that it needs; whether it was sent. @param {object} message */
  #send(message) {
    const open = this.socket?.readyState === WebSocket.OPEN;
    if (open) this.socket?.send(JSON.stringify(message));
    else this.connect();
    return open;
  }

  /** @param {Message | Changed} told */
  #received(told) {
    this.heard = Date.now();
    const message = told.type === "changes" ? this.#whole(told) : told;
    if (!message) return;
    if (message.type === "table" && !this.#rebased(message)) return;
    if (message.type === "pong" && message.told > (this.base?.told ?? 0)) this.#ask();
    if (message.type === "table" && message.sequence < this.sequence) return; // older than what is known
    if ("sequence" in message && message.type !== "moved") this.sequence = Math.max(this.sequence, message.sequence);
    if (message.type === "refused" && !message.key) this.asking = false; // it may be asked for again
    if (message.type === "moved" || message.type === "refused") this.pending.delete(message.key ?? "");
    this.onmessage(message.type === "table" ? { ...message, seats: message.seats.map((seat) => ({ ...seat })) } : message);
  }

  /**
   * The table that changes lead to; none where they are of a table that is not here. Then the whole is asked for.
   * @param {Changed} changes
   * @returns {Message | null}
   */
  #whole(changes) {
    if (this.base && changes.told <= this.base.told) return null; // known already
    if (this.base?.told === changes.since) return { ...applied(this.base.table, changes), type: "table", told: changes.told };
    this.#ask();
    return null;
  }

  /** Something was lost on the way. */
  #ask() {
    if (!this.asking) this.asking = this.#send({ type: "whole" });
  }

  /** Takes a table as the one that changes are told of next; false when it is older than that. @param {{told?: number} & Snapshot} table */
  #rebased(table) {
    const told = table.told ?? 0;
    if (this.base && told <= this.base.told) return false;
    this.base = { told, table };
    this.asking = false;
    return true;
  }

  #check() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.socket.send('{"type":"ping"}');
  }
}
