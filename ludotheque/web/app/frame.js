/** The page that is open, in a frame of the shell: one document after the other, as online. */
import { base, dress } from "./place.js";

const frame = document.createElement("iframe");

export class Frame {
  /** @param {{loaded: (page: Document) => void, left: () => void, download: (link: HTMLAnchorElement) => void}} told */
  constructor(told) {
    this.told = told;
    frame.className = "page";
    frame.title = "Ludothèque";
    frame.addEventListener("load", () => this.#loaded());
  }

  /** Opens the page that the address of the shell names. */
  open() {
    frame.src = location.pathname + location.search + location.hash;
    document.body.prepend(frame);
  }

  #loaded() {
    const [inside, page] = [frame.contentWindow, frame.contentDocument];
    if (!inside || !page || page.URL === "about:blank") return;
    inside.addEventListener("pagehide", () => this.told.left());
    inside.addEventListener("hashchange", () => this.#follow());
    this.#follow();
    this.#watch(/** @type {any} */ (inside), page);
    page.addEventListener("click", (event) => this.#clicked(event), true);
    this.told.loaded(page);
  }

  /** What the page changes of its address, its title and its looks, the shell changes too. @param {any} inside @param {Document} page */
  #watch(inside, page) {
    const replace = inside.history.replaceState.bind(inside.history);
    inside.history.replaceState = (/** @type {[any, string, string]} */ ...given) => {
      replace(...given);
      this.#follow();
    };
    const what = { childList: true, characterData: true, subtree: true, attributes: true };
    new MutationObserver(() => this.#follow()).observe(page.head, what);
    new MutationObserver(dress).observe(page.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  #follow() {
    const page = frame.contentDocument;
    if (!page) return;
    const inside = new URL(page.URL);
    const here = inside.pathname + inside.search + inside.hash;
    if (inside.pathname.startsWith(`${base}/`) && here !== location.pathname + location.search + location.hash) {
      history.replaceState(null, "", here);
    }
    if (document.title !== page.title) document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    const icon = page.querySelector('link[rel="icon"]')?.getAttribute("href");
    const ours = document.querySelector('link[rel="icon"]');
    if (icon && ours?.getAttribute("href") !== icon) ours?.setAttribute("href", icon);
    frame.title = page.title;
  }

  /** Files to take away do not pass through the service worker. @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {any} */ (event.target);
    const link = target?.closest?.("a[download]");
    if (!link || !link.pathname.startsWith(`${base}/api/`)) return;
    event.preventDefault();
    this.told.download(link);
  }
}
