/** Python in a worker, with the rules and bots of all games and what was compiled of them ahead of time. */

/**
 * What is used of Pyodide.
 * @typedef {object} Python
 * @property {(code: string) => any} runPython
 * @property {(archive: Uint8Array, format: "zip", options: {extractDir: string}) => void} unpackArchive
 * @property {{get: (name: string) => any, set: (name: string, value: unknown) => void}} globals
 */

const HOUSE = "/house";

/**
 * Starts it; what it needs lies in the folder of this file.
 * @param {string} language the one it speaks where nobody asks for another
 * @returns {Promise<Python>}
 */
export async function startPython(language) {
  const folder = new URL("pyodide/", import.meta.url).href;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const env = { HOME: HOUSE, LUDOTHEQUE_LANG: language };
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: folder, env }), fetched("ludotheque.zip")]);
  python.unpackArchive(archive, "zip", { extractDir: HOUSE });
  python.runPython(`import sys; sys.path.insert(0, "${HOUSE}")`);
  return python;
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
