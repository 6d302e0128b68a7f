/**
 * Python in a worker, with the rules and bots of all games and what was compiled of them ahead of time.
 *
 * It does not begin at the beginning, but with a memory in which everything is loaded already, made when the app was built.
 * What it may need afterwards of its library comes when there is a board.
 */
import { exchange, grow, HOUSE, place } from "./memory.js";

/** @import {Python} from "./memory.js" */

const PLACE = new URL("..", import.meta.url);
const FOLDER = new URL("pyodide/", PLACE).href;
const RESUME = "import importlib, os, random; importlib.invalidate_caches(); random.seed()"; // no two days alike
/** What Python calls EIO: input or output has failed. */
const UNREADABLE = 29;
/** @type {Promise<void> | null} */
let library = null;

/**
 * Starts it; what it needs lies beside the folder of this file.
 * @param {string} language the one it speaks where nobody asks for another
 * @returns {Promise<Python>}
 */
export async function startPython(language) {
  const machine = WebAssembly.compileStreaming(fetch(`${FOLDER}pyodide.asm.wasm`)); // while memory is on its way
  const loader = import(`${FOLDER}pyodide.mjs`);
  const script = import(`${FOLDER}pyodide.asm.mjs`);
  const [memory, pack] = [fetched("parts/memory.bin"), fetched("parts/house.pack")];
  const { loadPyodide } = await loader;
  const createPyodideModule = (await script).default;
  begun(await memory, await machine);
  performance.mark("fetched");
  /** @type {Python} */
  const python = await loadPyodide({
    indexURL: FOLDER,
    stdLibURL: `${FOLDER}pyodide-lock.json`, // something that is there: the library comes later
    env: { HOME: HOUSE },
    createPyodideModule,
    _loadSnapshot: memory,
  });
  performance.mark("remembered");
  for (const [name, size] of place(python, await pack)) leave(python, name, size);
  python.runPython(`${RESUME}; os.environ["LUDOTHEQUE_LANG"] = "${language}"`);
  return python;
}

/** The rest of Python's library, for what is not loaded in the memory. @param {Python} python @returns {Promise<void>} */
export function wholeLibrary(python) {
  library ??= fetched("pyodide/python_stdlib.zip").then((archive) => {
    const where = python.runPython('import sys; next(place for place in sys.path if place.endswith(".zip"))');
    python.FS.writeFile(where, archive);
    python.runPython("import importlib; importlib.invalidate_caches()");
  });
  library.catch(() => (library = null)); // whoever needs it next tries again
  return library;
}

/**
 * The next module that is made is this one; before it runs, its memory has room for the one that it begins with, which is
 * put together from how they differ.
 * @param {Uint8Array<ArrayBuffer>} memory
 * @param {WebAssembly.Module} module
 */
function begun(memory, module) {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    WebAssembly.instantiateStreaming = instantiateStreaming;
    const instance = await WebAssembly.instantiate(module, imports);
    const room = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    exchange(memory, room.buffer);
    grow(room, memory.length);
    return { module, instance };
  };
}

/**
 * A large file is there, but it is fetched only when Python reads it. Where that fails Python is told of an error of reading,
 * as of any file, and may try again. (What Pyodide has for this ends Python for good.)
 * @param {Python} python @param {string} name @param {number} size
 */
function leave({ FS }, name, size) {
  const path = `${HOUSE}/${name}`;
  FS.writeFile(path, new Uint8Array());
  /** @type {Uint8Array | null} */
  let content = null;
  const read = () => {
    content ??= fetchedNow(`parts/${name}`);
    if (!content) throw new FS.ErrnoError(UNREADABLE);
    return content;
  };
  Object.defineProperties(FS.lookupPath(path).node, { usedBytes: { get: () => size }, contents: { get: read } });
}

/** While Python waits. @param {string} name @returns {Uint8Array | null} */
function fetchedNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(name, PLACE), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, PLACE));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
