/**
 * Drawing what a game is played on. The server tells what can be put on cells, how it looks, what is wrong with it and
 * what is seen of it in every pose: there is no rule in here.
 */
import { call, insist, Refused } from "./api.js";
import { carried, door, make, need, root, say, sayCounted, toast } from "./dom.js";
import { Grid, square, used } from "./drawgrid.js";
import { Shelf } from "./drawkept.js";
import { Poses } from "./drawposes.js";
import { shape, SVG } from "./shapes.js";
import { copied } from "./sharing.js";
import { waiting } from "./waiting.js";

/** @typedef {{brushes: {letter: string, name: string}[], symbols: Record<string, string>, colours: Record<string, string>, guides: Record<string, number>, poses: import("./drawposes.js").Pose[]}} Editor */
/** @typedef {{kind: string, cells: string[]}} Drawn */

const EMPTY = ".";
const JUDGE_AFTER = 350, ASK_AGAIN = 900;
const plan = carried("plan");
const key = `ludotheque-draft-${plan.game}`;
const sizes = plan.surfaces.map((/** @type {any[]} */ [, , rows, columns]) => rows.length * columns.length);
const name = need("draw-name", HTMLInputElement);
const kinds = need("draw-kind", HTMLSelectElement);
const samples = need("draw-sample", HTMLSelectElement);
const problem = need("draw-error", HTMLElement);
const difficulty = need("draw-difficulty", HTMLElement);
const progress = need("draw-progress", HTMLProgressElement);
/** @type {Map<string, Editor>} */
const editors = new Map();
/** @type {Editor | null} */
let editor = null;
/** @type {Drawn} */
let drawn = { kind: plan.kinds[0][0], cells: sizes.map((/** @type {number} */ size) => EMPTY.repeat(size)) };
/** @type {Drawn[]} */
const past = [];
/** @type {Drawn[]} */
const future = [];
let brush = EMPTY;
let documentOf = "";
let asked = 0;
/** Counts what takes the place of the kind that was chosen: another one, or another drawing. */
let chosen = 0;
let timer = 0;
/** @type {Set<() => Promise<void>>} what is being done: pressed twice, it is meant once */
const doing = new Set();

const grids = plan.surfaces.map((/** @type {any[]} */ [id, title, rows, columns], /** @type {number} */ at) =>
  new Grid({ id, name: title, rows, columns }, (cell) => put(at, cell, brush), (cell) => put(at, cell, EMPTY)));
const poses = new Poses(enlarge);
const shelf = new Shelf(plan.game, (kept) => { name.value = kept.name; begin(read(kept.code)); scrollTo({ top: 0 }); }, trying);

/** The same few characters that the server writes and reads. @param {Drawn} what */
function code(what) {
  const packed = what.cells.map((cells) => cells.replace(/(\.*)([^.])|\.+$/g, (_, gap, letter) => (letter ? `${gap.length || ""}${letter}` : "")) || "0");
  return [what.kind, ...packed].join("-");
}

/** @param {string} given @returns {Drawn} */
function read(given) {
  const [kind = "", ...packed] = given.split("-");
  const cells = packed.map((each, at) => each.replace(/\d+/g, (gap) => EMPTY.repeat(Number(gap))).slice(0, sizes[at]).padEnd(sizes[at], EMPTY));
  return { kind, cells };
}

/** Puts something on a cell; what is there already is taken away. @param {number} surface @param {number} cell @param {string} letter */
function put(surface, cell, letter) {
  const cells = drawn.cells[surface] ?? "";
  const fresh = cells[cell] === letter ? EMPTY : letter;
  if (cells[cell] === fresh) return;
  change({ ...drawn, cells: drawn.cells.map((each, at) => (at === surface ? each.slice(0, cell) + fresh + each.slice(cell + 1) : each)) });
}

/** @param {Drawn} next */
function change(next) {
  past.push(drawn);
  future.length = 0;
  void show(next);
}

/** Something else altogether; the way back stays. @param {Drawn} next */
function begin(next) {
  chosen += 1;
  if (code(next) !== code(drawn)) change(next);
}

/** @param {string} kind @returns {Promise<Editor>} */
async function editorFor(kind) {
  const known = editors.get(kind);
  if (known) return known;
  const told = await insist(`/games/${plan.game}/editor/${kind}`);
  editors.set(kind, told);
  return told;
}

/** @param {Drawn} next */
async function show(next) {
  drawn = next;
  const turn = ++asked;
  const found = await editorFor(next.kind);
  if (turn !== asked) return;
  if (editor !== found) {
    editor = found;
    kinds.value = next.kind;
    showBrushes(found);
    showSymbols(found);
    poses.set(found.poses);
    grids.forEach((/** @type {Grid} */ grid) => grid.shade(found.guides));
  }
  const names = new Map(found.brushes.map((each) => [each.letter, each.name]));
  grids.forEach((/** @type {Grid} */ grid, /** @type {number} */ at) => grid.show(next.cells[at] ?? "", names, next.kind));
  const each = sizes[0];
  poses.show(next.cells.join(""), (at, letter) => {
    const surface = plan.surfaces[Math.floor(at / each)][0];
    const paper = found.colours[`${surface}-${EMPTY}`] ?? "#fff";
    return [paper, found.colours[`${surface}-${letter}`] ?? paper];
  });
  need("draw-undo", HTMLButtonElement).disabled = past.length === 0;
  need("draw-redo", HTMLButtonElement).disabled = future.length === 0;
  remember();
  unjudged();
  clearTimeout(timer);
  timer = setTimeout(() => void judge(turn), JUDGE_AFTER);
}

/** The sheet goes with whoever follows a link. One to a server need not lead anywhere yet. @param {HTMLAnchorElement} link @param {URLSearchParams} sheet */
function sendAlong(link, sheet) {
  const { server } = link.dataset;
  if (server) link.dataset.server = `${server.split("?")[0]}?${sheet}`;
  if (!link.getAttribute("href")) return;
  const url = new URL(link.href);
  url.searchParams.delete("name");
  for (const [name, value] of sheet) url.searchParams.set(name, value);
  link.href = url.href;
}

/** What is begun is still there tomorrow, and the link leads to it. */
function remember() {
  const query = new URLSearchParams({ d: code(drawn), ...(name.value.trim() ? { name: name.value.trim() } : {}) });
  need("draw-link", HTMLInputElement).value = `${door}/games/${plan.game}/draw?${query}`;
  for (const link of document.querySelectorAll("#draw-print a")) sendAlong(/** @type {HTMLAnchorElement} */ (link), query);
  try {
    localStorage.setItem(key, JSON.stringify({ code: code(drawn), name: name.value }));
  } catch {
    // a browser that keeps nothing: the link does
  }
}

/** @param {Editor} told */
function showSymbols(told) {
  document.getElementById("draw-symbols")?.remove();
  const symbols = Object.entries(told.symbols).map(([id, markup]) => `<symbol id="symbol-${id.replace(/\.$/, "empty")}" viewBox="-50 -50 100 100">${markup}</symbol>`);
  const source = `<svg xmlns="${SVG}">${symbols.join("")}</svg>`; // markup of the server's own code
  const holder = shape("svg", { id: "draw-symbols", class: "draw-symbols", width: 0, height: 0, "aria-hidden": "true" });
  holder.append(...new DOMParser().parseFromString(source, "image/svg+xml").documentElement.children);
  document.body.append(holder);
}

/** @param {Editor} told */
function showBrushes(told) {
  const all = [...told.brushes, { letter: EMPTY, name: say("Nothing") }];
  if (!all.some((each) => each.letter === brush)) brush = EMPTY;
  if (brush === EMPTY && told.brushes[0]) brush = told.brushes[0].letter;
  need("draw-brushes", HTMLElement).replaceChildren(...all.map((each) => {
    const radio = make("input", { type: "radio", name: "brush", value: each.letter, checked: each.letter === brush });
    radio.addEventListener("change", () => { brush = each.letter; });
    const face = square();
    face.append(used(plan.surfaces[0][0], each.letter));
    return make("label", { class: "brush" }, radio, make("span", { class: "brush-face" }, face), make("span", {}, each.name));
  }));
}

/** Nothing is known of it yet. */
function unjudged() {
  documentOf = "";
  for (const id of ["draw-play", "draw-try-bots"]) need(id, HTMLButtonElement).disabled = true;
  need("draw-print", HTMLElement).hidden = true;
  progress.hidden = true;
  difficulty.textContent = "";
}

/** @param {number} turn */
async function judge(turn) {
  let told;
  try {
    told = await call("POST", `/games/${plan.game}/drafts/judged`, { code: code(drawn), name: name.value.trim() });
  } catch (error) {
    if (turn !== asked) return;
    timer = setTimeout(() => void judge(turn), 10 * JUDGE_AFTER);
    if (error instanceof Refused && error.code === "not-allowed") problem.textContent = error.message;
    return;
  }
  if (turn !== asked) return;
  problem.textContent = "";
  const good = told.mistakes.length === 0;
  documentOf = good ? told.document : "";
  for (const id of ["draw-play", "draw-try-bots"]) need(id, HTMLButtonElement).disabled = !good;
  need("draw-print", HTMLElement).hidden = !good;
  need("draw-verdict", HTMLElement).textContent = good ? say("Yes: it can be played on.") : sayCounted("Not yet: {n} thing is wrong.", "Not yet: {n} things are wrong.", told.mistakes.length);
  need("draw-mistakes", HTMLElement).replaceChildren(...told.mistakes.map(mistake));
  mark(told.mistakes);
}

/** @param {{text: string, cells: string[]}} told */
function mistake(told) {
  const [surface = "", cell = ""] = (told.cells[0] ?? "").split("-");
  const at = plan.surfaces.findIndex((/** @type {any[]} */ [id]) => id === surface);
  if (at < 0) return make("li", {}, told.text);
  const button = make("button", { type: "button", class: "linklike" }, told.text);
  button.addEventListener("click", () => grids[at]?.focus(cell));
  return make("li", {}, button);
}

/** One cell alone is wrong; of several, one lacks something. @param {{cells: string[]}[]} mistakes */
function mark(mistakes) {
  plan.surfaces.forEach((/** @type {any[]} */ [id], /** @type {number} */ at) => {
    /** @type {Map<string, string>} */
    const wrong = new Map();
    for (const told of mistakes) {
      for (const cell of told.cells) {
        const [surface, place = ""] = cell.split("-");
        if (surface === id && wrong.get(place) !== "wrong") wrong.set(place, told.cells.length === 1 ? "wrong" : "missing");
      }
    }
    grids[at]?.mark(wrong);
  });
}

/** @param {number} pose */
function enlarge(pose) {
  need("draw-large-name", HTMLElement).textContent = editor?.poses[pose]?.name ?? "";
  const picture = need("draw-large-picture", HTMLImageElement);
  picture.alt = editor?.poses[pose]?.name ?? "";
  picture.src = `${root}/games/${plan.game}/draft.svg?${new URLSearchParams({ d: code(drawn), pose: String(pose) })}`;
  need("draw-large", HTMLDialogElement).showModal();
}

/** Bots try it while one waits, and stop when something is changed. */
async function tryBots() {
  const turn = asked;
  progress.hidden = false;
  difficulty.textContent = say("The bots are playing…");
  while (turn === asked) {
    const told = await call("GET", `/games/${plan.game}/drafts/difficulty?code=${encodeURIComponent(code(drawn))}`);
    if (turn !== asked) return;
    progress.max = told.total;
    progress.value = told.part;
    if (told.words || told.done >= told.total) {
      progress.hidden = true;
      difficulty.textContent = told.words || told.usual;
      return;
    }
    if (told.usual) difficulty.textContent = say("So far: {usual} ({done} of {total} games)", { usual: told.usual, done: told.done, total: told.total });
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
  }
}

async function play() {
  const table = await waiting(say("The table is being opened…"),
    call("POST", "/tables", { game: plan.game, options: { ...plan.trial, [plan.option]: documentOf }, seats: [{ kind: "me" }] }));
  location.assign(`${root}/t/${table.id}`);
  await new Promise((resolve) => addEventListener("pageshow", resolve, { once: true })); // until one comes back here
}

async function keep() {
  await call("POST", `/games/${plan.game}/drafts`, { code: code(drawn), name: name.value.trim() });
  toast(say("It is kept for you."));
  await shelf.show();
}

/** @param {() => Promise<void>} work */
async function trying(work) {
  if (doing.has(work)) return;
  doing.add(work);
  problem.textContent = "";
  try {
    await work();
  } catch (error) {
    problem.textContent = error instanceof Refused ? error.message : say("That did not work. Try again.");
  }
  doing.delete(work);
}

/** What cannot be put on cells of another kind is left out. @param {string} kind */
async function changeKind(kind) {
  const turn = ++chosen;
  const found = await editorFor(kind);
  if (turn !== chosen) return;
  const letters = new Set([EMPTY, ...found.brushes.map((each) => each.letter)]);
  const cells = drawn.cells.map((each) => [...each].map((letter) => (letters.has(letter) ? letter : EMPTY)).join(""));
  if (cells.join("") !== drawn.cells.join("")) toast(say("What is not for this was taken away. “Undo” brings it back."));
  change({ kind, cells });
}

/** @param {Drawn[]} from @param {Drawn[]} to */
function step(from, to) {
  const next = from.pop();
  if (!next) return;
  to.push(drawn);
  void show(next);
}

/** @returns {{code: string, name: string}} */
function first() {
  if (plan.code) return { code: plan.code, name: plan.name };
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof kept?.code === "string") return kept;
  } catch {
    // nothing was begun here
  }
  return { code: plan.samples[0].code, name: "" };
}

need("draw-surfaces", HTMLElement).append(...grids.map((/** @type {Grid} */ grid) => grid.element));
need("draw-undo", HTMLElement).addEventListener("click", () => step(past, future));
need("draw-redo", HTMLElement).addEventListener("click", () => step(future, past));
kinds.addEventListener("change", () => void changeKind(kinds.value));
samples.addEventListener("change", () => {
  if (samples.value) begin(samples.value === "empty" ? { kind: drawn.kind, cells: sizes.map((/** @type {number} */ size) => EMPTY.repeat(size)) } : read(samples.value));
  samples.value = "";
});
name.addEventListener("input", remember);
name.addEventListener("change", () => void show(drawn));
need("draw-try-bots", HTMLElement).addEventListener("click", () => trying(() => tryBots()));
need("draw-play", HTMLElement).addEventListener("click", () => trying(play));
need("draw-keep", HTMLElement).addEventListener("click", () => trying(keep));
need("draw-copy", HTMLElement).addEventListener("click", async () => {
  const done = await copied(need("draw-link", HTMLInputElement));
  toast(done ? say("Link copied") : say("The link is selected: copy it with Ctrl+C, or hold your finger on it."));
});
const begun = first();
name.value = begun.name;
void show(read(begun.code));
void trying(() => shelf.show());
