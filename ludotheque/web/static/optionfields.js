/** The fields of a game's options in a form: what they say, as options are written. */

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
  if (field.dataset.kind === "line") return field.value.trim() || undefined;
  return field.value === field.dataset.default ? undefined : field.value;
}
