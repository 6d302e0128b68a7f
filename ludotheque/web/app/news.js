/** What the app has to say itself, quietly: a new version, that it can be installed, that files could not be kept, or not for long. */
import { make, need, say, toast } from "../static/dom.js";

const HOUR = 3_600_000;

export class News {
  constructor() {
    this.told = false;
    /** Whether somebody was told that files could not be kept, and has done nothing about it. */
    this.lacking = false;
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#installable(/** @type {any} */ (event));
    });
  }

  /** A version that is there waits until somebody wants it: whoever plays is not disturbed. @param {ServiceWorkerRegistration} registration */
  follow(registration) {
    const waits = () => registration.waiting && navigator.serviceWorker.controller && this.#offer(registration);
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => coming.state === "installed" && waits());
    });
    waits();
    setInterval(() => void registration.update().catch(() => undefined), HOUR);
  }

  /** @param {ServiceWorkerRegistration} registration */
  #offer(registration) {
    this.#ask(say("A new version is here."), say("Use it now"), () => registration.waiting?.postMessage("go on"));
  }

  /** @param {{prompt: () => Promise<unknown>}} asking */
  #installable(asking) {
    const KEY = "ludotheque-installing";
    if (localStorage.getItem(KEY) === "no") return;
    this.#ask(say("Ludothèque can be installed: then it opens like any other app."), say("Install"), () => void asking.prompt(), () => localStorage.setItem(KEY, "no"));
  }

  /** Whoever has made room taps, and what is lacking is fetched. @param {string} problem */
  unkept(problem) {
    console.warn(problem);
    if (this.lacking) return;
    this.lacking = true;
    const words = say("Not all files could be kept: without a network the app may not open. Is there room left on this device?");
    this.#ask(words, say("Try again"), () => {
      this.lacking = false;
      navigator.serviceWorker.controller?.postMessage("fill");
    });
  }

  /** What is played here is gone with the window; whoever knows is not told again. */
  private() {
    const KEY = "ludotheque-private";
    if (sessionStorage.getItem(KEY)) return;
    const [words, known] = [say("This seems to be a private window: what you play here is gone when you close it. To keep it, open Ludothèque in an ordinary window."), button(say("All right"), "strong")];
    known.addEventListener("click", () => sessionStorage.setItem(KEY, "known"));
    this.#show(words, known);
  }

  /** @param {string} path of a file that is not what it should be */
  mixed(path) {
    console.warn(path);
    if (this.told) return;
    this.told = true;
    toast(say("A file of this app is not the one it should be, and was not used: a new version may just be arriving. Load the app again in a moment."));
  }

  /** @param {string} text @param {string} yes @param {() => void} done @param {() => void} [refused] */
  #ask(text, yes, done, refused) {
    const [agree, later] = [button(yes, "strong"), button(say("Later"))];
    agree.addEventListener("click", done);
    if (refused) later.addEventListener("click", refused);
    this.#show(text, agree, later);
  }

  /** Any of the answers puts it away. @param {string} text @param {HTMLElement[]} answers */
  #show(text, ...answers) {
    const news = need("news", HTMLElement);
    need("news-text", HTMLElement).textContent = text;
    for (const each of answers) each.addEventListener("click", () => (news.hidden = true), { capture: true });
    need("news-answers", HTMLElement).replaceChildren(...answers);
    news.hidden = false;
  }
}

/** @param {string} words @param {string} [kind] */
function button(words, kind = "") {
  return make("button", { type: "button", class: `button ${kind}`.trim() }, words);
}
