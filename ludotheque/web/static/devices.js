/** On the page about the visitor: a code for another device, and the question whether that device may be them too. */
import { call, Refused } from "./api.js";
import { maybe, need, say, toast } from "./dom.js";

/** @typedef {{state: string, number: string, kind: "phone" | "tablet" | "computer" | null, seconds: number}} Asked */

const EVERY = 1500;
let watching = 0;
/** The number somebody has answered about: what was asked is not asked again. */
let answered = "";

/** @param {Asked} asked */
function who(asked) {
  if (asked.kind === "phone") return say("A phone wants to be you");
  return asked.kind === "tablet" ? say("A tablet wants to be you") : say("A computer wants to be you");
}

/** @param {string} text */
function tell(text) {
  need("device-state", HTMLElement).textContent = text;
}

/** @param {Asked} asked */
function show(asked) {
  const box = need("device-ask", HTMLElement);
  const asks = asked.state === "asked" && asked.number !== answered;
  need("device-offered", HTMLElement).hidden = asked.state !== "offered";
  if (asks && box.hidden) {
    need("device-who", HTMLElement).textContent = who(asked);
    need("device-number", HTMLElement).textContent = asked.number;
    box.hidden = false;
    need("device-refuse", HTMLElement).focus();
  } else if (!asks) {
    box.hidden = true;
  }
  if (asked.state === "allowed") tell(say("Allowed. One moment…"));
  else if (asked.state === "refused") tell(say("Refused. That device gets nothing."));
  else if (asked.state === "taken") tell(say("Done: that device is you now, too."));
  else if (asked.state === "none") tell(say("The code is too old. Show a new one."));
  else tell("");
  return asked.state === "offered" || asked.state === "asked" || asked.state === "allowed";
}

/** Asks how the offer stands until it is over. @param {number} turn */
async function watch(turn) {
  /** @type {Asked | null} */
  const asked = await call("GET", "/me/devices").catch(() => null);
  if (turn !== watching) return; // a newer code is shown
  if (!asked || show(asked)) setTimeout(() => void watch(turn), EVERY);
}

/** @param {boolean} allow */
async function answer(allow) {
  const number = maybe("device-number")?.textContent ?? "";
  answered = number;
  need("device-ask", HTMLElement).hidden = true;
  try {
    show(await call("POST", "/me/devices/answer", { number, allow }));
  } catch (error) {
    answered = "";
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
}

need("device-offer", HTMLElement).addEventListener("click", async () => {
  const turn = ++watching;
  try {
    const { url, qr, unreachable } = await call("POST", "/me/devices");
    if (turn !== watching) return;
    answered = "";
    need("device-qr", HTMLImageElement).src = `data:image/svg+xml,${encodeURIComponent(qr)}`;
    need("device-link", HTMLInputElement).value = url;
    const why = need("device-unreachable", HTMLElement);
    why.textContent = unreachable ?? "";
    why.hidden = !unreachable;
    need("device-qr", HTMLElement).hidden = Boolean(unreachable); // no phone could open what it leads to
    tell("");
    const offered = need("device-offered", HTMLElement);
    offered.hidden = false;
    offered.scrollIntoView({ block: "nearest" }); // on a phone it lies below what was pressed
    void watch(turn);
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
});
need("device-allow", HTMLElement).addEventListener("click", () => void answer(true));
need("device-refuse", HTMLElement).addEventListener("click", () => void answer(false));
