/** The server that the app came from, if it came from one: it has the app at an address below its own. */
import { root } from "../static/dom.js";

export const server = root.slice(0, Math.max(0, root.lastIndexOf("/")));

/** So long it waits before it asks a server again that should be there, in ms. */
const AGAIN = [1_000, 3_000, 10_000, 30_000];

/** Whether it is there. That is unknown, and worth asking again, where there is a network and no clear answer: a network is
 * told to be back before it carries anything, and a server may be away for a moment. @returns {Promise<boolean | undefined>} */
async function reachable() {
  if (!root || !navigator.onLine) return false;
  const response = await fetch(`${server}/healthz`, { cache: "no-store" }).catch(() => null);
  if (!response || response.status >= 500) return undefined;
  const told = await response.json().catch(() => null);
  return told?.ok === true;
}

/**
 * Tells whether it can be reached: now, when a network comes or goes, when somebody looks at the page again, and as soon as
 * a server that was away for a moment is back.
 * @param {(there: boolean) => void} told
 * @returns {() => Promise<void>} asks once more
 */
export function follow(told) {
  let asked = 0;
  let waiting = 0;
  const look = async (tries = 0) => {
    clearTimeout(waiting);
    const mine = ++asked;
    const there = await reachable();
    if (mine !== asked) return; // whoever asked since knows better
    told(there === true);
    if (there === undefined) waiting = setTimeout(look, AGAIN[Math.min(tries, AGAIN.length - 1)], tries + 1);
  };
  for (const event of ["online", "offline"]) addEventListener(event, () => void look());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void look());
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
