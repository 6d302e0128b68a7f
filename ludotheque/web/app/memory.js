/**
 * Python's memory, as it is once all rules are loaded: made when the app is built (`app/memory.mjs`), and what Python begins
 * with everywhere. What travels is how it differs from the memory that Python's own module brings along.
 */

/**
 * What is used of Pyodide.
 * @typedef {object} Python
 * @property {(code: string) => any} runPython
 * @property {(name: string) => any} pyimport
 * @property {{mkdirTree: (path: string) => void, writeFile: (path: string, content: Uint8Array) => void,
 *   lookupPath: (path: string) => {node: object}, ErrnoError: new (code: number) => Error}} FS
 */
/** @typedef {{files: [string, number][], apart: [string, number][]}} Listed what a pack holds, one file after the other; and what is fetched when it is read */

/** Where Python finds all that is ours. */
export const HOUSE = "/house";
/** What memory grows by. */
const PAGE = 65_536;
/** What memory is preceded by says here where it begins. */
const WHERE = 4;
/** What a module brings along stands at the beginning: after so many empty blocks of so many bytes nothing more comes. */
const [BLOCK, EMPTY] = [65_536, 16];

/**
 * Makes the difference of a memory, and the memory of a difference.
 * @param {Uint8Array<ArrayBuffer>} memory with what precedes it
 * @param {ArrayBuffer} first what there is without it
 */
export function exchange(memory, first) {
  const begin = new DataView(memory.buffer).getUint32(WHERE, true);
  const [words, others] = [new Uint32Array(memory.buffer, begin), new Uint32Array(first)];
  const [all, block] = [Math.min(words.length, others.length), BLOCK / 4];
  for (let from = 0, empty = 0; from < all && empty < EMPTY; from += block) {
    let any = 0;
    for (let at = from; at < Math.min(from + block, all); at++) {
      any |= /** @type {number} */ (others[at]);
      words[at] = /** @type {number} */ (words[at]) ^ /** @type {number} */ (others[at]);
    }
    empty = any ? 0 : empty + 1;
  }
}

/** Memory that has room for what is to be put there. @param {WebAssembly.Memory} room @param {number} size */
export function grow(room, size) {
  room.grow(Math.max(0, Math.ceil((size - room.buffer.byteLength) / PAGE)));
}

/** Puts the files of a pack where Python finds them; gives back those that are not in it, with their sizes. @param {Python} python @param {Uint8Array} pack */
export function place(python, pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  /** @type {Listed} */
  const { files, apart } = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length)));
  let at = 4 + length;
  for (const folder of new Set([...files, ...apart].map(([name]) => name.slice(0, name.lastIndexOf("/"))))) python.FS.mkdirTree(`${HOUSE}/${folder}`);
  for (const [name, size] of files) {
    python.FS.writeFile(`${HOUSE}/${name}`, pack.subarray(at, at + size));
    at += size;
  }
  return apart;
}
