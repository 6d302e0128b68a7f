/** The line to a table on this device: the same as `live.js` of the server, but it leads to the page that holds this one. */
import { language } from "../static/dom.js";

/** @import {Snapshot, Problem} from "../static/types.js" */
/**
 * @typedef {{type: "table"} & Snapshot
 *   | {type: "moved", key: string, sequence: number}
 *   | {type: "refused", key?: string, error: Problem}
 *   | {type: "presence", seats: {seat: number, online: boolean, can: string[]}[], spectators?: number}
 *   | {type: "gone"}} Message
 */

export class Live {
  /**
   * @param {string} table
   * @param {number} sequence what this page has seen
   * @param {boolean} [watch] as a spectator
   */
  constructor(table, sequence, watch = false) {
    this.wanted = { table, sequence, watch, language };
    /** @type {number | null} whose view is wanted */
    this.seat = null;
    /** @type {(message: Message) => void} */
    this.onmessage = () => undefined;
    /** @type {(up: boolean) => void} */
    this.onstate = () => undefined;
    /** @type {() => void} */
    this.ongone = () => undefined;
    this.count = 0;
    this.stem = crypto.getRandomValues(new Uint32Array(2)).join("-");
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.end = port2;
  }

  connect() {
    this.port.onmessage = ({ data }) => (data.type === "gone" ? this.ongone() : this.onmessage(data));
    parent.postMessage({ line: this.wanted }, location.origin, [this.end]);
    this.onstate(true);
  }

  /** @param {number} seat @param {string} move */
  play(seat, move) {
    this.port.postMessage({ type: "move", seat, move, key: `${this.stem}-${++this.count}` });
  }

  /** @param {number | null} seat whose view to show; null: whoever is to move */
  look(seat) {
    this.seat = seat;
    this.port.postMessage({ type: "look", seat });
  }
}
