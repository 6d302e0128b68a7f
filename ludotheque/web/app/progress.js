/** The picture one looks at until there is a page, and a bar that tells how far it is. */
import { make, need, say } from "../static/dom.js";

/** How far things are when they have happened, of a hundred; files fill what is before the first. */
const STEPS = { ready: 100 };
const FILES = 90;

export class Progress {
  constructor() {
    this.cover = need("cover", HTMLElement);
    this.bar = need("bar", HTMLElement);
    this.share = 0;
    this.done = 0;
    this.pageShown = false;
    this.#to(3, say("One moment…"));
  }

  /** @param {number} share of all files that has come now */
  fetched(share) {
    this.share += share;
    this.#to(Math.min(1, this.share) * FILES, say("Fetching the games, once…"));
  }

  /** @param {string} step */
  step(step) {
    this.#to(STEPS[/** @type {keyof typeof STEPS} */ (step)] ?? 0, say("Setting up…"));
    if (step === "ready") this.bar.dataset.gone = "";
  }

  /** A page is to be seen. */
  shown() {
    this.cover.dataset.gone = "";
  }

  /** Nothing more will come. @param {string} why @param {boolean} [again] whether loading again may help */
  stop(why, again = false) {
    this.bar.dataset.gone = "";
    delete this.cover.dataset.gone;
    need("cover-text", HTMLElement).textContent = why;
    if (!again || this.cover.querySelector("button")) return;
    const button = make("button", { type: "button", class: "button strong" }, say("Load again"));
    button.addEventListener("click", () => location.reload());
    this.cover.append(button);
  }

  /** @param {number} done @param {string} words */
  #to(done, words) {
    this.done = Math.max(this.done, done);
    need("bar-done", HTMLElement).style.width = `${this.done}%`;
    need("bar-text", HTMLElement).textContent = words;
    this.bar.setAttribute("aria-valuenow", String(Math.round(this.done)));
    this.bar.setAttribute("aria-label", words);
  }
}
