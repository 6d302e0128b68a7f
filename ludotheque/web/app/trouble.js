/** What a browser must have, and what is said where something is missing. */
import { say } from "../static/dom.js";

/** Why this browser cannot run the app, in words; nothing where it can. */
export async function missing() {
  if (!isSecureContext) return say("The app needs an address that begins with https.");
  if (typeof WebAssembly !== "object") return say("This browser has no WebAssembly, or it is switched off: the app cannot run in it.");
  if (typeof Worker !== "function") return say("This browser has no workers, or they are switched off: the app cannot run in it.");
  if (!("serviceWorker" in navigator)) {
    return say("This browser does not let the app keep its files, as in a private window. Open it in an ordinary window.");
  }
  if (!(await canKeep())) return say("This browser does not let the app keep your games on this device, as in a private window. Open it in an ordinary window.");
  return "";
}

/** Whether what is kept goes with the window: private ones of Firefox and Safari have no files of their own, and say no more. */
export async function forgets() {
  try {
    await navigator.storage?.getDirectory?.();
    return false;
  } catch {
    return true;
  }
}

/** Whether games can be kept. @returns {Promise<boolean>} */
function canKeep() {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open("ludotheque trial");
      request.onsuccess = () => {
        request.result.close();
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
