/** A game is won: paper rains over the board, once, for those who like things to move. */
import { make } from "./dom.js";
import { lively } from "./motion.js";

/** @import {Snapshot} from "./types.js" */

const PIECES = 70;
const COLOURS = ["#d5342b", "#f0c419", "#2f9e4f", "#2b6fd1", "#8a44b8", "#f08a1d"];

/**
 * Whether there is something to celebrate here: somebody has won, and if people play on this page, one of them.
 * @param {Snapshot} table
 */
export function festive(table) {
  const winners = table.over ? (table.outcome?.winners ?? []) : [];
  return winners.length > 0 && (table.you.length === 0 || winners.some((seat) => table.you.includes(seat)));
}

/** @param {HTMLElement} host what it rains over */
export function celebrate(host) {
  if (!lively()) return;
  const sky = make("div", { class: "confetti", "aria-hidden": "true" });
  host.append(sky);
  const height = sky.getBoundingClientRect().height;
  const falling = Array.from({ length: PIECES }, (_, at) => drop(sky, at, height));
  void Promise.allSettled(falling.map((each) => each.finished)).then(() => sky.remove());
}

/** @param {HTMLElement} sky @param {number} at @param {number} height */
function drop(sky, at, height) {
  const piece = make("i", { class: at % 3 ? "" : "round" });
  piece.style.left = `${(at * 61) % 100}%`;
  piece.style.background = COLOURS[at % COLOURS.length] ?? "";
  sky.append(piece);
  const sway = ((at * 37) % 80) - 40;
  const turns = 360 * (1 + (at % 3)) * (at % 2 ? 1 : -1);
  return piece.animate(
    [
      { transform: "translate(0, -24px) rotate(0deg)", opacity: 1 },
      { transform: `translate(${sway}px, ${height * 0.7}px) rotate(${turns * 0.7}deg)`, opacity: 1, offset: 0.75 },
      { transform: `translate(${sway / 2}px, ${height}px) rotate(${turns}deg)`, opacity: 0 },
    ],
    { duration: 1800 + ((at * 97) % 1400), delay: (at * 53) % 700, easing: "cubic-bezier(0.3, 0.1, 0.6, 1)", fill: "both" },
  );
}
