/** What changes above and below the board keeps the room it once needed: the board stays where it is, and as large. */

/** Lower windows have no room to keep. */
const TALL = 704;

/** @param {HTMLElement} element whose words have just changed */
export function steady(element) {
  const [wide, tall] = [String(window.innerWidth), window.innerHeight >= TALL];
  if (element.dataset.wide !== wide || !tall) element.style.minHeight = "";
  element.dataset.wide = wide;
  if (tall) element.style.minHeight = `${element.getBoundingClientRect().height}px`;
}
