/**
 * The worker of the house: Python with all tables, and the logs they are kept in.
 *
 * One thing happens after the other. What changes something is written down first; only then it has happened, and is
 * answered. Where another tab was first with an entry, its log is read, and the same is asked again.
 */
import { Logs } from "./logs.js";
import { startPython, wholeLibrary } from "./python.js";

/** @import {Operation, Outcome} from "./logs.js" */
/**
 * @typedef {{ticket: number, table: string | null, job: string}} Task
 * @typedef {{status: number | null, content: any, text?: string, media?: string, name?: string, keep: Operation[] | null,
 *   token: number | null, changed: string[], think: Task[], need: string[], unkept?: Outcome}} Told
 * @typedef {{method: string, path: string, query: string, body: unknown, language: string}} Asked
 */

const worker = /** @type {any} */ (self);
/** How often an action is tried again that another tab overtakes. */
const TRIES = 5;
/** What is answered when something went wrong. */
const BROKEN = 500;
/** @type {Logs} */
let logs;
/** @type {any} what answers, in Python */
let home;
/** @type {any} and makes pages */
let rendering;
/** @type {BroadcastChannel} */
let others;
/** @type {Set<string>} the tables that the house has */
const brought = new Set();
/** @type {Map<number, (told: Told) => void>} who waits for what bots think, by the ticket */
const waiting = new Map();
/** Until the whole library is there. @type {() => Promise<void>} */
let completed;
let complete = false;
let alarm = 0;
let last = /** @type {Promise<unknown>} */ (Promise.resolve());

/** After all that was asked before. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
function inTurn(work) {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

/** @param {{name: string, language: string}} given */
async function start({ name, language }) {
  logs = await Logs.open(name);
  others = new BroadcastChannel(name); // before anything is read: what is written from now on is heard afterwards
  others.onmessage = ({ data }) => void inTurn(() => heard(data));
  const python = await startPython(language);
  completed = () => wholeLibrary(python);
  home = python.pyimport("ludotheque.home.home");
  home.remember(JSON.stringify(await logs.values()));
  rendering = () => python.pyimport("ludotheque.pages.rendering");
  performance.mark("ready");
  worker.postMessage({ step: "ready" });
}

/** Another tab has written. @param {{tables: string[], values: boolean}} told */
async function heard({ tables, values }) {
  if (values) home.remember(JSON.stringify(await logs.values()));
  for (const table of tables.filter((each) => brought.has(each))) await bring(table);
  worker.postMessage({ changed: tables });
  wake();
}

/** @param {string} table */
async function bring(table) {
  brought.add(table);
  await settled(async () => home.bring(table, JSON.stringify(await logs.log(table))));
}

/**
 * What Python answers, once what it needs is brought and what it gives to keep is kept.
 * @param {() => string | Promise<string>} make
 * @returns {Promise<Told>}
 */
async function settled(make) {
  for (let tries = 0; ; tries++) {
    /** @type {Told} */
    const told = JSON.parse(await make());
    if (told.status === BROKEN && !complete) {
      await completed(); // something may be in that part of the library which had not come yet
      complete = true;
      continue;
    }
    if (told.need.length) {
      for (const table of told.need) await bring(table);
      continue;
    }
    if (told.keep) {
      const outcome = await logs.keep(told.keep);
      if (outcome !== "kept") {
        home.lost(told.token);
        if (outcome !== "overtaken" || tries > TRIES) return { ...told, status: 507, unkept: outcome, changed: [], think: [] };
        for (const each of told.keep) if (each.op === "append") await bring(each.table);
        continue;
      }
      home.kept(told.token);
      tellAll(told.keep, told.changed);
    }
    for (const task of told.think) worker.postMessage({ think: task });
    return told;
  }
}

/** @param {Operation[]} kept @param {string[]} changed */
function tellAll(kept, changed) {
  for (const each of kept) if (each.op === "append") brought.add(each.table);
  const values = kept.some((each) => each.op === "put" || each.op === "delete");
  others.postMessage({ tables: changed, values });
  if (changed.length) worker.postMessage({ changed });
}

/** Sees to it that what is due happens. */
function wake() {
  clearTimeout(alarm);
  const due = home.due();
  if (due !== undefined && due !== null) alarm = setTimeout(() => void inTurn(ticked), Math.min(due, 0x7fffffff));
}

async function ticked() {
  await settled(() => home.tick());
  wake();
}

/** An answer that may have to wait for bots. @param {() => string} make @returns {Promise<Told>} */
async function answer(make) {
  const told = await inTurn(async () => {
    const found = await settled(make);
    wake();
    return found;
  });
  const ticket = told.status === null ? told.think.at(-1)?.ticket : undefined;
  return ticket === undefined ? told : new Promise((resolve) => waiting.set(ticket, resolve));
}

/** What bots came to. @param {number} ticket @param {string | null} result */
async function thought(ticket, result) {
  const told = await answer(() => home.thought(ticket, result ?? undefined));
  waiting.get(ticket)?.(told);
  waiting.delete(ticket);
}

/** @param {Asked} asked */
function ask(asked) {
  return answer(() => home.answer(JSON.stringify(asked)));
}

/** A page that is made now. @param {Asked} asked */
async function page(asked) {
  const told = await ask({ ...asked, path: `/page${asked.path}` });
  if (told.unkept) return told;
  return { ...told, text: rendering().page_told(JSON.stringify(told), asked.language) };
}

/** What has happened at a table. @param {{table: string, after: number, seat: number | null, language: string, watch: boolean}} line */
function moments({ table, after, seat, language, watch }) {
  return answer(() => home.moments(table, after, seat ?? undefined, language, watch));
}

/** @type {Record<string, (given: any) => Promise<unknown>>} */
const DOORS = { start: (given) => inTurn(() => start(given)), ask, page, moments, thought: ({ ticket, result }) => thought(ticket, result) };

worker.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  try {
    worker.postMessage({ number: data.number, told: await DOORS[data.door]?.(data.given) });
  } catch (error) {
    worker.postMessage({ number: data.number, broken: String(error) });
  }
});
