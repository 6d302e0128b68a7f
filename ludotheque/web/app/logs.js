/** What is kept on this device: the logs of tables, entry by entry, and values by their keys. */

/**
 * @typedef {{op: "append", table: string, after: number, entries: unknown[]} | {op: "drop", table: string}
 *   | {op: "put", key: string, value: unknown} | {op: "delete", key: string}} Operation
 * @typedef {"kept" | "overtaken" | "full" | "broken"} Outcome
 */

const ENTRIES = "entries";
const VALUES = "values";

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** All entries of a table. @param {string} table */
function every(table) {
  return IDBKeyRange.bound([table, 0], [table, Infinity]);
}

export class Logs {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @param {string} name */
  static async open(name) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(ENTRIES);
      request.result.createObjectStore(VALUES);
    };
    return new Logs(await done(request));
  }

  /** The log of a table; of one that there is not, nothing. @param {string} table @returns {Promise<unknown[]>} */
  log(table) {
    return done(this.database.transaction(ENTRIES).objectStore(ENTRIES).getAll(every(table)));
  }

  /** All values, by their keys. @returns {Promise<Record<string, unknown>>} */
  async values() {
    const store = this.database.transaction(VALUES).objectStore(VALUES);
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    return Object.fromEntries(keys.map((key, at) => [String(key), values[at]]));
  }

  /**
   * Keeps all of it or nothing. The number of an entry is its key: whoever comes second with a number is refused.
   * @param {Operation[]} operations
   * @returns {Promise<Outcome>}
   */
  keep(operations) {
    return new Promise((resolve) => {
      /** @type {IDBTransaction | undefined} */
      let transaction;
      try {
        const begun = (transaction = this.database.transaction([ENTRIES, VALUES], "readwrite", { durability: "strict" }));
        begun.oncomplete = () => resolve("kept");
        begun.onabort = () => resolve(begun.error ? reason(begun.error) : "overtaken");
        for (const each of operations) write(begun, each);
      } catch (error) {
        resolve(reason(error));
        transaction?.abort();
      }
    });
  }
}

/** @param {IDBTransaction} transaction @param {Operation} operation */
function write(transaction, operation) {
  const [entries, values] = [transaction.objectStore(ENTRIES), transaction.objectStore(VALUES)];
  if (operation.op === "append") append(entries, operation);
  else if (operation.op === "drop") entries.delete(every(operation.table));
  else if (operation.op === "put") values.put(operation.value, operation.key);
  else values.delete(operation.key);
}

/** Where the entry before is gone, another tab has thrown the table away: a log has no end without its beginning.
 * @param {IDBObjectStore} store @param {Operation & {op: "append"}} operation */
function append(store, { table, after, entries }) {
  const before = after ? store.getKey([table, after - 1]) : null;
  if (before) before.onsuccess = () => before.result === undefined && store.transaction.abort();
  entries.forEach((entry, at) => store.add(entry, [table, after + at]));
}

/** @param {unknown} error @returns {Outcome} */
function reason(error) {
  const name = error instanceof DOMException ? error.name : "";
  return name === "ConstraintError" ? "overtaken" : name === "QuotaExceededError" ? "full" : "broken";
}
