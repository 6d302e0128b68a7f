/** Fingers are thick: where things that can be chosen lie close together, a touch first enlarges the board there. */
import { make, say } from "./dom.js";

/** @import {Stage} from "./stage.js" */
/** @import {Frame} from "./types.js" */
/** @typedef {{x: number, y: number}} Point */

/** Things to touch are at least so many pixels apart. */
export const APART = 40;
const MOST = 5;
const LEAST = 1.02;
/** So many milliseconds after a touch has enlarged the board, another one is its double: it was not aimed at what is there now. */
const DOUBLE = 350;
/** Between the board and the button that shows all of it, in pixels. */
const GAP = 4;

/** @param {Point} a @param {Point} b */
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The part of a board to show, so that what lies around a finger can be told apart; nothing if it can be anyway.
 * @param {Point[]} targets the middles of what can be chosen, in the board's own lengths
 * @param {Point} finger
 * @param {Frame} whole
 * @param {number} scale pixels for each of the board's lengths
 * @param {Frame} shown what is shown of it now
 * @param {number} share of the board's height, what there is room for once it is enlarged
 * @returns {Frame | null}
 */
export function enlarged(targets, finger, whole, scale, shown = whole, share = 1) {
  const reach = APART / scale;
  const near = targets.filter((each) => far(each, finger) < reach);
  const close = near.flatMap((each) => targets.filter((other) => other !== each && far(each, other) < reach).map((other) => far(each, other)));
  if (!close.length) return null;
  const now = whole.width / shown.width;
  const times = Math.min(MOST, (now * 1.1 * reach) / Math.max(1, Math.min(...close)));
  if (times < now * LEAST) return null; // as large as it gets: the touch counts
  return framed(finger, whole, times, share);
}

/**
 * A part of the board around a point, so many times as large, inside the board.
 * @param {Point} middle
 * @param {Frame} whole
 * @param {number} times
 * @param {number} share of its height
 * @returns {Frame}
 */
function framed(middle, whole, times, share) {
  const [width, height] = [whole.width / times, (whole.height * share) / times];
  /** @param {number} at @param {number} size @param {number} from @param {number} all */
  const within = (at, size, from, all) => Math.max(from, Math.min(from + all - size, at - size / 2));
  return { x: within(middle.x, width, whole.x, whole.width), y: within(middle.y, height, whole.y, whole.height), width, height };
}

/** Whether a part of the board shows all of these. @param {Frame} frame @param {Point[]} points */
export function shows(frame, points) {
  return points.every(({ x, y }) => x >= frame.x && y >= frame.y && x <= frame.x + frame.width && y <= frame.y + frame.height);
}

export class Enlarging {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.since = -Infinity;
    this.out = make("button", { type: "button", class: "button whole-board" }, say("Whole board"));
    this.out.addEventListener("click", () => this.whole());
    stage.svg.addEventListener("click", (event) => this.#touched(event), true);
    stage.onwhole = () => this.out.remove();
  }

  /** @param {Iterable<string>} ids @returns {Point[]} */
  #points(ids) {
    return [...ids].flatMap((id) => {
      const item = this.stage.drawn.get(id)?.item;
      return item ? [{ x: item.x * 100, y: item.y * 100 }] : [];
    });
  }

  /** @param {MouseEvent} event */
  #touched(event) {
    if (!(event instanceof PointerEvent) || event.pointerType !== "touch") return;
    if (event.timeStamp - this.since < DOUBLE) return event.stopImmediatePropagation();
    const { svg, marks, all, part } = this.stage;
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const targets = this.#points(new Set([...marks.next, ...marks.others, ...marks.picked]));
    const finger = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const frame = enlarged(targets, finger, all, matrix.a, part ?? all, this.#share(matrix.a)); // what comes after a choice may lie closer than what it was enlarged for
    if (!frame) return;
    event.stopImmediatePropagation();
    this.since = event.timeStamp;
    this.#show(frame);
  }

  /** The button stands below the board, on no part of it: how much of the height that leaves. @param {number} scale */
  #share(scale) {
    const { all, part, host } = this.stage;
    if (part) return (part.height * all.width) / (all.height * part.width);
    host.append(this.out);
    const { height } = this.out.getBoundingClientRect();
    this.out.remove();
    return 1 - (height + GAP) / (all.height * scale);
  }

  /** @param {Frame} frame */
  #show(frame) {
    this.stage.look(frame);
    this.stage.host.append(this.out);
  }

  /** Something was chosen: what comes next stays in sight, or the whole board is shown. */
  follow() {
    const { all, part } = this.stage;
    if (!part) return;
    const { next, picked } = this.stage.marks;
    const wanted = this.#points([...next, ...picked]);
    if (!wanted.length || shows(part, wanted)) return;
    const middle = { x: mean(wanted.map(({ x }) => x)), y: mean(wanted.map(({ y }) => y)) };
    const times = all.width / part.width;
    const moved = framed(middle, all, times, (part.height * times) / all.height);
    if (picked.length && shows(moved, wanted)) this.#show(moved);
    else if (picked.length) this.whole();
  }

  /** All of the board again. */
  whole() {
    this.stage.look(null);
  }
}

/** @param {number[]} all the middle between the least and the greatest */
function mean(all) {
  return (Math.min(...all) + Math.max(...all)) / 2;
}
