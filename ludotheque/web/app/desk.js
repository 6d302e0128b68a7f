/** Between the pages and the workers: who asks what, who is told what, and bots that take too long. */

/** @import {Task} from "./house.js" */

/** The longest that bots may think about one thing; a worker that takes longer is replaced. */
const LONGEST_THOUGHT = 30_000;
/** Where it is kept how fast this device is. */
const PACE = "ludotheque-pace";
/** What is only fetched for later waits until a page has had all it needs. */
const A_WHILE = 1_500;

export class Desk {
  /** @param {string} name of what is kept @param {string} language */
  constructor(name, language) {
    this.name = name;
    this.language = language;
    /** @type {(tables: string[]) => void} */
    this.onchanged = () => undefined;
    /** @type {(step: string) => void} how far the house is */
    this.onstep = () => undefined;
    /** @type {(error: string) => void} */
    this.onbroken = () => undefined;
    /** @type {Map<number, {resolve: (told: any) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    this.count = 0;
    /** @type {Task[]} what bots are to think about, the first one now */
    this.tasks = [];
    this.limit = 0;
    /** @type {Worker | null} */
    this.bots = null;
    this.house = new Worker(new URL("./house.js", import.meta.url), { type: "module" });
    this.house.onmessage = ({ data }) => this.#heard(data);
    this.house.onerror = (event) => this.onbroken(event.message);
    /** All that is asked waits for this. */
    this.ready = this.#call("start", { name, language });
    /** Whether it has come to that. */
    this.open = false;
    this.ready.then(() => (this.open = true)).catch((error) => this.onbroken(String(error)));
  }

  /** Somebody sits down: bots may be asked soon. */
  async expect() {
    await this.ready;
    this.bots ??= this.#thinkers();
  }

  /** @param {string} door @param {object} given @returns {Promise<any>} */
  async ask(door, given) {
    await this.ready;
    return this.#call(door, given);
  }

  /** Once there is a house, and nobody has asked it anything for a while. */
  async rested() {
    await this.ready;
    for (let before = -1; before !== this.count || this.asked.size; ) {
      before = this.count;
      await new Promise((resolve) => setTimeout(resolve, A_WHILE));
    }
  }

  /** @param {string} door @param {object} given @returns {Promise<any>} */
  #call(door, given) {
    return new Promise((resolve, reject) => {
      const number = ++this.count;
      this.asked.set(number, { resolve, reject });
      this.house.postMessage({ number, door, given });
    });
  }

  /** @param {any} data */
  #heard(data) {
    if (data.step) this.onstep(data.step);
    if (data.changed) this.onchanged(data.changed);
    if (data.think) this.#think(data.think);
    const who = this.asked.get(data.number);
    this.asked.delete(data.number);
    if (data.broken) who?.reject(new Error(data.broken));
    else who?.resolve(data.told);
  }

  /** A worker for bots, which begins to get ready. */
  #thinkers() {
    const bots = new Worker(new URL("./bots.js", import.meta.url), { type: "module" });
    bots.onmessage = ({ data }) => (data.pace ? localStorage.setItem(PACE, data.pace) : this.#thought(data.ticket, data.result, data.broken));
    bots.onerror = () => this.#stopped();
    bots.postMessage({ language: this.language, pace: Number(localStorage.getItem(PACE)) });
    return bots;
  }

  /** @param {Task} task */
  #think(task) {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.#next();
  }

  #next() {
    clearTimeout(this.limit);
    const [task] = this.tasks;
    if (!task) return;
    this.bots ??= this.#thinkers();
    this.bots.postMessage({ task });
    this.limit = window.setTimeout(() => this.#stopped(), LONGEST_THOUGHT);
  }

  /** They take too long, or are broken: a new worker does what is left. */
  #stopped() {
    this.bots?.terminate();
    this.bots = null;
    const [task] = this.tasks;
    if (task) this.#thought(task.ticket, null);
  }

  /** @param {number} ticket @param {string | null} result @param {string} [broken] */
  #thought(ticket, result, broken) {
    if (this.tasks[0]?.ticket !== ticket) return;
    if (broken) console.error(broken);
    this.tasks.shift();
    void this.ask("thought", { ticket, result });
    this.#next();
  }
}
