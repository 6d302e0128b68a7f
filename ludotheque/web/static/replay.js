/** Seeing a finished game again: a slider, and a button that plays it. */
import { call } from "./api.js";
import { make, maybe, need, say } from "./dom.js";
import { Stage } from "./stage.js";
import { Verdicts } from "./verdicts.js";

/** @import {Scene} from "./types.js" */
/** @import {Judged} from "./graph.js" */
/** @typedef {{scene: Scene, spoken: string, seat: number | null}} Frame */

const PAGE = 40;
const PACE = 1100;
const root = need("table", HTMLElement);
const game = root.dataset.game ?? "";
const slider = need("slider", HTMLInputElement);
const play = need("play", HTMLButtonElement);
const stage = new Stage(need("board", HTMLElement), await call("GET", `/games/${game}/symbols`), game);
/** @type {Map<number, Frame>} */
const frames = new Map();
/** @type {Map<number, Promise<void>>} pages asked for */
const asked = new Map();
let total = 1;
/** @type {number | undefined} which game of the match; the latest unless chosen */
let which;
let at = 0;
let playing = false;
const verdicts = new Verdicts(root.dataset.table ?? "", {
  go: (index) => {
    setPlaying(false);
    if (index !== at) void go(index);
  },
  better: (move) => void showBetter(move),
  learnt: (numbers) => numbers.includes(at) && tell(),
});

/** @param {number} index */
async function load(index) {
  const from = Math.floor(index / PAGE) * PAGE;
  const loading = asked.get(from) ?? fetchPage(from);
  asked.set(from, loading);
  await loading;
}

/** @param {number} from */
async function fetchPage(from) {
  const page = await call("GET", `/tables/${root.dataset.table}/replay?from=${from}&to=${from + PAGE - 1}${which ? `&game=${which}` : ""}`);
  const known = total;
  total = page.total;
  offerGames(page.game, page.games);
  if (total !== known || !verdicts.turn) void verdicts.follow(page.game, total - 1, page.seats);
  page.frames.forEach((/** @type {Frame} */ frame, /** @type {number} */ i) => frames.set(from + i, frame));
}

/** @param {number} index */
async function go(index) {
  const to = Math.max(0, Math.min(total - 1, index));
  const still = Math.abs(to - at) !== 1;
  at = to;
  await load(to);
  const frame = frames.get(to);
  if (!frame || at !== to) return;
  slider.max = String(total - 1);
  slider.value = String(to);
  tell();
  await stage.show(frame.scene, { still });
}

/** All that is said of the picture that is shown. */
function tell() {
  const frame = frames.get(at);
  if (!frame) return;
  const where = at === 0 ? say("Start of the game") : say("Move {number} of {total}", { number: at, total: total - 1 });
  const said = at === 0 ? where : `${where}, ${frame.spoken}`;
  slider.setAttribute("aria-valuetext", said);
  const told = at === 0 ? where : frame.spoken;
  const mark = verdicts.mark(at);
  need("caption", HTMLElement).replaceChildren(
    told, ...(mark ? [make("span", { class: "flawed" }, mark)] : []), make("small", {}, at === 0 ? frame.scene.title : where),
  );
  verdicts.tell(at, said);
}

/** The picture before a move, with what would have been better. @param {Judged} move */
async function showBetter(move) {
  setPlaying(false);
  await go(move.number - 1);
  if (at !== move.number - 1) return;
  stage.mark({ next: new Set(), others: new Set(), picked: [], hinted: move.path });
  verdicts.tellBetter(move);
}

/**
 * A match has several games to choose from.
 * @param {number} game
 * @param {number} games
 */
function offerGames(game, games) {
  const choice = need("games", HTMLSelectElement);
  if (choice.options.length) return;
  choice.append(...Array.from({ length: games }, (_, i) => make("option", { value: String(i + 1) }, String(i + 1))));
  choice.value = String(game);
  need("which", HTMLElement).hidden = games < 2;
  choice.addEventListener("change", () => {
    setPlaying(false);
    which = Number(choice.value);
    frames.clear();
    asked.clear();
    for (const id of ["record", "animation"]) {
      const link = need(id, HTMLAnchorElement);
      const address = new URL(link.href);
      address.searchParams.set("game", choice.value);
      link.href = address.href;
    }
    total = Infinity;
    void go(0);
  });
}

/** @param {boolean} on */
function setPlaying(on) {
  playing = on;
  play.classList.toggle("playing", on);
  play.setAttribute("aria-label", on ? say("Pause") : say("Play"));
}

async function run() {
  if (at >= total - 1) await go(0);
  setPlaying(true);
  while (playing && at < total - 1) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (playing) await go(at + 1);
  }
  setPlaying(false);
}

/** @param {string} id @param {() => number} where */
function jump(id, where) {
  maybe(id)?.addEventListener("click", () => {
    setPlaying(false);
    void go(where());
  });
}

jump("first", () => 0);
jump("back", () => at - 1);
jump("forward", () => at + 1);
jump("last", () => total - 1);
play.addEventListener("click", () => (playing ? setPlaying(false) : void run()));
slider.addEventListener("input", () => {
  setPlaying(false);
  void go(Number(slider.value));
});
await go(0);
