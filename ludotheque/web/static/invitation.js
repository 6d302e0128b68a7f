/** Invitations: the one a guest meets first at a table, and the link to send to others. */
import { call, Refused } from "./api.js";
import { need, say, toast } from "./dom.js";
import { nameOf } from "./seats.js";

/** @import {Snapshot} from "./types.js" */

export class Invitation {
  /** @param {Snapshot} table */
  constructor(table) {
    this.table = table;
    this.box = need("invitation", HTMLDialogElement);
    this.form = need("invitation-form", HTMLFormElement);
    this.sending = false;
    /** Whether the link stands first, because somebody is missing. */
    this.linked = false;
  }

  start() {
    this.#copying();
    if (!this.box.open) return;
    this.box.close(); // the page came with it open; from now on nothing behind it can be reached
    this.box.showModal();
    this.#ready();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.accept();
    });
    need("just-watch", HTMLElement).addEventListener("click", (event) => {
      event.preventDefault();
      this.watch();
    });
    this.box.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.watch();
    });
  }

  /** @param {Snapshot} table */
  follow(table) {
    this.table = table;
    this.#link();
    if (!this.box.open) return;
    if (table.invited) {
      const seated = table.seats.filter((seat) => seat.kind !== "open").map(nameOf);
      need("invitation-seated", HTMLElement).textContent = seated.length
        ? say("Already seated: {names}", { names: [...new Set(seated)].join(", ") })
        : say("Nobody sits here yet.");
    } else {
      this.box.close();
      if (!table.you.length) toast(say("All seats are taken by now: you are watching."));
    }
  }

  /** No seat is wanted: the same page again will not ask again. */
  watch() {
    this.box.close();
    history.replaceState(null, "", need("just-watch", HTMLAnchorElement).href);
  }

  /** Takes the first seat that is free now. */
  async accept() {
    const field = this.form.elements.namedItem("nickname");
    const seat = this.table.seats.find(({ can }) => can.includes("sit"));
    if (this.sending || !seat || !(field instanceof HTMLInputElement)) return;
    const nickname = field.value.trim();
    if (!nickname) {
      this.#problem(say("First tell us your name"));
      field.focus();
      return;
    }
    this.#problem("");
    this.sending = true;
    this.#ready();
    try {
      if (nickname !== field.defaultValue) await call("PUT", "/me", { nickname });
      await call("POST", `/tables/${this.table.table}/seats/${seat.seat}`, { nickname });
      this.box.close();
    } catch (error) {
      this.#problem(error instanceof Refused ? error.message : say("That did not work. Try again."));
    } finally {
      this.sending = false;
      this.#ready();
    }
  }

  #ready() {
    this.form.querySelector("button")?.toggleAttribute("disabled", this.sending);
  }

  /** @param {string} text */
  #problem(text) {
    const line = this.form.querySelector(".form-error");
    if (line) line.textContent = text;
  }

  #copying() {
    const link = need("link", HTMLInputElement);
    need("copy", HTMLElement).addEventListener("click", async () => {
      link.select();
      try {
        await navigator.clipboard.writeText(link.value);
        toast(say("Link copied"));
      } catch {
        link.focus();
      }
    });
  }

  /** While a seat is free the link stands first; then it makes room. */
  #link() {
    const invite = need("invite", HTMLDetailsElement);
    const open = this.table.seats.some((seat) => seat.kind === "open");
    if (open === this.linked) return;
    this.linked = open;
    invite.open = open;
    invite.parentElement?.insertBefore(invite, open ? need("actions", HTMLElement) : need("elsewhere", HTMLElement));
  }
}
