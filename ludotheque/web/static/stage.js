/** Draws scenes: keeps items by their ids, adds, removes and moves them, and marks what can be chosen. */
import { arranged, roomOf, suits, windowNow } from "./arranging.js";
import { say } from "./dom.js";
import { passFocus } from "./keys.js";
import { appear, fold, lively, place, slide, turnOver, vanish } from "./motion.js";
import { Row, shape, SVG } from "./shapes.js";

/** @import {Frame, Item, Scene, Way} from "./types.js" */
/** @typedef {{item: Item, element: SVGGElement, inner: SVGGElement, use: SVGUseElement, text: SVGTextElement | null}} Drawn */
/** @typedef {{next: Set<string>, others: Set<string>, picked: string[], hinted: string[]}} Marks */

const STAR = "M0 -17L5 -5L17 -5L8 3L11 15L0 8L-11 15L-8 3L-17 -5L-5 -5Z";
/** With more choices than this each is marked by a small spot only: rings everywhere would hide the board. */
const MANY = 16;
const NOTHING = { next: new Set(), others: new Set(), picked: [], hinted: [] };

export class Stage {
  /**
   * @param {HTMLElement} host
   * @param {Record<string, string>} symbols
   * @param {string} prefix
   */
  constructor(host, symbols, prefix) {
    this.host = host;
    this.prefix = prefix;
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** @type {Marks} */
    this.marks = NOTHING;
    /** @type {(id: string) => void} */
    this.onpick = () => undefined;
    this.svg = shape("svg", { class: "scene", role: "group", preserveAspectRatio: "xMidYMid meet" });
    this.floor = shape("g");
    this.trail = shape("g", { class: "trail", "aria-hidden": "true" });
    this.above = shape("g");
    this.halos = shape("g", { class: "halos", "aria-hidden": "true" });
    this.foreseen = shape("g", { class: "foreseen", "aria-hidden": "true" });
    /** @type {Map<string, string[]>} what would come on places that can be chosen */
    this.ghosts = new Map();
    /** @type {Element} */
    this.own = shape("defs");
    this.ownSymbols = "";
    /** @type {Scene | null} as it was told: things may stand elsewhere in a wide window */
    this.told = null;
    this.wide = false;
    this.within = "";
    /** @type {Frame} */
    this.all = { x: 0, y: 0, width: 0, height: 0 };
    /** @type {Frame | null} what is shown, if it is not all */
    this.part = null;
    /** @type {() => void} all of the board is shown again */
    this.onwhole = () => undefined;
    /** @type {Map<string, SVGGElement>} what turns together */
    this.groups = new Map();
    document.body.append(this.#shared(symbols));
    this.svg.append(this.own, this.floor, this.trail, this.foreseen, this.above, this.halos); // a way hides no piece
    this.svg.addEventListener("click", (event) => this.#clicked(event));
    this.svg.addEventListener("keydown", (event) => this.#pressed(event));
    /** @type {string | undefined} */
    this.hovered = undefined;
    /** @type {(id: string | undefined) => void} the pointer or the keyboard has come to something, or left it */
    this.onhover = () => undefined;
    for (const kind of ["focusin", "focusout"]) this.svg.addEventListener(kind, (event) => this.#focused(event));
    // a finger rests on nothing: what it has touched is no longer what it points at
    this.svg.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.#hover(this.#idOf(event)));
    this.svg.addEventListener("pointerleave", () => this.#hover(undefined));
    new ResizeObserver(() => this.#resized()).observe(host);
  }

  /** Shows a part of the board, or all of it. @param {Frame | null} part */
  look(part) {
    if (this.part && !part) this.onwhole();
    this.part = part;
    const { x, y, width, height } = part ?? this.all;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  /** The scene as it suits the window. @param {Scene} told @returns {Scene} */
  #arranged(told) {
    this.told = told;
    this.wide = this.#suits(told);
    this.within = windowNow();
    const { scene, all } = arranged(told, this.wide);
    this.all = all;
    this.look(null);
    return scene;
  }

  /** Whether a scene is better shown as in a wide window. @param {Scene} told */
  #suits(told) {
    return suits(told, roomOf(this.host), this.wide, this.within === windowNow() ? "same" : "other");
  }

  /** The window has changed, or what stands beside the board: things go where there is room for them. */
  #resized() {
    if (!this.told || !this.svg.isConnected || this.#suits(this.told) === this.wide) return;
    for (const item of this.#arranged(this.told).items) {
      const drawn = this.drawn.get(item.id);
      if (drawn) this.#dress(drawn, item);
    }
    this.#drawHalos();
  }

  /**
   * The symbols, once; they come from the server's own code and are read as SVG.
   * @param {Record<string, string>} symbols
   * @returns {Element}
   */
  #defs(symbols) {
    const { defs = "", ...named } = symbols;
    const drawn = Object.entries(named).map(
      ([name, markup]) => `<symbol id="${this.prefix}-${name}" viewBox="-50 -50 100 100" overflow="visible">${markup}</symbol>`,
    );
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}"><defs>${defs}${drawn.join("")}</defs></svg>`, "image/svg+xml");
    return document.importNode(parsed.documentElement.firstElementChild ?? shape("defs"), true);
  }

  /** The game's symbols stand beside the board: lists of players show them as well. @param {Record<string, string>} symbols */
  #shared(symbols) {
    const shared = shape("svg", { class: "symbols", width: 0, height: 0, "aria-hidden": "true" });
    shared.append(this.#defs(symbols));
    return shared;
  }

  /** Symbols that only this scene has. @param {Record<string, string>} symbols */
  #sceneSymbols(symbols) {
    const now = JSON.stringify(symbols);
    if (now === this.ownSymbols) return;
    this.ownSymbols = now;
    const drawn = this.#defs(symbols);
    this.own.replaceWith(drawn);
    this.own = drawn;
  }

  /**
   * Shows a scene. The promise is kept when everything has come to rest.
   * @param {Scene} told
   * @param {{still?: boolean}} [how]
   */
  async show(told, { still = false } = {}) {
    if (!this.svg.isConnected) this.host.replaceChildren(this.svg);
    const moves = !still && this.drawn.size > 0 && lively();
    const scene = this.#arranged(told);
    this.svg.setAttribute("aria-label", scene.title);
    this.ghosts = new Map();
    this.foreseen.replaceChildren();
    this.halos.replaceChildren();
    this.#sceneSymbols(scene.symbols ?? {});
    const gone = new Set(this.drawn.keys());
    const source = scene.items.find((item) => item.states.includes("last"));
    /** @type {(Animation | void)[]} */
    const running = [];
    const row = new Row(this.floor, this.above, this.groups);
    for (const item of scene.items) {
      gone.delete(item.id);
      const kept = this.drawn.get(item.id);
      const drawn = kept ?? this.#added(item);
      const folding = row.put(drawn.element, item);
      if (kept) running.push(...this.#changed(kept, item, scene, moves && !folding, source));
      else if (moves && !folding && !item.states.includes("floor")) running.push(appear(drawn.inner));
    }
    for (const group of row.finish()) {
      const hinge = scene.groups?.find(({ id }) => id === group.dataset.group)?.hinge;
      if (moves && hinge) running.push(fold(group, hinge));
    }
    for (const id of gone) running.push(this.#removed(id, moves));
    this.#drawTrail(scene);
    this.mark(NOTHING);
    const longest = new Promise((resolve) => setTimeout(resolve, 2500));
    const ended = running.flatMap((each) => (each ? [each.finished.catch(() => undefined)] : []));
    if (ended.length) await Promise.race([Promise.all(ended), longest]);
  }

  /** @param {Item} item @returns {Drawn} */
  #added(item) {
    const element = shape("g");
    const inner = shape("g");
    const use = shape("use", { x: -50, y: -50, width: 100, height: 100, href: `#${this.prefix}-${item.symbol}` });
    inner.append(use);
    element.append(inner);
    element.dataset.id = item.id;
    const drawn = { item, element, inner, use, text: null };
    this.drawn.set(item.id, drawn);
    this.#dress(drawn, item);
    return drawn;
  }

  /**
   * @param {Drawn} drawn @param {Item} item @param {Scene} scene @param {boolean} moves @param {Item | undefined} source
   * @returns {(Animation | void)[]}
   */
  #changed(drawn, item, scene, moves, source) {
    const before = drawn.item;
    const moved = before.x !== item.x || before.y !== item.y || before.scale !== item.scale || before.turn !== item.turn;
    const turned = before.symbol !== item.symbol;
    this.#dress(drawn, item);
    const reface = () => drawn.use.setAttribute("href", `#${this.prefix}-${drawn.item.symbol}`);
    if (!moves) {
      if (turned) reface();
      return [];
    }
    const running = moved ? [slide(drawn.element, before, item, scene)] : [];
    if (turned) {
      const delay = source && source !== item ? 70 * Math.hypot(source.x - item.x, source.y - item.y) : 0;
      return [...running, turnOver(drawn.inner, item, delay, reface)];
    }
    return running;
  }

  /** @param {Drawn} drawn @param {Item} item */
  #dress(drawn, item) {
    drawn.item = item;
    drawn.element.setAttribute("transform", place(item));
    if (item.label && !drawn.text) {
      drawn.text = shape("text", { class: "label", y: 15 });
      drawn.inner.append(drawn.text);
    }
    if (drawn.text) drawn.text.textContent = item.label;
  }

  /** @param {string} id @param {boolean} moves */
  #removed(id, moves) {
    const drawn = this.drawn.get(id);
    this.drawn.delete(id);
    if (!drawn) return undefined;
    delete drawn.element.dataset.id;
    drawn.element.setAttribute("class", "item");
    drawn.element.removeAttribute("tabindex");
    drawn.element.removeAttribute("role");
    drawn.element.setAttribute("aria-hidden", "true");
    if (!moves || drawn.item.states.includes("floor")) return void drawn.element.remove();
    const leaving = vanish(drawn.inner);
    leaving.finished.then(() => drawn.element.remove(), () => drawn.element.remove());
    return leaving;
  }

  /** @param {Scene} scene */
  #drawTrail(scene) {
    this.trail.replaceChildren();
    if (!scene.trail || scene.trail.length < 2) return;
    const points = scene.trail.map(([x = 0, y = 0]) => [x * 100, y * 100]);
    this.trail.append(shape("polyline", { points: points.map((point) => point.join(",")).join(" ") }));
    for (const [x = 0, y = 0] of points.slice(0, -1)) this.trail.append(shape("circle", { cx: x, cy: y, r: 9 }));
  }

  /**
   * Says what can be chosen, what is, and what is advised.
   * @param {Marks} marks
   */
  mark(marks) {
    this.marks = marks;
    for (const [id, drawn] of this.drawn) {
      const open = marks.next.has(id) || marks.others.has(id) || marks.picked.includes(id);
      this.#open(drawn, open, marks.picked.includes(id), marks.hinted.includes(id));
    }
    passFocus(this.drawn, marks.next);
    this.#drawHalos();
  }

  /** @param {Drawn} drawn @param {boolean} open @param {boolean} picked @param {boolean} hinted */
  #open(drawn, open, picked, hinted) {
    const { item, element } = drawn;
    element.setAttribute("class", ["item", ...item.states, ...(open ? ["next"] : []), ...(picked ? ["picked"] : [])].join(" "));
    const name = item.name || (open ? item.label || item.id : "");
    const said = open ? [name, picked ? say("chosen") : say("can be chosen"), ...(hinted ? [say("suggested")] : [])].join(", ") : name;
    if (said) {
      element.setAttribute("aria-label", said);
      element.removeAttribute("aria-hidden");
      element.setAttribute("role", open ? "button" : "img");
    } else {
      element.setAttribute("aria-hidden", "true");
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    }
    if (picked) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
    if (open) element.setAttribute("tabindex", "0");
    else if (document.activeElement === element) element.setAttribute("tabindex", "-1");
    else element.removeAttribute("tabindex");
  }

  /**
   * Shows what would stand where, the ways to get there, and one of them in full.
   * @param {Map<string, string[]>} ghosts
   * @param {Way[]} ways
   * @param {Way | null} full
   */
  foresee(ghosts, ways, full) {
    this.ghosts = ghosts;
    const line = (/** @type {Way} */ way) => way.map(({ x, y }) => `${x * 100},${y * 100}`).join(" ");
    this.foreseen.replaceChildren(...ways.map((way) => shape("polyline", { class: "way", points: line(way) })));
    if (full) {
      this.foreseen.append(shape("polyline", { class: "way full under", points: line(full) }), shape("polyline", { class: "way full", points: line(full) }));
      for (const { x, y, symbol } of full.slice(1, -1)) this.foreseen.append(this.#ghost(symbol, x * 100, y * 100, 0.42));
    }
    this.#drawHalos();
  }

  /** @param {string} symbol @param {number} x @param {number} y @param {number} scale */
  #ghost(symbol, x, y, scale) {
    const ghost = shape("g", { class: "coming", transform: `translate(${x} ${y}) scale(${scale})` });
    ghost.append(shape("use", { x: -50, y: -50, width: 100, height: 100, href: `#${this.prefix}-${symbol}` }));
    return ghost;
  }

  #drawHalos() {
    this.halos.replaceChildren();
    const { next, picked, hinted } = this.marks;
    for (const id of new Set([...next, ...this.ghosts.keys(), ...picked, ...hinted])) {
      const drawn = this.drawn.get(id);
      if (!drawn) continue;
      const kinds = [picked.includes(id) && "picked", hinted.includes(id) && "hinted", id === this.hovered && "over"];
      this.halos.append(this.#halo(drawn.item, kinds.filter((kind) => typeof kind === "string")));
    }
    const focused = [...this.drawn.values()].find(({ element }) => element === document.activeElement && element.matches(":focus-visible"));
    if (focused) this.halos.append(this.#halo(focused.item, ["focus"]));
  }

  /** @param {Item} item @param {string[]} kinds */
  #halo(item, kinds) {
    const halo = shape("g", { class: ["halo", ...kinds].join(" "), transform: place(item) });
    const plain = kinds.every((kind) => kind === "over");
    const ghosts = kinds.includes("focus") ? [] : (this.ghosts.get(item.id) ?? []);
    halo.append(...this.#ghostly(ghosts, plain));
    if (ghosts.length && plain) return halo;
    if (plain && this.marks.next.size > MANY) {
      const corner = item.states.includes("floor") ? { cx: 0, cy: 0 } : { cx: 36, cy: -36 };
      halo.append(shape("circle", { class: "spot", r: kinds.length ? 20 : 11, ...corner }));
    } else if (plain && item.states.includes("floor")) {
      halo.append(shape("circle", { class: "dot", r: kinds.length ? 24 : 17 }));
    } else {
      const box = { x: -45, y: -45, width: 90, height: 90, rx: 36 };
      halo.append(shape("rect", { class: "under", ...box }), shape("rect", { class: "ring", ...box }));
    }
    if (kinds.includes("hinted")) halo.append(shape("path", { class: "star", d: STAR, transform: "translate(32 -32) scale(1.5)" }));
    return halo;
  }

  /**
   * One thing that would come there, or several that could, side by side.
   * @param {string[]} symbols
   * @param {boolean} ringed
   */
  #ghostly(symbols, ringed) {
    const [only, ...others] = symbols;
    if (only === undefined) return [];
    const round = { r: 44, cx: 0, cy: 0 };
    const ring = ringed ? [shape("circle", { class: "hollow under", ...round }), shape("circle", { class: "hollow", ...round })] : [];
    if (!others.length) return [...ring, this.#ghost(only, 0, 0, 0.86)];
    const across = symbols.length > 4 ? 3 : 2;
    const down = Math.ceil(symbols.length / across);
    const size = (across === down ? 62 : 74) / across; // inside the ring
    const places = symbols.map((_, at) => [(at % across) - (across - 1) / 2, Math.floor(at / across) - (down - 1) / 2]);
    return [...ring, ...symbols.map((symbol, at) => this.#ghost(symbol, (places[at]?.[0] ?? 0) * size, (places[at]?.[1] ?? 0) * size, size / 100))];
  }

  /** @param {string | undefined} id */
  #hover(id) {
    if (id === this.hovered) return;
    this.hovered = id;
    this.#drawHalos();
    this.onhover(id);
  }

  /** @param {Event} event */
  #focused(event) {
    this.#drawHalos();
    const byKeyboard = event.type === "focusin" && event.target instanceof Element && event.target.matches(":focus-visible");
    this.onhover(byKeyboard ? this.#idOf(event) : this.hovered);
  }

  /** @param {Event} event */
  #idOf(event) {
    const target = event.target instanceof Element ? event.target.closest("g.next") : null;
    return target instanceof SVGGElement ? target.dataset.id : undefined;
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const id = this.#idOf(event);
    if (id !== undefined) this.onpick(id);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    const id = this.#idOf(event);
    if (id === undefined) return;
    event.preventDefault();
    this.onpick(id);
  }
}
