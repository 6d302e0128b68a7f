/** The worker of the bots: what they think about takes as long as it takes, and disturbs nobody. It can be stopped. */
import { startPython } from "./python.js";

const worker = /** @type {any} */ (self);
/** @type {Promise<any> | null} */
let work = null;

/** @param {string} language */
function started(language) {
  const begun = startPython(language).then((python) => python.pyimport("ludotheque.home.work"));
  begun.catch(() => (work = null)); // files may be lacking: whoever asks next tries again
  return begun;
}

worker.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  work ??= started(data.language);
  if (!data.task) return;
  try {
    worker.postMessage({ ticket: data.task.ticket, result: (await work).do(data.task.job) });
  } catch (error) {
    worker.postMessage({ ticket: data.task.ticket, result: null, broken: String(error) });
  }
});
