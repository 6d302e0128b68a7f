/** What changes above and below the board keeps the room it once needed: the board stays where it is, and as large. */

/** Lower windows have no room to keep. */
const TALL = 704;
/** @type {Set<HTMLElement>} what keeps its room */
const kept = new Set();
// in another window everything needs other room
addEventListener("resize", () => kept.forEach((element) => element.dataset.wide !== String(innerWidth) && (element.style.minHeight = "")));

/** @param {HTMLElement} element whose words have just changed */
export function steady(element) {
  const [wide, tall] = [String(window.innerWidth), window.innerHeight >= TALL];
  if (element.dataset.wide !== wide || !tall) element.style.minHeight = "";
  element.dataset.wide = wide;
  kept.add(element);
  if (tall) element.style.minHeight = `${element.getBoundingClientRect().height}px`;
}
