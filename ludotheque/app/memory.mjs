/**
 * Makes the memory that Python begins with in browsers: node memory.mjs PYODIDE PACK OUT
 *
 * The first Python loads everything once, to know what that is, and compiles it. The second one begins anew with what was
 * compiled, so that nothing of the compiling is left in its memory, which is written as a difference (`web/app/memory.js`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { exchange, HOUSE, place } from "../web/app/memory.js";

const [folder, packed, out] = process.argv.slice(2);
const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
const pack = new Uint8Array(readFileSync(packed));
/** Hardly any free room in the midst of memory is larger than this; what is given away is as small as that. */
const [LARGEST, SMALLEST] = [1 << 20, 8];
/** Rooms differ by so many bytes; those of more bytes are tried less finely. */
const [STEP, COARSE] = [8, 64];
const LIBRARY = "/tmp/library.zip";
/** What answers, what pages are made with, every game, and what may be loaded late. Nothing compiled by us is called yet. */
const BEGIN = `
import importlib, random, sys
sys.path.insert(0, "${HOUSE}")
import ludotheque.home.home, ludotheque.home.pace, ludotheque.home.work, ludotheque.pages.rendering
import ludotheque.core.boards.sidemodule, _strptime, gettext, importlib.readers, importlib.resources._adapters
from ludotheque.core.cupboard import games
for game in games().values():
    for part in ("rules", "board", "brain", "coach", "lessons"):
        importlib.import_module(f"{game.package}.{part}")
ludotheque.pages.rendering.read_all()
ludotheque.core.catalogues.languages()
random.seed(0)
`;

/** @param {object} more */
async function started(more) {
  const env = { HOME: HOUSE, PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" };
  const python = await loadPyodide({ indexURL: `${folder}/`, env, ...more });
  for (const [name] of place(python, pack)) python.FS.writeFile(`${HOUSE}/${name}`, ""); // as later: what is there is remembered
  return python;
}

/** The library, compiled as far as it is used. */
async function compiled() {
  const python = await started({});
  python.runPython(BEGIN);
  python.FS.writeFile(`${HOUSE}/compiling.py`, readFileSync(new URL("compiling.py", import.meta.url)));
  python.runPython(`
import pathlib, compiling
archive = next(place for place in sys.path if place.endswith(".zip"))
pathlib.Path("${LIBRARY}").write_bytes(compiling.loaded_library(pathlib.Path(archive)))
pathlib.Path("${HOUSE}/compiling.py").unlink()
compiling.replace_sources(pathlib.Path("${HOUSE}"))
`);
  writeFileSync(`${out}.library`, python.FS.readFile(LIBRARY));
  return { library: `${out}.library`, files: python.FS };
}

/** All compiled modules of the house, by their paths. @param {any} files @param {string} folder @returns {[string, Uint8Array][]} */
function modules(files, folder = HOUSE) {
  return files.readdir(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (name === "." || name === "..") return [];
    if (files.isDir(files.stat(path).mode)) return modules(files, path);
    return name.endsWith(".pyc") ? [[path, files.readFile(path)]] : [];
  });
}

/**
 * Fills what was used and is free again with nothing: what is left there is of no use, and would travel.
 * @param {{HEAPU8: Uint8Array, _malloc: (size: number) => number, _free: (place: number) => void}} machine
 */
function blank(machine) {
  const end = machine._malloc(LARGEST); // for this there is room behind all that is used
  machine._free(end);
  /** @type {number[]} */
  const taken = [];
  for (let size = LARGEST; size >= SMALLEST; size -= STEP * Math.max(1, Math.floor(size / COARSE))) {
    let place = machine._malloc(size);
    for (; place < end; place = machine._malloc(size)) {
      machine.HEAPU8.fill(0, place, place + size);
      taken.push(place);
    }
    machine._free(place);
  }
  for (const place of taken) machine._free(place);
}

const { library, files } = await compiled();
/** @type {ArrayBuffer | undefined} */
let first;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  first ??= made.instance?.exports.memory?.buffer.slice(0);
  return made;
};
const python = await started({ stdLibURL: library, _makeSnapshot: true });
for (const [path, content] of modules(files)) {
  python.FS.unlink(path.slice(0, -1));
  python.FS.writeFile(path, content);
}
python.runPython(`${BEGIN}\nimport gc\ngc.collect()`);
blank(python._module);
const memory = python.makeMemorySnapshot();
exchange(memory, first);
writeFileSync(out, memory);
const inside = python.runPython(`
import json
json.dumps([each.__file__.removeprefix("${HOUSE}/").removesuffix("c") for each in sys.modules.values()
    if (getattr(each, "__file__", None) or "").startswith("${HOUSE}/")])
`);
console.log(inside);
