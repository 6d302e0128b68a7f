/** Drawing with SVG: making elements, and keeping them in order. */

/** @import {Item} from "./types.js" */

export const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text] what is written in it
 * @returns {SVGElementTagNameMap[K]}
 */
export function shape(tag, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.append(text);
  return element;
}

/** Puts elements into their layers and groups in the order of the scene, and moves only those that must. */
export class Row {
  /**
   * @param {SVGGElement} floor
   * @param {SVGGElement} above
   * @param {Map<string, SVGGElement>} groups those there are; kept up to date
   */
  constructor(floor, above, groups) {
    this.floor = floor;
    this.above = above;
    this.groups = groups;
    /** @type {Map<SVGGElement, SVGGElement>} the last element put into each layer or group */
    this.ends = new Map();
    /** @type {Set<SVGGElement>} */
    this.fresh = new Set();
    /** @type {Set<string>} */
    this.used = new Set();
  }

  /**
   * Puts an element in its place; whether it is in a group that was not there before.
   * @param {SVGGElement} element
   * @param {Item} item
   */
  put(element, item) {
    const layer = item.states.includes("floor") ? this.floor : this.above;
    if (!item.group) {
      this.#after(layer, element);
      return false;
    }
    const key = `${item.group} ${layer === this.floor}`;
    let group = this.groups.get(key);
    if (!group) {
      group = shape("g", { class: "group", "data-group": item.group });
      this.groups.set(key, group);
      this.fresh.add(group);
    }
    if (!this.used.has(key)) this.#after(layer, group);
    this.used.add(key);
    this.#after(group, element);
    return this.fresh.has(group);
  }

  /** Takes away groups nothing is in; those that are new. */
  finish() {
    for (const [key, group] of this.groups) {
      if (this.used.has(key)) continue;
      this.groups.delete(key);
      group.remove();
    }
    return this.fresh;
  }

  /** @param {SVGGElement} parent @param {SVGGElement} element */
  #after(parent, element) {
    const last = this.ends.get(parent);
    const wanted = last ? last.nextSibling : parent.firstChild;
    if (wanted !== element) parent.insertBefore(element, wanted);
    this.ends.set(parent, element);
  }
}
