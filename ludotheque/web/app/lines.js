/** What `live.js` has in the shell: one line to a table, for the page that is open. */
import { say } from "../static/dom.js";
import { refusalOf } from "./refusals.js";

/** @import {Desk} from "./desk.js" */
/** @typedef {{table: string, sequence: number, watch: boolean, language: string}} Wanted */

export class Line {
  /** @param {Desk} desk @param {MessagePort} port @param {Wanted} wanted */
  constructor(desk, port, wanted) {
    this.desk = desk;
    this.port = port;
    this.wanted = wanted;
    /** @type {number | null} */
    this.seat = null;
    this.telling = false;
    this.again = false;
    /** Whether the same moment is to be seen from elsewhere. */
    this.turned = false;
    port.onmessage = ({ data }) => void this.#heard(data);
    void this.tell();
  }

  close() {
    this.port.close();
  }

  /** @param {any} message */
  async #heard(message) {
    if (message.type === "move") return this.#move(message);
    this.seat = message.seat;
    this.turned = true;
    await this.tell();
  }

  /** @param {{seat: number, move: string, key: string}} message */
  async #move({ seat, move, key }) {
    const { table, language } = this.wanted;
    const asked = { method: "POST", path: `/api/tables/${table}/moves`, query: "", body: { seat, move, key }, language };
    try {
      const told = await this.desk.ask("ask", asked);
      if (told.status < 300) this.port.postMessage({ type: "moved", key, sequence: told.content.sequence });
      else this.port.postMessage({ type: "refused", key, error: refusalOf(told) });
    } catch {
      this.port.postMessage({ type: "refused", key, error: { code: "failed", text: say("That did not work. Try again.") } });
    }
  }

  /** Tells all that has happened since; one telling after the other. */
  async tell() {
    this.again = true;
    if (this.telling) return;
    this.telling = true;
    while (this.again) {
      this.again = false;
      if (this.turned) this.wanted.sequence = 0;
      this.turned = false;
      const { table, sequence, watch, language } = this.wanted;
      const told = await this.desk.ask("moments", { table, after: sequence, seat: this.seat, language, watch }).catch(() => null);
      if (told?.status === 404) this.port.postMessage({ type: "gone" });
      for (const moment of told?.status === 200 && !this.turned ? told.content : []) {
        this.wanted.sequence = moment.sequence;
        this.port.postMessage({ ...moment, type: "table" });
      }
    }
    this.telling = false;
  }
}
