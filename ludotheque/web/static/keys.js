/** Arrow keys go from choice to choice by where they lie, on the board and among the buttons. */

/** @import {Drawn} from "./stage.js" */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} element @returns {[number, number]} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * The choice that lies this way: near, and rather straight ahead than aside.
 * @param {Element | null} from
 * @param {Element[]} choices
 * @param {[number, number]} way
 */
export function ahead(from, choices, way) {
  if (!from) return choices[0];
  const [x, y] = middle(from);
  let [best, least] = [/** @type {Element | undefined} */ (undefined), Infinity];
  for (const choice of choices) {
    if (choice === from) continue;
    const [dx, dy] = [middle(choice)[0] - x, middle(choice)[1] - y];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (along < 2) continue;
    const cost = along + 2.5 * aside;
    if (cost < least) [best, least] = [choice, cost];
  }
  return best;
}

/**
 * Who has moved a piece by keyboard is left on its new square. As soon as what stands there can be chosen, that has the
 * focus: the ring is around it, and Enter would do nothing.
 * @param {Map<string, Drawn>} drawn
 * @param {Set<string>} next what can be chosen
 */
export function passFocus(drawn, next) {
  const [id, left] = [...drawn].find(([, { element }]) => element === document.activeElement) ?? [];
  if (!id || !left || next.has(id) || !left.item.states.includes("floor") || !left.element.matches(":focus-visible")) return;
  const { x, y } = left.item;
  const there = [...next].map((each) => drawn.get(each)).find((each) => each?.item.x === x && each.item.y === y);
  there?.element.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} root what holds the board and the buttons
 * @param {() => boolean} back goes one step back; whether there was one
 */
export function arrows(root, back) {
  document.addEventListener("keydown", (event) => {
    const active = document.activeElement;
    const inside = active !== null && root.contains(active) && active.matches("g, .choices button");
    if (active && active !== document.body && active.id !== "main" && !inside) return;
    if (event.key === "Escape" && back()) return event.preventDefault();
    const way = WAYS[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
    const choices = [...root.querySelectorAll('.scene [tabindex="0"], .choices button:not(:disabled)')];
    const target = ahead(inside ? active : null, choices, way);
    if (!choices.length) return;
    event.preventDefault();
    if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
  });
}
