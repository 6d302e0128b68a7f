/** What a visitor keeps of what they have drawn: opened again, shown to everybody, thrown away. */
import { call } from "./api.js";
import { make, need, say } from "./dom.js";

/** @typedef {{id: string, name: string, code: string, public: boolean}} Kept */

export class Shelf {
  /**
   * @param {string} game
   * @param {(kept: Kept) => void} open
   * @param {(work: () => Promise<void>) => Promise<void>} trying does something and tells what went wrong
   */
  constructor(game, open, trying) {
    this.game = game;
    this.open = open;
    this.trying = trying;
    this.list = need("draw-mine", HTMLElement);
    this.turn = 0;
  }

  async show() {
    const turn = ++this.turn;
    const told = await call("GET", `/games/${this.game}/drafts/mine`);
    if (turn !== this.turn) return; // a later question was asked
    this.list.replaceChildren(...told.drafts.map((/** @type {Kept} */ kept) => this.#item(kept, told.can_publish)));
    this.list.hidden = told.drafts.length === 0;
    need("draw-mine-title", HTMLElement).hidden = told.drafts.length === 0;
  }

  /** @param {Kept} kept @param {boolean} canPublish */
  #item(kept, canPublish) {
    const name = kept.name || say("without a name");
    const open = this.#button(name, () => { this.open(kept); return Promise.resolve(); });
    const shown = this.#button(kept.public ? say("Take it out of the collection") : say("Show it to everybody"), async () => {
      await call("PUT", `/me/drafts/${kept.id}`, { public: !kept.public });
      await this.show();
    });
    const away = this.#button(say("Throw away"), async () => {
      await call("DELETE", `/me/drafts/${kept.id}`);
      await this.show();
    });
    for (const button of [shown, away]) button.setAttribute("aria-label", `${button.textContent}: ${name}`);
    return make("li", {}, open, ...(canPublish || kept.public ? [shown] : []), away);
  }

  /** @param {string} text @param {() => Promise<void>} work */
  #button(text, work) {
    const button = make("button", { type: "button", class: "linklike" }, text);
    button.addEventListener("click", () => this.trying(work));
    return button;
  }
}
