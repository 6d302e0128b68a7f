/** What somebody waits for is said in words, to eyes and ears, when it takes longer than a glance. */
import { lasting, say, toast } from "./dom.js";

const GLANCE = 1000;

/**
 * Does something, and says meanwhile what one waits for.
 * @template T
 * @param {string} words
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function waiting(words, work) {
  /** @type {Element | undefined} */
  let shown;
  const timer = setTimeout(() => (shown = lasting(words)), GLANCE);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    shown?.remove();
  }
}

/** Whoever asks for a PDF is told that it takes its time; where it opens in place of the page, the words go with the page. */
export function tellPrints() {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a[href*="/paper.pdf"]')) return;
    setTimeout(() => toast(say("The PDF is being made: that takes a few seconds.")), GLANCE);
  });
}
