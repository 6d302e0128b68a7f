/** The page that holds the others: starts what is needed, answers the service worker, and says what is wrong. */
import { say, toast } from "../static/dom.js";
import { base, dress, shelfIn, speak, stepOf, theme } from "./place.js";
import { Desk } from "./desk.js";
import { Frame } from "./frame.js";
import { Line } from "./lines.js";
import { News } from "./news.js";
import { follow, showWay } from "./outside.js";
import { Progress } from "./progress.js";
import { refusalOf } from "./refusals.js";
import { forgets, missing } from "./trouble.js";

/** @import {Shelf} from "./place.js" */
/** @typedef {{method: string, path: string, query: string, body: string | null, page: boolean}} Asked */
/** @typedef {{status: number, text: string, headers: Record<string, string>}} Answer */

const HTML = { "content-type": "text/html; charset=utf-8" };
const JSON_TYPE = { "content-type": "application/json" };
/** What stands for the place of the app in pages made ahead. */
const ROOT = /@root@/g;

export class Shell {
  /** @param {Shelf} shelf @param {string[]} languages @param {MessageEvent[]} early what the service worker has asked already */
  constructor(shelf, languages, early) {
    this.languages = languages;
    this.language = document.documentElement.lang;
    /** @type {Map<string, Promise<Shelf>>} by language */
    this.shelves = new Map([[this.language, Promise.resolve(shelf)]]);
    this.progress = new Progress();
    this.news = new News();
    /** @type {Line | null} */
    this.line = null;
    /** The one in the frame. @type {Document | null} */
    this.page = null;
    /** Others may ask before there is anybody to answer. @type {Promise<void>} */
    this.staffed = new Promise((resolve) => (this.staff = resolve));
    navigator.serviceWorker?.addEventListener("message", (event) => void this.#fromWorker(event));
    for (const event of early) void this.#fromWorker(event);
    this.frame = new Frame({
      loaded: (page) => void this.#loaded(page),
      left: () => this.#left(),
      download: (link) => void this.#download(link),
    });
  }

  /** @param {Promise<ServiceWorkerRegistration>} registering */
  async open(registering) {
    const lacking = await missing();
    if (lacking) return this.progress.stop(lacking);
    try {
      await this.#registered(await registering);
    } catch {
      return this.progress.stop(say("This browser does not let the app keep its files, as in a private window. Open it in an ordinary window."));
    }
    this.desk = new Desk(`ludotheque ${base}/`, this.language);
    this.desk.onstep = (step) => this.progress.step(step);
    this.desk.onchanged = (tables) => this.#changed(tables);
    this.desk.onbroken = (error) => this.#broken(error);
    this.staff?.();
    addEventListener("message", (event) => this.#heard(event));
    this.lookOutside = follow((there) => this.page && showWay(this.page, there));
    this.frame.open();
    await this.desk.ready;
    if (await forgets()) this.news.private();
    void navigator.storage?.persist?.().catch(() => false); // what is played here is not thrown away to make room
    await this.desk.rested();
    navigator.serviceWorker.controller?.postMessage("fill");
  }

  /** The service worker is there: from now on it has the files, and pages come through it. @param {ServiceWorkerRegistration} registration */
  async #registered(registration) {
    const worker = navigator.serviceWorker;
    this.news.follow(registration);
    await worker.ready;
    if (!worker.controller) await new Promise((resolve) => {
      worker.addEventListener("controllerchange", resolve, { once: true });
      registration.active?.postMessage("claim");
    });
    worker.addEventListener("controllerchange", () => location.reload()); // a new version, in all tabs: they are never mixed
    worker.startMessages();
  }

  /** @param {MessageEvent} event */
  async #fromWorker({ data, ports }) {
    if (data.fetched) this.progress.fetched(data.fetched / data.of);
    if (data.whole) document.body.dataset.whole = "";
    if (data.unkept) this.news.unkept(data.unkept);
    if (data.other) this.news.mixed(data.other);
    if (!data.asked) return;
    /** @type {Answer} */
    let answer;
    try {
      await this.staffed;
      answer = await (data.asked.page ? this.#page(data.asked) : this.#answer(data.asked));
    } catch (error) {
      console.error(error);
      answer = { status: 500, text: JSON.stringify({ error: { code: "failed", text: say("That did not work. Try again.") } }), headers: JSON_TYPE };
    }
    ports[0]?.postMessage(answer);
  }

  /** @param {string} query */
  #languageIn(query) {
    const asked = new URLSearchParams(query).get("lang");
    return asked && this.languages.includes(asked) ? asked : this.language;
  }

  /** @param {Asked} asked @returns {Promise<Answer>} */
  async #answer({ method, path, query, body }) {
    const made = this.desk?.open ? undefined : await stepOf(path, this.#languageIn(query));
    if (made) return { status: 200, text: JSON.stringify(made), headers: JSON_TYPE };
    const told = await this.desk?.ask("ask", { method, path, query, body: body ? JSON.parse(body) : null, language: this.#languageIn(query) });
    if (told.media) return { status: told.status, text: told.text, headers: named(told) };
    const text = JSON.stringify(told.status >= 400 ? { error: refusalOf(told) } : told.content);
    return { status: told.status, text, headers: JSON_TYPE };
  }

  /** A page: made ahead, or by the house now. @param {Asked} asked @returns {Promise<Answer>} */
  async #page({ path, query }) {
    const wanted = this.#languageIn(query);
    if (wanted !== this.language) {
      this.language = wanted;
      speak(wanted);
    }
    const asked = this.shelves.get(wanted) ?? shelfIn(wanted);
    this.shelves.set(wanted, asked);
    const made = query.includes("d=") ? undefined : (await asked).pages[path];
    if (made) return { status: 200, text: this.#dressed(made, query, await asked), headers: HTML };
    const told = await this.desk?.ask("page", { method: "GET", path, query, body: null, language: wanted });
    return { status: told.status, text: this.#dressed(told.text ?? "", query, await asked), headers: HTML };
  }

  /** A page with its place, its looks and its words. @param {string} text @param {string} query @param {Shelf} [shelf] */
  #dressed(text, query, shelf) {
    const kept = [...new URLSearchParams(query)].filter(([name]) => ["seat", "watch"].includes(name));
    const looks = theme() ? ` data-theme="${theme()}"` : "";
    return text
      .replace('data-root="@root@"', `data-root="@root@"${looks}`)
      .replace('data-keep=""', `data-keep="${kept.map(([name, value]) => `${name}=${encodeURIComponent(value)}&amp;`).join("")}"`)
      .replace("@words@", () => JSON.stringify(shelf?.words).replaceAll("<", "\\u003c"))
      .replace(ROOT, base);
  }

  /** @param {Document} page */
  async #loaded(page) {
    dress();
    this.progress.shown();
    this.page = page;
    void this.lookOutside?.();
    const nickname = page.querySelector(".menu-me");
    const late = page.querySelector("[data-late]");
    if (!nickname && !late) return;
    const me = await this.desk?.ask("ask", { method: "GET", path: "/api/me", query: "", body: null, language: this.language });
    if (nickname && me?.content?.nickname) nickname.textContent = me.content.nickname;
    const field = page.getElementById("nickname");
    if (field instanceof HTMLElement && me?.content?.nickname) field.setAttribute("value", me.content.nickname);
    if (late) await this.#late(page, late);
  }

  /** What a page made ahead does not know: what was reached on this device. @param {Document} page @param {Element} place */
  async #late(page, place) {
    const path = new URL(page.URL).pathname.slice(base.length);
    const told = await this.desk?.ask("page", { method: "GET", path, query: "", body: null, language: this.language });
    if (told?.status === 200) place.outerHTML = this.#dressed(told.text, "");
  }

  #left() {
    this.line?.close();
    this.line = null;
  }

  /** A page wants a line to a table. @param {MessageEvent} event */
  #heard({ data, origin, ports: [port] }) {
    if (origin !== location.origin || !data?.line || !port || !this.desk) return;
    this.#left();
    this.line = new Line(this.desk, port, data.line);
    if (!data.line.watch) void this.desk.expect();
  }

  /** @param {string[]} tables */
  #changed(tables) {
    if (this.line && tables.includes(this.line.wanted.table)) void this.line.tell();
  }

  /** @param {HTMLAnchorElement} link */
  async #download(link) {
    const { pathname, search } = link;
    const asked = { method: "GET", path: decodeURIComponent(pathname.slice(base.length)), query: search.slice(1), body: null, page: false };
    const { status, text, headers } = await this.#answer(asked);
    if (status !== 200) return void toast(JSON.parse(text).error.text);
    const file = document.createElement("a");
    file.href = URL.createObjectURL(new Blob([text], { type: headers["content-type"] ?? "" }));
    file.download = link.download;
    file.click();
    setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
  }

  /** @param {string} error */
  #broken(error) {
    console.error(error);
    const offline = !navigator.onLine;
    const why = offline ? say("Not everything was fetched yet. Come back once with a network; after that none is needed.") : say("The app could not start. Load it again; your games are kept on this device.");
    this.progress.stop(why, true);
  }
}

/** @param {{media: string, name?: string}} told @returns {Record<string, string>} */
function named({ media, name }) {
  return name ? { "content-type": media, "content-disposition": `attachment; filename="${name}"` } : { "content-type": media };
}
