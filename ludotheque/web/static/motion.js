/** How things move: pieces slide and hop along their way, dice roll, balls turn, cards flip, paper folds. */
import { calm } from "./dom.js";

/** @import {Item, Scene} from "./types.js" */

const UNIT = 100;

/** @param {Item} item */
export function place(item) {
  return `translate(${item.x * UNIT} ${item.y * UNIT}) rotate(${item.turn || 0}) scale(${item.scale || 1})`;
}

/**
 * The same place for a style sheet, somewhere else or higher up if wanted.
 * @param {Item} item
 * @param {number} [x]
 * @param {number} [y]
 * @param {number} [lift]
 */
function pose(item, x = item.x, y = item.y, lift = 1) {
  return `translate(${x * UNIT}px, ${y * UNIT}px) rotate(${item.turn || 0}deg) scale(${(item.scale || 1) * lift})`;
}

/** Whether things may move at all: not for people who asked for calm, nor in a page nobody sees. */
export function lively() {
  return !calm.matches && !document.hidden;
}

/** @param {number} ax @param {number} ay @param {number} bx @param {number} by */
const near = (ax, ay, bx, by) => Math.hypot(ax - bx, ay - by) < 0.3;

/**
 * Slides an item from where it was; along the way of the last move when that is how it went.
 * @param {Element} element
 * @param {Item} before
 * @param {Item} after
 * @param {Scene} scene
 */
export function slide(element, before, after, scene) {
  const trail = scene.trail ?? [];
  const [first, last] = [trail[0], trail.at(-1)];
  const follows =
    first && last && trail.length > 1 && near(first[0] ?? 0, first[1] ?? 0, before.x, before.y) && near(last[0] ?? 0, last[1] ?? 0, after.x, after.y);
  const stops = follows ? trail.slice(1, -1) : [];
  /** @type {Keyframe[]} */
  const frames = [{ transform: pose(before), easing: "ease-in-out" }];
  let [x, y] = [before.x, before.y];
  for (const [toX = 0, toY = 0] of [...stops, [after.x, after.y]]) {
    frames.push({ transform: pose(after, (x + toX) / 2, (y + toY) / 2, 1.16), easing: "ease-in-out" });
    frames.push({ transform: pose(after, toX, toY), easing: "ease-in-out" });
    [x, y] = [toX, toY];
  }
  return element.animate(frames, { duration: Math.min(1400, 180 + 260 * (stops.length + 1)) });
}

/**
 * What a thing does when its face changes, by what kind of thing it is.
 * @type {Record<string, {frames: Keyframe[], duration: number}>}
 */
const TURNS = {
  die: {
    frames: [
      { transform: "rotate(0deg) scale(1)" },
      { transform: "rotate(200deg) scale(1.25)", offset: 0.5 },
      { transform: "rotate(360deg) scale(1)" },
    ],
    duration: 520,
  },
  ball: {
    frames: [
      { transform: "scale(1, 1)" },
      { transform: "scale(0.12, 1.06)", offset: 0.5 },
      { transform: "scale(1, 1)" },
    ],
    duration: 460,
  },
  card: {
    frames: [{ transform: "scale(1, 1)" }, { transform: "scale(0.02, 1.05)", offset: 0.5 }, { transform: "scale(1, 1)" }],
    duration: 420,
  },
};

/**
 * Turns an item over and shows its new face half-way.
 * @param {Element} inner
 * @param {Item} item
 * @param {number} delay
 * @param {() => void} swap
 */
export function turnOver(inner, item, delay, swap) {
  const turn = TURNS[item.kind];
  if (!turn) return swap();
  const moving = inner.animate(turn.frames, { duration: turn.duration, delay, easing: "ease-in-out" });
  setTimeout(swap, delay + turn.duration / 2);
  return moving;
}

/**
 * Folds a flap over: it lies on the other side of its hinge first, rises, and comes down.
 * @param {Element} flap
 * @param {number[]} hinge
 */
export function fold(flap, hinge) {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = hinge.map((each) => each * UNIT);
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  /** @param {number} up */
  const at = (up) => `translate(${x1}px, ${y1}px) rotate(${turn}deg) scale(1, ${up}) rotate(${-turn}deg) translate(${-x1}px, ${-y1}px)`;
  return flap.animate([{ transform: at(-1) }, { transform: at(0.04), offset: 0.5 }, { transform: at(1) }], { duration: 800, easing: "ease-in-out" });
}

/** @param {Element} inner */
export function appear(inner) {
  return inner.animate([{ transform: "scale(0.3)", opacity: 0 }, { transform: "scale(1.08)", opacity: 1, offset: 0.7 }, { transform: "scale(1)" }], {
    duration: 300,
    easing: "ease-out",
  });
}

/** @param {Element} inner */
export function vanish(inner) {
  return inner.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 220, fill: "forwards" });
}
