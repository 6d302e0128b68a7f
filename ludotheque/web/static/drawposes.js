/** Small pictures of all ways a drawing can lie. What is seen on each place is told by the server. */
import { make, need, sayCounted } from "./dom.js";

/** @typedef {{name: string, seen: number[]}} Pose */

const CELL = 4;
const HALF = "#cbb88f";

export class Poses {
  /** @param {(pose: number) => void} enlarge */
  constructor(enlarge) {
    this.list = need("draw-poses", HTMLElement);
    this.enlarge = enlarge;
    /** @type {Pose[]} */
    this.poses = [];
    this.at = 0;
    this.list.addEventListener("click", (event) => {
      const at = [...this.list.children].findIndex((each) => event.target instanceof Node && each.contains(event.target));
      if (at < 0) return;
      this.#go(at, true);
      this.enlarge(at);
    });
    this.list.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.#across(), ArrowDown: this.#across() }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = this.at + step;
      if (next >= 0 && next < this.poses.length) this.#go(next, true);
    });
  }

  #across() {
    const first = this.list.firstElementChild;
    const same = [...this.list.children].filter((each) => first instanceof HTMLElement && each instanceof HTMLElement && each.offsetTop === first.offsetTop);
    return Math.max(1, same.length);
  }

  /** @param {number} at @param {boolean} focus */
  #go(at, focus) {
    this.list.children[this.at]?.setAttribute("tabindex", "-1");
    this.at = at;
    const chosen = this.list.children[at];
    chosen?.setAttribute("tabindex", "0");
    if (focus && chosen instanceof HTMLElement) chosen.focus();
  }

  /** Other ways to lie: there are others for another kind. @param {Pose[]} poses */
  set(poses) {
    this.poses = poses;
    const side = Math.round(Math.sqrt(poses[0]?.seen.length ?? 1));
    const size = String(side * CELL);
    this.list.replaceChildren(
      ...poses.map((pose) => make("button", { type: "button", tabindex: "-1", "aria-label": pose.name, title: pose.name },
        make("canvas", { width: size, height: size, "aria-hidden": "true" }))),
    );
    this.#go(0, false);
    need("draw-poses-count", HTMLElement).textContent = sayCounted("{n} way. Choose one to see it large.", "{n} ways. Choose one to see it large.", poses.length);
  }

  /**
   * @param {string} letters of all surfaces, one after the other
   * @param {(at: number, letter: string) => [string, string]} colours of the paper and of what is on it
   */
  show(letters, colours) {
    const inks = [...letters].map((letter, at) => colours(at, letter));
    const side = Math.round(Math.sqrt(this.poses[0]?.seen.length ?? 1));
    this.poses.forEach((pose, number) => {
      const canvas = this.list.children[number]?.firstElementChild;
      const pen = canvas instanceof HTMLCanvasElement ? canvas.getContext("2d") : null;
      if (!pen) return;
      pen.clearRect(0, 0, side * CELL, side * CELL);
      pose.seen.forEach((cell, place) => {
        if (cell === -1) return;
        const x = (place % side) * CELL, y = Math.floor(place / side) * CELL;
        const [paper, ink] = cell === -2 ? [HALF, HALF] : (inks[cell] ?? [HALF, HALF]);
        pen.fillStyle = paper;
        pen.fillRect(x, y, CELL, CELL);
        if (ink === paper) return;
        pen.fillStyle = ink;
        pen.fillRect(x + 0.5, y + 0.5, CELL - 1, CELL - 1);
      });
    });
  }
}
