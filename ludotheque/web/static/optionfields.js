/** The fields of a game's options in a form: what they say, as options are written. */

import { call } from "./api.js";
import { make, say } from "./dom.js";

/** What is chosen when a number is to say what. */
const BY_NUMBER = "#";

/**
 * @param {HTMLElement} form
 * @returns {Record<string, string>} the options that were chosen other than usual
 */
export function optionsIn(form) {
  /** @type {Record<string, string>} */
  const given = {};
  for (const field of form.querySelectorAll("[data-option]")) {
    const name = field instanceof HTMLElement ? (field.dataset.option ?? "") : "";
    const value = valueOf(form, field, name);
    if (value !== undefined) given[name] = value;
  }
  return given;
}

/**
 * Things that are chosen by number: the number is asked for when it is needed, and drawn by lot until somebody names one.
 * @param {HTMLElement} form
 */
export function askForNumbers(form) {
  for (const choice of form.querySelectorAll('select[data-kind="numbered"]')) {
    if (!(choice instanceof HTMLSelectElement)) continue;
    const name = choice.dataset.option ?? "";
    const number = numberOf(form, name);
    if (!number) continue;
    const asked = () => {
      form.querySelector(`[data-numbers="${name}"]`)?.toggleAttribute("hidden", choice.value !== BY_NUMBER);
      if (choice.value === BY_NUMBER && !number.value) draw(number);
    };
    choice.addEventListener("change", asked); // before it reaches the form, which reads the number
    form.querySelector(`[data-lot="${name}"]`)?.addEventListener("click", () => {
      draw(number);
      number.dispatchEvent(new Event("change", { bubbles: true }));
    });
    asked(); // the browser may have kept what was chosen before
  }
}

/**
 * What a person has drawn for the game can be chosen by its name, once the field is seen.
 * @param {HTMLElement} form
 * @param {string} game
 */
export function offerDrawings(form, game) {
  for (const choice of form.querySelectorAll("select[data-drawn]")) {
    const offer = async () => {
      const told = await call("GET", `/games/${game}/drafts/mine`).catch(() => ({ drafts: [] })); // the game's own are left
      choice.append(...told.drafts.map((/** @type {{name: string, document: string}} */ { name, document }) => make("option", { value: document }, name || say("without a name"))));
    };
    const closed = choice.closest("details:not([open])");
    if (closed) closed.addEventListener("toggle", () => void offer(), { once: true });
    else void offer();
  }
}

/** @param {HTMLInputElement} number */
function draw(number) {
  const [low, high] = [Number(number.min), Number(number.max)];
  number.value = String(low + Math.floor(Math.random() * (high - low + 1)));
}

/** @param {HTMLElement} form @param {string} name */
function numberOf(form, name) {
  const found = form.querySelector(`[data-number="${name}"]`);
  return found instanceof HTMLInputElement ? found : null;
}

/** @param {HTMLElement} form @param {Element} field @param {string} name */
function valueOf(form, field, name) {
  if (field instanceof HTMLFieldSetElement) {
    const chosen = [...field.querySelectorAll("select")].map((each) => each.value).filter(Boolean);
    return chosen.length ? chosen.join(",") : undefined;
  }
  if (field instanceof HTMLTextAreaElement) return field.value.trim().split(/\n/).join(" | ") || undefined;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return undefined;
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked ? "yes" : "no";
  const off = form.querySelector(`[data-off="${name}"]`);
  if (off instanceof HTMLInputElement && off.checked) return "off";
  if (field.dataset.kind === "numbered" && field.value === BY_NUMBER) return numberOf(form, name)?.value ?? "";
  if (field.dataset.kind === "line") return field.value.trim() || undefined;
  return field.value === field.dataset.default ? undefined : field.value;
}
