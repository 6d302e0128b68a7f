/**
 * Python in a worker, with the rules and bots of all games and what was compiled of them ahead of time.
 *
 * The first start reads and runs a few hundred modules. What Python's memory is like after that is kept, for each
 * version: later starts begin there, and so does the worker of the bots.
 */

/**
 * What is used of Pyodide.
 * @typedef {object} Python
 * @property {(code: string) => any} runPython
 * @property {(name: string) => any} pyimport
 * @property {() => Uint8Array<ArrayBuffer>} makeMemorySnapshot
 * @property {(archive: Uint8Array, format: "zip", options: {extractDir: string}) => void} unpackArchive
 * @property {{createLazyFile: (folder: string, name: string, url: string, read: boolean, write: boolean) => void}} FS
 * @property {{get: (name: string) => any, set: (name: string, value: unknown) => void}} globals
 */

const HOUSE = "/house";
/** What memory grows by. */
const PAGE = 65_536;
const PLACE = new URL("..", import.meta.url);
/** What the kept memory has: what answers, what pages are made with, and every game. Nothing compiled is called yet. */
const BEGIN = `
import importlib, sys
sys.path.insert(0, "${HOUSE}")
import ludotheque.home.home, ludotheque.home.work, ludotheque.pages.rendering
from ludotheque.core.cupboard import games
for game in games().values():
    for part in ("rules", "board", "brain", "coach"):
        importlib.import_module(f"{game.package}.{part}")
`;

/**
 * Starts it; what it needs lies beside the folder of this file.
 * @param {string} language the one it speaks where nobody asks for another
 * @returns {Promise<Python>}
 */
export async function startPython(language) {
  const { version, apart } = JSON.parse(new TextDecoder().decode(await fetched("parts/start.json")));
  const memory = new Memory(version);
  const kept = await memory.read();
  const archive = fetched("ludotheque.zip");
  let python = kept && (await remembered(language, kept).catch(() => memory.forget()));
  const fresh = !python;
  python ||= await load(language, { _makeSnapshot: true });
  performance.mark(fresh ? "loaded" : "remembered");
  python.unpackArchive(await archive, "zip", { extractDir: HOUSE });
  for (const name of apart) leave(python, name);
  performance.mark("unpacked");
  if (fresh) {
    python.runPython(BEGIN);
    memory.keep(python.makeMemorySnapshot());
  } else {
    python.runPython("import importlib, random; importlib.invalidate_caches(); random.seed()"); // no two days alike
  }
  return python;
}

/** @param {string} language @param {object} how @returns {Promise<Python>} */
async function load(language, how) {
  const folder = new URL("pyodide/", PLACE).href;
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  return loadPyodide({ indexURL: folder, env: { HOME: HOUSE, LUDOTHEQUE_LANG: language }, ...how });
}

/**
 * Python with the memory of an earlier start. What it begins with is smaller than what it had become: it must grow first.
 * @param {string} language
 * @param {Uint8Array} memory
 */
function remembered(language, memory) {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    WebAssembly.instantiateStreaming = instantiate;
    const made = await instantiate(...given);
    const room = /** @type {WebAssembly.Memory} */ (made.instance.exports.memory);
    room.grow(Math.max(0, Math.ceil((memory.length - room.buffer.byteLength) / PAGE)));
    return made;
  };
  return load(language, { _loadSnapshot: memory });
}

/** Python's memory after the start, where the service worker keeps files: it throws away that of other versions. */
class Memory {
  /** @param {string} version */
  constructor(version) {
    this.key = `${PLACE.pathname}@/memory-${version}`;
    this.store = caches.open(`ludotheque ${PLACE.pathname}`).catch(() => null);
  }

  async read() {
    const found = await (await this.store)?.match(this.key);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  }

  /** Where there is no room for it, starts stay slow. @param {Uint8Array<ArrayBuffer>} memory */
  keep(memory) {
    void this.store.then((store) => store?.put(this.key, new Response(memory))).catch(() => undefined);
  }

  /** @returns {Promise<null>} */
  async forget() {
    await (await this.store)?.delete(this.key);
    return null;
  }
}

/** A large file is there, but it is fetched only when Python opens it. @param {Python} python @param {string} name */
function leave(python, name) {
  const [folder, file] = [name.slice(0, name.lastIndexOf("/")), name.slice(name.lastIndexOf("/") + 1)];
  python.FS.createLazyFile(`${HOUSE}/${folder}`, file, new URL(`parts/${name}`, PLACE).href, true, false);
}

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(new URL(name, PLACE));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
