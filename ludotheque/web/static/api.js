/** Requests to the server's JSON API. */
import { language, root, say } from "./dom.js";

/** @import {Problem} from "./types.js" */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

/** A refusal by the server, in the reader's words. */
export class Refused extends Error {
  /** @param {Problem | undefined} problem */
  constructor(problem) {
    super(problem?.text ?? say("That did not work. Try again."));
    this.code = problem?.code ?? "failed";
  }
}

/**
 * @param {string} method
 * @param {string} path below /api
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  const csrf = document.querySelector('meta[name="csrf"]')?.getAttribute("content") ?? "";
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json", "X-CSRF": csrf };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const address = `${root}/api${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
  let response;
  try {
    response = await fetch(address, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused(undefined);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** Refusals that pass: the line was down, or the server had no time. */
const PASSING = ["failed", "busy", "not-kept", "too-many", "broken"];

/**
 * Asks until there is an answer: for what a page cannot do without.
 * @param {string} path below /api
 * @returns {Promise<any>}
 */
export async function insist(path) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LONGEST_WAIT, wait * 2)) {
    try {
      return await call("GET", path);
    } catch (error) {
      if (!(error instanceof Refused && PASSING.includes(error.code))) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
