/** A picture that has two arrangements is shown in the one that is larger in the room there is. Knows no game. */

/** @import {Frame, Item, Scene} from "./types.js" */
/** @typedef {{width: number, height: number}} Room */

const UNIT = 100;
/** The other arrangement must be so many times as large: much so in the same window, lest a line of words more throws all about. */
const BETTER = { other: 1.05, same: 1.4 };

/** Tells windows apart; what comes and goes at the edge of a phone's screen makes no other one. */
export function windowNow() {
  return `${innerWidth} ${Math.round(innerHeight / 200)}`;
}

/** The room for a board: as wide as its host, as high as the window leaves it. @param {HTMLElement} host @returns {Room} */
export function roomOf(host) {
  const box = host.getBoundingClientRect();
  const below = Math.max(0, (host.parentElement?.getBoundingClientRect().bottom ?? box.bottom) - box.bottom);
  return { width: box.width, height: innerHeight - (box.top + scrollY) - below };
}

/**
 * Whether a scene is better shown as in a wide window.
 * @param {Scene} scene
 * @param {Room} room
 * @param {boolean} now how it is shown
 * @param {"same" | "other"} within the window it was shown in so far, or another one
 */
export function suits(scene, room, now, within) {
  const [, , width = 0, height = 0] = scene.wide ?? [];
  if (!width || !height) return false;
  if (room.width <= 0 || room.height <= 0) return now;
  const wide = Math.min(room.width / width, room.height / height);
  const high = Math.min(room.width / scene.width, room.height / scene.height);
  return now ? high < wide * BETTER[within] : wide > high * BETTER[within];
}

/**
 * The scene in one of its arrangements, and all that is to be seen of it.
 * @param {Scene} scene
 * @param {boolean} wide
 * @returns {{scene: Scene, all: Frame}}
 */
export function arranged(scene, wide) {
  const [left, top, width, height] = (wide && scene.wide) || [0, 0, scene.width, scene.height];
  const all = framed(left ?? 0, top ?? 0, width ?? 0, height ?? 0);
  return { scene: wide && scene.wide ? { ...scene, items: scene.items.map(moved) } : scene, all };
}

/** @param {Item} item @returns {Item} */
function moved(item) {
  if (!item.wide) return item;
  const [x = item.x, y = item.y, scale = item.scale] = item.wide;
  return { ...item, x, y, scale };
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Frame} */
function framed(x, y, width, height) {
  return { x: x * UNIT, y: y * UNIT, width: width * UNIT, height: height * UNIT };
}
