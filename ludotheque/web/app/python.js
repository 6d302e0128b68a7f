/** Python in a worker, with the rules and bots of all games and what was compiled of them ahead of time. */

/**
 * What is used of Pyodide.
 * @typedef {object} Python
 * @property {(code: string) => any} runPython
 * @property {(name: string) => any} pyimport
 * @property {(archive: Uint8Array, format: "zip", options: {extractDir: string}) => void} unpackArchive
 * @property {{createLazyFile: (folder: string, name: string, url: string, read: boolean, write: boolean) => void}} FS
 * @property {{get: (name: string) => any, set: (name: string, value: unknown) => void}} globals
 */

const HOUSE = "/house";

/**
 * Starts it; what it needs lies in the folder of this file.
 * @param {string} language the one it speaks where nobody asks for another
 * @returns {Promise<Python>}
 */
export async function startPython(language) {
  const folder = new URL("../pyodide/", import.meta.url).href;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const env = { HOME: HOUSE, LUDOTHEQUE_LANG: language };
  const [python, archive, apart] = await Promise.all([
    loadPyodide({ indexURL: folder, env }), fetched("ludotheque.zip"), fetched("parts/names.json"),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: HOUSE });
  for (const name of JSON.parse(new TextDecoder().decode(apart))) leave(python, name);
  python.runPython(`import sys; sys.path.insert(0, "${HOUSE}")`);
  return python;
}

/** A large file is there, but it is fetched only when Python opens it. @param {Python} python @param {string} name */
function leave(python, name) {
  const [folder, file] = [name.slice(0, name.lastIndexOf("/")), name.slice(name.lastIndexOf("/") + 1)];
  python.FS.createLazyFile(`${HOUSE}/${folder}`, file, new URL(`../parts/${name}`, import.meta.url).href, true, false);
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
