/** Makes the next table of the one before and what was told of its changes: what a whole table would have said. */

/** @import {Item, Scene, Snapshot} from "./types.js" */
/**
 * @template T
 * @typedef {{all: Record<string, T>} | {gone: string[], put: Record<string, T>}} Table what changes of things by name
 */
/**
 * @typedef {{set?: Partial<Scene>, symbols?: Table<string>, changed?: Record<string, Record<string, unknown>>,
 *   gone?: string[], put?: [string, Item][]}} SceneChanges
 */
/**
 * @typedef {{set: Partial<Snapshot>, own: Partial<Snapshot>, scene?: SceneChanges, paths?: Table<string[]>,
 *   ghosts?: Table<string>, moves?: {keep: number, add: Snapshot["moves"]}}} Changes
 */

/**
 * Nothing of what was before is touched: it may still have to be shown.
 * @param {Snapshot} before
 * @param {Changes} told
 * @returns {Snapshot}
 */
export function applied(before, told) {
  const after = { ...before, ...told.set, ...told.own };
  if (told.paths) after.paths = withTable(before.paths, told.paths);
  if (told.ghosts) after.ghosts = withTable(before.ghosts ?? {}, told.ghosts);
  if (told.moves) after.moves = [...before.moves.slice(0, told.moves.keep), ...told.moves.add];
  if (told.scene) after.scene = withScene(before.scene, told.scene);
  return after;
}

/**
 * @template T
 * @param {Record<string, T>} before
 * @param {Table<T>} told
 */
function withTable(before, told) {
  if ("all" in told) return told.all;
  const kept = { ...before };
  for (const name of told.gone) delete kept[name];
  return Object.assign(kept, told.put);
}

/** @param {Scene} before @param {SceneChanges} told @returns {Scene} */
function withScene(before, told) {
  const after = { ...before, ...told.set, items: withItems(before.items, told) };
  if (told.symbols) after.symbols = withTable(before.symbols ?? {}, told.symbols);
  return after;
}

/** What is new, or comes at another place, follows the id it is told with. @param {Item[]} before @param {SceneChanges} told */
function withItems(before, { changed = {}, gone = [], put = [] }) {
  const leaving = new Set([...gone, ...put.map(([, item]) => item.id)]);
  const following = new Map(put);
  /** @type {Item[]} */
  const items = [];
  /** @param {string} id */
  const follow = (id) => {
    for (let next = following.get(id); next; next = following.get(next.id)) items.push(next);
  };
  follow("");
  for (const item of before) {
    if (leaving.has(item.id)) continue;
    const fields = changed[item.id];
    items.push(fields ? withFields(item, fields) : item);
    follow(item.id);
  }
  return items;
}

/** A field that is gone is told as null. @param {Item} item @param {Record<string, unknown>} fields */
function withFields(item, fields) {
  const after = { ...item, ...fields };
  for (const [name, value] of Object.entries(fields)) if (value === null) Reflect.deleteProperty(after, name);
  return after;
}
