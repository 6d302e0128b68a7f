/** Small helpers for the page: finding, making, and telling people things. */

/**
 * The words of the scripts in the reader's language: by the English message; of counted ones, all their forms. `which`
 * tells for a number below 200 which form it takes; larger numbers go by their last two digits, and a hundred.
 * @type {{messages: Record<string, string | string[]>, which: number[]}}
 */
const words = JSON.parse(document.getElementById("words")?.textContent ?? '{"messages":{},"which":[]}');

/** @param {string} text @param {Record<string, string | number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * A message in the reader's language, its placeholders filled in.
 * @param {string} message
 * @param {Record<string, string | number>} [values]
 */
export function say(message, values = {}) {
  const found = words.messages[message];
  return filled(typeof found === "string" ? found : message, values);
}

/**
 * A message about a number of things, which it calls `{n}`.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function sayCounted(one, many, n, values = {}) {
  const forms = words.messages[one];
  const which = words.which[n < 200 ? n : (n % 100) + 100] ?? (n === 1 ? 0 : 1);
  return filled((Array.isArray(forms) ? forms[which] : undefined) ?? (n === 1 ? one : many), { n, ...values });
}

/** What the paths of all links begin with: nothing, unless the server is below its address. */
export const root = document.documentElement.dataset.root ?? "";

/** What links begin with that are sent to others: not always the address by which one found this page oneself. */
export const door = document.documentElement.dataset.door ?? location.origin + root;

export const language = document.documentElement.lang;

/** A day, as people write it. @param {string} date as 2026-11-18 @param {Intl.DateTimeFormatOptions} how */
export function dated(date, how) {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString(language, { timeZone: "UTC", ...how });
}

/**
 * The element with this id, which must be there.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function need(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

/**
 * The element with this id if the page has it.
 * @param {string} id
 * @returns {HTMLElement | null}
 */
export function maybe(id) {
  return document.getElementById(id);
}

/**
 * A new element with attributes and contents. Texts are never read as markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | boolean | undefined>} [attributes]
 * @param {...(Node | string)} contents
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...contents) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...contents);
  return element;
}

/**
 * Puts elements into a place and leaves alone those that are there already and say the same: whoever chooses from a list
 * there, or has the keys on a button, is not disturbed. Whether anything changed.
 * @param {Element} place
 * @param {Element[]} contents
 */
export function patch(place, contents) {
  let changed = place.children.length > contents.length;
  contents.forEach((fresh, at) => {
    const old = place.children[at];
    if (old?.isEqualNode(fresh)) return;
    changed = true;
    if (!old) place.append(fresh);
    else if (!patched(old, fresh)) old.replaceWith(fresh);
  });
  while (place.children.length > contents.length) place.lastElementChild?.remove();
  return changed;
}

/** Makes an element that holds others like another one, if it can be; whether it can. @param {Element} old @param {Element} fresh */
function patched(old, fresh) {
  const parents = old.tagName === fresh.tagName && [old, fresh].every((each) => each.childElementCount > 0 && each.childElementCount === each.childNodes.length);
  if (!parents) return false;
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) old.setAttribute(name, fresh.getAttribute(name) ?? "");
  patch(old, [...fresh.children]);
  return true;
}

/**
 * The data a page carries for its script.
 * @param {string} id
 * @returns {any}
 */
export function carried(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * A notice at the head of the page, where nothing is to be pressed, until it is taken away; read out by screen readers.
 * @param {string} text
 */
export function lasting(text) {
  const place = need("toasts", HTMLElement);
  for (const same of [...place.children].filter((each) => each.textContent === text)) same.remove(); // said again, not twice
  const shown = make("p", { class: "toast" }, text);
  place.append(shown);
  return shown;
}

/** A notice that goes by itself. @param {string} text */
export function toast(text) {
  const shown = lasting(text);
  setTimeout(() => shown.remove(), 6000);
  return shown;
}

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
