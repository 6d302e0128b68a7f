/** Fields that take so many letters and no more say so when they are full, instead of swallowing the next one silently. */
import { make, say } from "./dom.js";

/** @type {WeakMap<HTMLInputElement, HTMLElement>} */
const notes = new WeakMap();

/** @param {HTMLInputElement} field */
function note(field) {
  const known = notes.get(field);
  if (known) return known;
  const made = make("small", { class: "full", role: "status" });
  field.after(made);
  notes.set(field, made);
  return made;
}

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.maxLength < 0) return;
  const full = target.value.length >= target.maxLength;
  if (full || notes.has(target)) note(target).textContent = full ? say("No more than {n} letters fit here.", { n: target.maxLength }) : "";
});
