/** The server that the app came from, if it came from one: it has the app at an address below its own. */
import { root } from "../static/dom.js";

export const server = root.slice(0, Math.max(0, root.lastIndexOf("/")));

/** Whether there is one, and a way to it. */
export async function reachable() {
  if (!root || !navigator.onLine) return false;
  const told = await fetch(`${server}/healthz`, { cache: "no-store" }).then((response) => response.json()).catch(() => null);
  return told?.ok === true;
}

/** What is only there can be reached now. @param {Document} page */
export async function showWay(page) {
  const links = page.querySelectorAll("a[data-server]");
  if (!links.length || !(await reachable())) return;
  for (const link of links) {
    link.setAttribute("href", `${server}${link.getAttribute("data-server")}`);
    link.setAttribute("target", "_top");
    link.removeAttribute("hidden");
  }
}
