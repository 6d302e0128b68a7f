/** Seeing a finished game again: a slider, and a button that plays it. */
import { insist } from "./api.js";
import { make, maybe, need, say } from "./dom.js";
import { Stage } from "./stage.js";
import { Verdicts } from "./verdicts.js";

/** @import {Scene} from "./types.js" */
/** @import {Judged} from "./graph.js" */
/** @typedef {{scene: Scene, spoken: string, seat: number | null}} Frame */

const PAGE = 40;
const PACE = 1100;
const root = need("table", HTMLElement);
const slider = need("slider", HTMLInputElement);
const play = need("play", HTMLButtonElement);
const stage = new Stage(need("board", HTMLElement), await insist(`/games/${root.dataset.game}/symbols`), root.dataset.game ?? "");

/** One game of the match: its pictures as they come. Whatever comes late belongs to the game that asked for it. */
class Book {
  /** @param {string} [which] the latest unless told */
  constructor(which) {
    this.which = which;
    /** @type {Map<number, Frame>} */
    this.frames = new Map();
    /** @type {Map<number, Promise<any>>} pages asked for, by their first picture */
    this.pages = new Map();
    /** The last picture; where that is, the first page tells. */
    this.last = Infinity;
    this.begun = this.page(0);
  }

  /** The page with a picture. @param {number} index */
  page(index) {
    const from = Math.floor(index / PAGE) * PAGE;
    const asked = this.pages.get(from) ?? this.#fetch(from);
    this.pages.set(from, asked);
    return asked;
  }

  /** @param {number} from */
  async #fetch(from) {
    const query = `from=${from}&to=${from + PAGE - 1}${this.which ? `&game=${this.which}` : ""}`;
    const page = await insist(`/tables/${root.dataset.table}/replay?${query}`);
    this.last = page.total - 1;
    page.frames.forEach((/** @type {Frame} */ frame, /** @type {number} */ i) => this.frames.set(from + i, frame));
    return page;
  }
}

/** @type {Book} the game that is shown */
let book;
/** The picture that is wanted; it may still be on its way. */
let at = 0;
let wishes = 0;
let playing = false;
let runs = 0;
const verdicts = new Verdicts(root.dataset.table ?? "", {
  go: (index) => {
    setPlaying(false);
    if (index !== at) void go(index);
  },
  better: (move) => void showBetter(move),
  learnt: (numbers) => numbers.includes(at) && tell(),
});

/** Takes a game of the match. @param {string} [which] */
async function open(which) {
  const taken = new Book(which);
  book = taken;
  at = 0;
  verdicts.leave();
  slider.max = slider.value = "0";
  const going = go(0);
  const page = await taken.begun;
  if (book !== taken) return;
  offerGames(page.game, page.games);
  void verdicts.follow(page.game, taken.last, page.seats);
  await going;
}

/**
 * Goes to a picture, the last one if there are not so many; whether it is shown, and nothing else was wished for meanwhile.
 * @param {number} index
 */
async function go(index) {
  const [wish, from] = [++wishes, book];
  const still = Math.abs(index - at) !== 1;
  at = Math.max(0, Math.min(from.last, index));
  await from.begun;
  if (wish !== wishes) return false;
  at = Math.min(from.last, at);
  await from.page(at);
  const frame = from.frames.get(at);
  if (!frame || wish !== wishes) return false;
  slider.max = String(from.last);
  slider.value = String(at);
  tell();
  await stage.show(frame.scene, { still });
  return wish === wishes;
}

/** All that is said of the picture that is shown. */
function tell() {
  const frame = book.frames.get(at);
  if (!frame) return;
  const where = at === 0 ? say("Start of the game") : say("Move {number} of {total}", { number: at, total: book.last });
  const said = at === 0 ? where : `${where}, ${frame.spoken}`;
  slider.setAttribute("aria-valuetext", said);
  const told = at === 0 ? where : frame.spoken;
  const mark = verdicts.mark(at);
  need("caption", HTMLElement).replaceChildren(
    told, ...(mark ? [make("span", { class: "flawed" }, mark)] : []), make("small", {}, at === 0 ? frame.scene.title : where),
  );
  verdicts.tell(at, said);
  const board = new URL(need("analyse", HTMLAnchorElement).href);
  board.searchParams.set("at", String(at));
  need("analyse", HTMLAnchorElement).href = board.href;
}

/** The picture before a move, with what would have been better. @param {Judged} move */
async function showBetter(move) {
  setPlaying(false);
  if (!(await go(move.number - 1))) return;
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
    for (const id of ["record", "animation", "analyse"]) {
      const link = need(id, HTMLAnchorElement);
      const address = new URL(link.href);
      address.searchParams.set("game", choice.value);
      link.href = address.href;
    }
    void open(choice.value);
  });
}

/** @param {boolean} on */
function setPlaying(on) {
  playing = on;
  play.classList.toggle("playing", on);
  play.setAttribute("aria-label", on ? say("Pause") : say("Play"));
}

async function run() {
  const mine = ++runs; // pressed again, it is the later one that goes on
  setPlaying(true);
  if (at >= book.last) await go(0);
  while (playing && mine === runs && at < book.last) {
    await new Promise((resolve) => setTimeout(resolve, PACE));
    if (playing && mine === runs) await go(at + 1);
  }
  if (mine === runs) setPlaying(false);
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
jump("last", () => book.last);
play.addEventListener("click", () => (playing ? setPlaying(false) : void run()));
slider.addEventListener("input", () => {
  setPlaying(false);
  void go(Number(slider.value));
});
await open();
