/** What the app begins with: which language, its words and its pages; then the rest. */
import { base, dress, preferred, read, shelfIn } from "./place.js";

/**
 * What the service worker asks of this tab before anybody can answer. A browser delivers it as soon as the page is read, and
 * once: whoever listens later has missed it, and another tab waits for an answer that never comes.
 * @type {MessageEvent[]}
 */
const early = [];
const note = (/** @type {MessageEvent} */ event) => void early.push(event);
navigator.serviceWorker?.addEventListener("message", note);

/** Begun at once: while the first pages come, it fetches what Python begins with. */
const registering = navigator.serviceWorker?.register(`${base}/sw.js`, { updateViaCache: "none" });
registering?.catch(() => undefined);

/** The page that a link led to, where a web space knows only this one (`404.html`). */
const wanted = new URLSearchParams(location.search).get("page");
if (wanted && /^\/(?!\/)/.test(wanted)) history.replaceState(null, "", base + wanted + location.hash);

const root = document.documentElement;
dress();
const known = await read("pages/languages.json");
root.lang = preferred(known);
root.dataset.root = base;
const shelf = await shelfIn(root.lang);
const words = document.createElement("script");
words.type = "application/json";
words.id = "words";
words.textContent = JSON.stringify(shelf.words);
document.head.append(words);
const { Shell } = await import("./shell.js");
navigator.serviceWorker?.removeEventListener("message", note);
void new Shell(shelf, known, early).open(registering);
