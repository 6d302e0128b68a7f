/** The rules beside the board: a drawer, on a phone a sheet over its lower part. The table goes on behind it. */
import { make, maybe, need, say } from "./dom.js";

/** The drawer is filled when it is first opened. @type {Promise<void> | null} */
let filled = null;

/** @param {string} address @param {HTMLElement} room */
async function fill(address, room) {
  room.replaceChildren(make("p", {}, say("One moment…")));
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(String(response.status));
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const parts = [...page.querySelectorAll(".chapters, .prose")];
    room.replaceChildren(...parts.map((part) => document.importNode(part, true)));
  } catch {
    filled = null; // opened again, it is asked for again
    room.replaceChildren(make("p", {}, say("That did not work. Try again.")));
  }
}

/** A chapter is gone to inside the drawer; the table's address stays. @param {Event} event */
function toChapter(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
  const chapter = link && document.getElementById(decodeURIComponent(link.getAttribute("href")?.slice(1) ?? ""));
  if (!chapter) return;
  event.preventDefault();
  chapter.setAttribute("tabindex", "-1");
  chapter.scrollIntoView();
  chapter.focus({ preventScroll: true });
}

/** Lets the link to the rules open them here. Where there is no drawer, it stays a link. */
export function offerRules() {
  const link = maybe("rules-link");
  const drawer = maybe("drawer");
  if (!(link instanceof HTMLAnchorElement) || !drawer) return;
  const room = need("drawer-room", HTMLElement);
  const close = () => {
    drawer.hidden = true;
    link.focus({ preventScroll: true });
  };
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    drawer.hidden = false;
    filled ??= fill(link.href, room);
    need("drawer-close", HTMLElement).focus({ preventScroll: true });
  });
  room.addEventListener("click", toChapter);
  need("drawer-close", HTMLElement).addEventListener("click", close);
  drawer.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}
