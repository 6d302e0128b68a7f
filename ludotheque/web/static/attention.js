/** “Your turn”, for somebody who looks at another tab: the title, the icon, and a message of the browser if they want. */
import { maybe, need, root, say, toast } from "./dom.js";
import { myTurns } from "./seats.js";

/** @import {Snapshot} from "./types.js" */

const KEY = "ludotheque-notify";
const ICON = `${root}/static/icon.svg`;
const CALLING = `${root}/static/icon-turn.svg`;

/** Whether this browser shows messages here, and somebody asked for them. */
function wanted() {
  return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";
}

/**
 * A message of the browser. Some browsers know such messages, but show none to a page.
 * @param {string} title
 * @param {string} body
 * @param {string} tag
 */
function message(title, body, tag) {
  try {
    const shown = new Notification(title, { body, tag, icon: ICON });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
    return shown;
  } catch {
    return null;
  }
}

export class Attention {
  /** @param {() => void} retell shows the title of the page anew */
  constructor(retell) {
    this.retell = retell;
    /** Whether it is the turn of somebody who does not look. */
    this.calls = false;
    this.mine = false;
    /** @type {Notification | null} */
    this.shown = null;
  }

  start() {
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#call(false);
    });
    const button = need("notify", HTMLButtonElement);
    button.addEventListener("click", () => void this.#switch());
    this.#pressed();
  }

  /**
   * Calls those who look elsewhere, once a turn. Says whether a turn has begun.
   * @param {Snapshot} table
   */
  follow(table) {
    const mine = myTurns(table).length > 0;
    const begins = mine && !this.mine;
    this.mine = mine;
    need("notify", HTMLElement).hidden = !table.you.length;
    if (!mine) this.#call(false);
    else if (begins && document.hidden) this.#call(true, table);
    return begins;
  }

  /** @param {boolean} calls @param {Snapshot} [table] */
  #call(calls, table) {
    if (calls && table && wanted()) this.shown = message(say("Your turn"), table.label, table.table);
    if (!calls) this.shown?.close();
    if (calls === this.calls) return;
    this.calls = calls;
    document.querySelector('link[rel="icon"]')?.setAttribute("href", calls ? CALLING : ICON);
    this.retell();
  }

  /** Somebody presses the button: the only moment in which the browser is asked. */
  async #switch() {
    if (wanted()) {
      localStorage.setItem(KEY, "off");
      toast(say("You will not be told any more"));
    } else if (!("Notification" in window)) {
      toast(say("This browser cannot show messages when the page is in the background."));
    } else if ((await Notification.requestPermission()) !== "granted") {
      toast(say("Your browser does not let this page show messages. You can allow it in the browser's settings."));
    } else if (!message(say("It will look like this when it is your turn."), document.title, "trial")) {
      toast(say("This browser cannot show messages when the page is in the background."));
    } else {
      localStorage.setItem(KEY, "on");
      toast(say("You will be told when it is your turn"));
    }
    this.#pressed();
  }

  #pressed() {
    maybe("notify")?.setAttribute("aria-pressed", String(wanted()));
  }
}
