/** The server that the app came from, if it came from one: it has the app at an address below its own. */
import { root } from "../static/dom.js";

export const server = root.slice(0, Math.max(0, root.lastIndexOf("/")));

/** Whether there is one, and a way to it. */
async function reachable() {
  if (!root || !navigator.onLine) return false;
  const told = await fetch(`${server}/healthz`, { cache: "no-store" }).then((response) => response.json()).catch(() => null);
  return told?.ok === true;
}

/**
 * Tells whether it can be reached: now, when a network comes or goes, and when somebody looks at the page again.
 * @param {(there: boolean) => void} told
 * @returns {() => Promise<void>} asks once more
 */
export function follow(told) {
  const look = async () => told(await reachable());
  for (const event of ["online", "offline"]) addEventListener(event, look);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && look());
  void look();
  return look;
}

/** What is only there is offered, or greyed out with a word of why. @param {Document} page @param {boolean} there */
export function showWay(page, there) {
  for (const link of page.querySelectorAll("a[data-server]")) {
    link.setAttribute("href", `${server}${link.getAttribute("data-server")}`);
    link.setAttribute("target", "_top");
    link.toggleAttribute("hidden", !there);
  }
  for (const instead of page.querySelectorAll("[data-away]")) instead.toggleAttribute("hidden", there);
}
