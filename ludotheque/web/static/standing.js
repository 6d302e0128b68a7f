/** How somebody stands, in words. */
import { say } from "./dom.js";

/** From a value between -1, lost, and 1, won. @param {number} value */
export function standing(value) {
  if (value >= 0.999) return say("stands_won");
  if (value >= 0.25) return say("stands_well");
  if (value > -0.25) return say("stands_even");
  return value > -0.999 ? say("stands_badly") : say("stands_lost");
}
