/** A puzzle on the board: lets one try, answers a wrong try on the board, and remembers what is solved. Knows no game. */
import { call, insist, Refused } from "./api.js";
import { Choosing } from "./choosing.js";
import { carried, dated, make, need, root, say, toast } from "./dom.js";
import { explanation, Explaining } from "./explaining.js";
import { arrows } from "./keys.js";
import { button } from "./seats.js";
import { showResult } from "./results.js";
import { keepDay, keepPuzzle, solvedPuzzle } from "./solved.js";
import { Stage } from "./stage.js";
import { steady } from "./steady.js";

/** @import {Paths, Scene, Snapshot, Way} from "./types.js" */
/**
 * @typedef {{seat: number | null, scene: Scene, paths: Paths, ghosts: Record<string, string>, ways: Record<string, Way>}} Moment
 * @typedef {{words: string, scene: Scene}} Happening
 * @typedef {{number: number, grade: number, words: string, earlier: Happening[], now: Moment}} Told
 * @typedef {{status: "open" | "right" | "wrong" | "solved", words: string, shown: Happening[], now: Moment, kept: number}} Come
 * @typedef {{game: string, title: string, number: number, next: string, date: string}} Plan
 */

/** How long one sees what somebody does, what is watched before one is asked, and how it ends. */
const FOLLOWED = 1000;
const WATCHED = 900;

/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

class Puzzle {
  /**
   * @param {Plan} plan
   * @param {Stage} stage
   * @param {Told} told
   */
  constructor(plan, stage, told) {
    this.plan = plan;
    this.stage = stage;
    this.told = told;
    this.now = told.now;
    /** @type {string[]} the moves so far that were right, or that belong to the turn */
    this.tried = [];
    this.wrong = 0;
    this.helped = false;
    /** Counts what is begun: what was begun before it ends without a trace. */
    this.turn = 0;
    this.choosing = new Choosing(stage, this.#table(), { play: (_, move) => void this.#try(move), ask: (_, yes) => yes(), more: () => [] });
    new Explaining(stage, {
      ask: (thing, chosen) => (this.choosing.open ? explanation(`${this.#address()}/explanation`, thing, chosen, this.tried.map((each) => ["tried", each])) : null),
      chosen: () => this.choosing.walk.picked,
      idle: (why) => this.#tell(why),
      dwells: () => true,
    });
  }

  start() {
    arrows(need("table", HTMLElement), () => this.choosing.back());
    need("puzzle-again", HTMLElement).addEventListener("click", () => this.#anew());
    need("puzzle-show", HTMLElement).addEventListener("click", () => void this.#show());
    if (this.plan.date) need("heading", HTMLElement).textContent = `${this.plan.title}, ${dated(this.plan.date, { dateStyle: "long" })}`;
    if (solvedPuzzle(this.plan.game, this.plan.number)) this.#tell(say("You have solved this one before."));
    void this.begin();
  }

  /** The moment in the shape that the board's scripts know. @returns {Snapshot} */
  #table() {
    const { now } = this;
    return /** @type {any} */ ({ ...now, table: "", moves: [...this.tried.map((text) => ({ text })), { text: String(this.turn) }], match: null });
  }

  /** What was said of earlier tries is of no interest any more. */
  #anew() {
    this.#tell("");
    void this.begin();
  }

  /** From the beginning: what is watched first, then what is asked. */
  async begin() {
    const turn = ++this.turn;
    this.tried = [];
    this.now = this.told.now;
    this.choosing.rest();
    need("table", HTMLElement).dataset.asked = "";
    need("puzzle-skip", HTMLElement).hidden = !this.told.earlier.length;
    const skipped = new Promise((resolve) => need("puzzle-skip", HTMLElement).addEventListener("click", resolve, { once: true }));
    let skip = false;
    void skipped.then(() => (skip = true));
    for (const { words, scene } of this.told.earlier) {
      this.#ask(words);
      await this.stage.show(scene, { still: skip });
      if (!skip) await Promise.race([wait(WATCHED), skipped]);
      if (turn !== this.turn) return;
    }
    need("puzzle-skip", HTMLElement).hidden = true;
    this.#ask(this.told.words);
    await this.#offer(turn);
  }

  /** What may be chosen now. @param {number} turn */
  async #offer(turn) {
    await this.stage.show(this.now.scene);
    if (turn !== this.turn) return;
    this.choosing.offer(this.#table(), true);
    need("table", HTMLElement).dataset.asked = String(this.tried.length);
  }

  /** @param {string} move */
  async #try(move) {
    const turn = ++this.turn;
    need("table", HTMLElement).dataset.asked = "";
    const query = new URLSearchParams([...this.tried, move].map((each) => ["tried", each]));
    /** @type {Come} */
    let come;
    try {
      come = await call("GET", `${this.#address()}/try?${query}`);
    } catch (error) {
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
      if (turn === this.turn) this.choosing.reopen();
      return;
    }
    if (turn === this.turn) await this.#answered(come, move, turn);
  }

  /** @param {Come} come @param {string} move @param {number} turn */
  async #answered(come, move, turn) {
    this.#tell(come.words, come.status);
    if (come.status === "wrong") this.wrong += 1;
    if (come.status === "solved") this.#solved();
    if (!(await this.#play(come.shown, turn))) return;
    this.tried = [...this.tried, move].slice(0, come.kept);
    this.now = come.now;
    if (come.status === "wrong") this.#again(turn);
    else if (come.status === "solved") this.#end();
    else await this.#offer(turn);
  }

  /** Plays what happens on the board; whether nothing else was begun meanwhile. @param {Happening[]} shown @param {number} turn */
  async #play(shown, turn) {
    for (const [at, { words, scene }] of shown.entries()) {
      if (at) this.#ask(words);
      await this.stage.show(scene);
      await wait(at + 1 < shown.length ? FOLLOWED : FOLLOWED / 2);
      if (turn !== this.turn) return false;
    }
    return true;
  }

  /** After a wrong try: back to where one was, when one has seen enough. @param {number} turn */
  #again(turn) {
    const row = need("choices", HTMLElement);
    const back = button(say("Try again"), () => {
      if (turn !== this.turn) return;
      this.turn += 1;
      this.#tell("");
      this.#ask(this.told.words);
      void this.#offer(this.turn);
    }, true);
    row.classList.remove("resting");
    row.replaceChildren(back);
    back.focus({ preventScroll: true });
  }

  #solved() {
    const { game, number, date } = this.plan;
    const how = { tries: this.wrong, helped: this.helped };
    keepPuzzle(game, number, how);
    if (date) keepDay(date, game, { ...how, words: this.helped ? say("with help") : say("solved") });
  }

  /** The solution, for those who ask for it. */
  async #show() {
    const turn = ++this.turn;
    this.helped = true;
    this.choosing.rest();
    need("puzzle-skip", HTMLElement).hidden = true;
    this.#tell(say("This is how."));
    const { shown } = await insist(`${this.#address()}/solution`);
    if (turn !== this.turn) return;
    await this.stage.show(this.told.now.scene);
    await wait(FOLLOWED / 2);
    if (turn === this.turn && (await this.#play(shown, turn))) {
      if (this.plan.date) this.#solved();
      this.#end();
    }
  }

  #end() {
    const { date, game, next, title } = this.plan;
    this.#ask(this.told.words);
    const row = need("choices", HTMLElement);
    row.classList.remove("resting");
    const on = date
      ? make("a", { class: "button strong", href: `${root}/daily/${date}` }, say("All of the day's tasks"))
      : make("a", { class: "button strong", href: `${root}${next}` }, say("Next puzzle"));
    row.replaceChildren(on, button(say("Once more"), () => this.#anew()));
    on.focus({ preventScroll: true });
    need("table", HTMLElement).dataset.asked = "over";
    if (!date) return;
    showResult(need("result", HTMLElement), { date, game, title, grade: this.told.grade });
    need("result-box", HTMLElement).hidden = false;
  }

  #address() {
    return `/games/${this.plan.game}/puzzles/${this.plan.number}`;
  }

  /** @param {string} words */
  #ask(words) {
    need("puzzle-words", HTMLElement).textContent = words;
  }

  /** @param {string} words @param {string} [kind] */
  #tell(words, kind = "") {
    const line = need("puzzle-said", HTMLElement);
    line.textContent = words;
    line.dataset.kind = kind;
    steady(need("coach", HTMLElement));
  }
}

/** @type {Plan} */
const plan = carried("plan");
const [symbols, told] = await Promise.all([insist(`/games/${plan.game}/symbols`), insist(`/games/${plan.game}/puzzles/${plan.number}`)]);
new Puzzle(plan, new Stage(need("board", HTMLElement), symbols, plan.game), told).start();
