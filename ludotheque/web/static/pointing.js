/** What lies where somebody points: also what cannot be chosen now, and so catches no clicks. Knows no game. */

/** @import {Stage} from "./stage.js" */

const LONG = 550;
const DWELL = 900;
/** A finger that holds still may tremble so much. */
const STILL = 10;

/**
 * The thing that lies on top at a point of the window.
 * @param {Stage} stage
 * @param {number} x
 * @param {number} y
 * @returns {string | undefined}
 */
export function thingAt(stage, x, y) {
  const matrix = stage.svg.getScreenCTM()?.inverse();
  if (!matrix) return undefined;
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  let found;
  for (const [id, { item }] of stage.drawn) {
    if (!item.name || item.scale > 3) continue; // mere decoration, and the ground
    const half = 50 * item.scale;
    const inside = Math.abs(point.x - item.x * 100) <= half && Math.abs(point.y - item.y * 100) <= half;
    const above = !found || !item.states.includes("floor") || stage.drawn.get(found)?.item.states.includes("floor");
    if (inside && above) found = id;
  }
  return found;
}

/**
 * Tells of clicks that mean nothing here, and of things that are pointed at or held down for a while.
 * @typedef {{idle: (id: string, x: number, y: number) => void, point: (id: string, x: number, y: number) => void, leave: () => void,
 *   dwells: () => boolean}} Pointed
 */
export class Pointing {
  /**
   * @param {Stage} stage
   * @param {Pointed} told
   */
  constructor(stage, told) {
    this.stage = stage;
    this.told = told;
    this.timer = 0;
    /** Where a finger or the pointer rests. */
    this.at = { x: 0, y: 0 };
    /** Whether it is a finger, under which one sees nothing. */
    this.finger = false;
    /** A long press is no click. */
    this.held = false;
    const { svg } = stage;
    svg.addEventListener("click", (event) => this.#clicked(event), true);
    svg.addEventListener("pointerdown", (event) => this.#wait(event, LONG, true));
    svg.addEventListener("pointermove", (event) => this.#moved(event));
    for (const kind of ["pointerup", "pointercancel"]) svg.addEventListener(kind, () => clearTimeout(this.timer));
    svg.addEventListener("pointerleave", (event) => this.#left(event));
    document.addEventListener("pointerdown", (event) => event.pointerType === "touch" && this.told.leave());
    svg.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
    svg.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.held) {
      this.held = false;
      return event.stopPropagation();
    }
    this.told.leave();
    this.finger = event instanceof PointerEvent && event.pointerType === "touch";
    const open = event.target instanceof Element && event.target.closest("g.next");
    const id = open ? undefined : thingAt(this.stage, event.clientX, event.clientY);
    if (id !== undefined) this.told.idle(id, event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event @param {number} time @param {boolean} holds */
  #wait(event, time, holds) {
    clearTimeout(this.timer);
    this.at = { x: event.clientX, y: event.clientY };
    this.finger = event.pointerType === "touch";
    if (holds) this.held = false;
    this.timer = window.setTimeout(() => {
      const id = thingAt(this.stage, this.at.x, this.at.y);
      if (id === undefined) return;
      this.held = holds;
      this.told.point(id, this.at.x, this.at.y);
    }, time);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y) < STILL) return;
    this.told.leave();
    if (event.pointerType === "mouse" && event.buttons === 0 && this.told.dwells()) this.#wait(event, DWELL, false);
    else clearTimeout(this.timer);
  }

  /** What a finger has asked for is read when the finger is gone, until it touches something else. @param {PointerEvent} event */
  #left(event) {
    clearTimeout(this.timer);
    if (event.pointerType !== "touch") this.told.leave();
  }

  /** One key asks what the thing is that the keyboard has come to. @param {KeyboardEvent} event */
  #pressed(event) {
    const on = event.target instanceof SVGGElement ? event.target : null;
    if (event.key !== "?" && event.key !== "Shift") this.told.leave(); // who goes on has read it
    if (event.key !== "?" || !on?.dataset.id) return;
    this.finger = false;
    const box = on.getBoundingClientRect();
    this.told.point(on.dataset.id, box.x + box.width / 2, box.y + box.height / 2);
  }
}
