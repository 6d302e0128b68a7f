/** Surfaces of cells that are drawn on: by pointer, touch and keyboard. What a cell shows is told by the server. */
import { make, say } from "./dom.js";
import { shape } from "./shapes.js";

/** @typedef {{id: string, name: string, rows: string[], columns: string[]}} Surface */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0],
});

/** What a letter looks like on a surface. @param {string} surface @param {string} letter */
export function used(surface, letter) {
  return shape("use", { href: `#symbol-${surface}-${letter === "." ? "empty" : letter}`, x: -50, y: -50, width: 100, height: 100 });
}

/** An empty picture of one cell. */
export function square() {
  return shape("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
}

export class Grid {
  /**
   * @param {Surface} surface
   * @param {(at: number) => void} put what happens when a cell is chosen
   * @param {(at: number) => void} empty and when it is emptied
   */
  constructor(surface, put, empty) {
    this.surface = surface;
    this.width = surface.columns.length;
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    this.put = put;
    this.empty = empty;
    this.at = 0;
    const title = make("h2", { id: `surface-${surface.id}` }, surface.name);
    const grid = make("div", { class: "cells", role: "grid", "aria-labelledby": title.id, "aria-describedby": "draw-keys" });
    grid.append(this.#heads());
    grid.style.setProperty("--columns", String(this.width));
    grid.append(...surface.rows.map((row) => this.#row(row)));
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("click", (event) => {
      const cell = event.target instanceof Element ? event.target.closest("button") : null;
      const at = cell ? this.cells.indexOf(cell) : -1;
      if (at < 0) return;
      this.#go(at);
      this.put(at);
    });
    this.element = make("section", { class: "surface" }, title, make("div", { class: "cells-frame" }, grid));
    this.#go(0, false);
  }

  #heads() {
    const corner = make("span", { role: "presentation" });
    const heads = this.surface.columns.map((name) => make("span", { class: "head", role: "columnheader" }, name));
    return make("div", { class: "cells-row", role: "row" }, corner, ...heads);
  }

  /** @param {string} row */
  #row(row) {
    const cells = this.surface.columns.map(() => {
      const cell = make("button", { type: "button", tabindex: "-1" }, square());
      this.cells.push(cell);
      return make("div", { role: "gridcell" }, cell);
    });
    return make("div", { class: "cells-row", role: "row" }, make("span", { class: "head", role: "rowheader" }, row), ...cells);
  }

  /** The name of a cell: C4. @param {number} at */
  name(at) {
    return `${this.surface.rows[Math.floor(at / this.width)]}${this.surface.columns[at % this.width]}`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = STEPS[event.key];
    if (step) {
      const row = Math.floor(this.at / this.width) + step[0], column = (this.at % this.width) + step[1];
      if (row >= 0 && column >= 0 && row < this.surface.rows.length && column < this.width) this.#go(row * this.width + column);
      event.preventDefault();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.empty(this.at);
      event.preventDefault();
    } else if (event.key === "Home" || event.key === "End") {
      const row = Math.floor(this.at / this.width) * this.width;
      this.#go(event.key === "Home" ? row : row + this.width - 1);
      event.preventDefault();
    }
  }

  /** One cell at a time can be reached with the Tab key. @param {number} at */
  #go(at, focus = true) {
    this.cells[this.at]?.setAttribute("tabindex", "-1");
    this.at = at;
    this.cells[at]?.setAttribute("tabindex", "0");
    if (focus) this.cells[at]?.focus();
  }

  /** @param {string} name of a cell */
  focus(name) {
    const at = this.cells.findIndex((_, each) => this.name(each) === name);
    if (at >= 0) this.#go(at);
  }

  /**
   * Shows what lies on the cells.
   * @param {string} letters
   * @param {Map<string, string>} names by letter
   * @param {string} kind what is drawn: of another kind, the same letter may look different
   */
  show(letters, names, kind) {
    this.cells.forEach((cell, at) => {
      const letter = letters[at] ?? ".";
      if (cell.dataset.shown === kind + letter) return;
      cell.dataset.shown = kind + letter;
      cell.querySelector("svg")?.replaceChildren(used(this.surface.id, letter));
      const what = names.get(letter);
      cell.setAttribute("aria-label", what ? `${this.name(at)}, ${what}` : this.name(at));
    });
  }

  /** Shades cells that belong together. @param {Record<string, number>} guides by surface and name */
  shade(guides) {
    this.cells.forEach((cell, at) => {
      const shade = guides[`${this.surface.id}-${this.name(at)}`] ?? 0;
      cell.classList.toggle("shade-1", shade === 1);
      cell.classList.toggle("shade-2", shade === 2);
    });
  }

  /** Marks the cells that something is wrong with. @param {Map<string, string>} wrong by the names of cells */
  mark(wrong) {
    this.cells.forEach((cell, at) => {
      const told = wrong.get(this.name(at));
      cell.classList.toggle("wrong", told === "wrong");
      cell.classList.toggle("missing", told === "missing");
      if (told) cell.setAttribute("aria-description", told === "wrong" ? say("something is wrong here") : say("something may be missing here"));
      else cell.removeAttribute("aria-description");
    });
  }
}
