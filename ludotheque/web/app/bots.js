/** The worker of the bots: what they think about takes as long as it takes, and disturbs nobody. It can be stopped. */
import { startPython, wholeLibrary } from "./python.js";

/** @import {Python} from "./memory.js" */

const worker = /** @type {any} */ (self);
/** @type {Promise<Python> | null} */
let started = null;
let complete = false;

/** @param {string} language @param {number} pace how fast this device is known to be; 0: not yet */
function start(language, pace) {
  const begun = startPython(language).then((python) => {
    worker.postMessage({ pace: python.pyimport("ludotheque.home.pace").keep(pace) });
    return python;
  });
  begun.catch(() => (started = null)); // files may be lacking: whoever asks next tries again
  return begun;
}

/** @param {Python} python @param {string} job @returns {Promise<string>} */
async function done(python, job) {
  try {
    return python.pyimport("ludotheque.home.work").do(job);
  } catch (error) {
    if (complete) throw error;
    await wholeLibrary(python); // something may be in that part of the library which had not come yet
    complete = true;
    return done(python, job);
  }
}

worker.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  started ??= start(data.language, data.pace);
  if (!data.task) return;
  try {
    worker.postMessage({ ticket: data.task.ticket, result: await done(await started, data.task.job) });
  } catch (error) {
    worker.postMessage({ ticket: data.task.ticket, result: null, broken: String(error) });
  }
});
