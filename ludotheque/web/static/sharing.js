/** The link to send to others: first while a seat is free, and copied wherever the page comes from. */
import { need, say, toast } from "./dom.js";

/** @import {Snapshot} from "./types.js" */

/** Over plain http browsers give no clipboard: then the old way, which takes what is selected. @param {HTMLInputElement | HTMLTextAreaElement} field */
export async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.setSelectionRange(0, field.value.length);
    return document.execCommand("copy");
  }
}

export class Sharing {
  constructor() {
    this.part = need("invite", HTMLDetailsElement);
    this.open = false;
    const link = need("link", HTMLInputElement);
    link.addEventListener("focus", () => link.select());
    need("copy", HTMLElement).addEventListener("click", async () => {
      const done = await copied(link);
      if (!done) link.select();
      toast(done ? say("Link copied") : say("The link is selected: copy it with Ctrl+C, or hold your finger on it."));
    });
  }

  /** While a seat is free the invitation stands first; then it makes room. @param {Snapshot} table */
  follow(table) {
    const open = table.seats.some((seat) => seat.kind === "open");
    if (open === this.open) return;
    this.open = open;
    this.part.open = open;
    need("table", HTMLElement).classList.toggle("gathering", open);
    this.part.parentElement?.insertBefore(this.part, open ? need("actions", HTMLElement) : need("elsewhere", HTMLElement));
  }
}
