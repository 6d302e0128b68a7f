/** The line to the table: sends moves, receives what happened, comes back by itself after a break. */
import { language, root } from "./dom.js";

/** @import {Snapshot, Problem} from "./types.js" */
/**
 * @typedef {{type: "table"} & Snapshot
 *   | {type: "current", sequence: number}
 *   | {type: "moved", key: string, sequence: number}
 *   | {type: "refused", key?: string, error: Problem}
 *   | {type: "presence", seats: {seat: number, online: boolean, can: string[]}[], spectators?: number}
 *   | {type: "pong"}} Message
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
    const address = `${scheme}://${location.host}${root}/api/tables/${this.table}/live?after=${this.sequence}&lang=${language}${seat}`;
    const socket = new WebSocket(address);
    this.socket = socket;
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

  /** @param {Message} message */
  #received(message) {
    this.heard = Date.now();
    if (message.type === "table" && message.sequence < this.sequence) return; // older than what is known
    if ("sequence" in message && message.type !== "moved") this.sequence = Math.max(this.sequence, message.sequence);
    if (message.type === "moved" || message.type === "refused") this.pending.delete(message.key ?? "");
    this.onmessage(message);
  }

  #check() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE) this.socket.close();
    else this.socket.send('{"type":"ping"}');
  }
}
