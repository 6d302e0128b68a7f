/** Why something could not be kept or answered, in the reader's words. */
import { say } from "../static/dom.js";

/** @import {Told} from "./house.js" */
/** @import {Problem} from "../static/types.js" */

/** @param {Told} told @returns {Problem} */
export function refusalOf(told) {
  if (told.unkept === "full") {
    return { code: "storage-full", text: say("This device has no room left: nothing was lost, but this could not be kept. Make room, then try again.") };
  }
  if (told.unkept) return { code: "not-kept", text: say("This could not be kept, so it has not happened. Try again.") };
  return told.content?.error ?? { code: "failed", text: say("That did not work. Try again.") };
}
