/** How somebody stands, in words. */
import { say } from "./dom.js";

/** From a value between -1, lost, and 1, won. @param {number} value */
export function standing(value) {
  if (value >= 0.999) return say("won");
  if (value >= 0.25) return say("going well");
  if (value > -0.25) return say("even");
  return value > -0.999 ? say("going badly") : say("lost");
}
