/** A lesson: says one thing, lets one move through, goes on; at the end, a little game. Knows no game. */
import { call, insist, Refused } from "./api.js";
import { Choosing } from "./choosing.js";
import { carried, make, need, root, say, toast } from "./dom.js";
import { explanation, Explaining, WHY_STAYS } from "./explaining.js";
import { arrows } from "./keys.js";
import { keepPlace, stoppedAt } from "./newcomers.js";
import { button } from "./seats.js";
import { Stage } from "./stage.js";
import { steady } from "./steady.js";
import { waiting } from "./waiting.js";

/** @import {Paths, Scene, Snapshot, Way} from "./types.js" */
/**
 * @typedef {{words: string, seat: number, earlier: {words: string, scene: Scene}[], scene: Scene, paths: Paths,
 *   ghosts: Record<string, string>, ways: Record<string, Way>, after: Scene}} Step
 * @typedef {{game: string, lesson: string, steps: number, end: string, options: Record<string, string>, seats: number}} Plan
 */

/** How long one sees what was done, and what each of the others does. */
const SEEN = 700;
const FOLLOWED = 900;
const NOVICE = "novice";

/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

class Lesson {
  /**
   * @param {Plan} plan
   * @param {Stage} stage
   */
  constructor(plan, stage) {
    this.plan = plan;
    this.stage = stage;
    this.at = 0;
    /** @type {Map<number, Promise<Step>>} */
    this.asked = new Map();
    /** Counts what is begun: what was begun before it ends without a trace. */
    this.turn = 0;
    this.timer = 0;
    this.choosing = new Choosing(stage, this.#table(null), { play: () => void this.#done(), ask: (_, yes) => yes(), more: () => [] });
    this.choosing.onshow = () => {
      this.#why("");
      this.#star();
    };
    this.explaining = new Explaining(stage, {
      ask: (thing, chosen) => (this.at < plan.steps ? explanation(`/games/${plan.game}/lessons/${plan.lesson}/steps/${this.at}/explanation`, thing, chosen) : null),
      chosen: () => this.choosing.walk.picked,
      idle: (why) => this.#why(why),
      dwells: () => true,
    });
  }

  start() {
    arrows(need("table", HTMLElement), () => this.choosing.back());
    need("lesson-back", HTMLElement).addEventListener("click", () => void this.go(this.at - 1));
    need("lesson-skip", HTMLElement).addEventListener("click", () => void this.go(this.at + 1));
    const at = stoppedAt(this.plan.game, this.plan.lesson);
    if (at) toast(say("You go on where you left off."));
    void this.go(Math.min(at, this.plan.steps - 1));
  }

  /** @param {number} at @returns {Promise<Step>} */
  #step(at) {
    const known = this.asked.get(at) ?? insist(`/games/${this.plan.game}/lessons/${this.plan.lesson}/steps/${at}`);
    this.asked.set(at, known);
    return known;
  }

  /** A step in the shape that the board's scripts know. @param {Step | null} step @returns {Snapshot} */
  #table(step) {
    const scene = step?.scene ?? { buttons: [], room: [], items: [] };
    const told = { table: "", scene, paths: step?.paths ?? {}, ghosts: step?.ghosts ?? {}, ways: step?.ways ?? {}, seat: step?.seat ?? 0 };
    return /** @type {any} */ ({ ...told, moves: [{ text: String(this.at) }], match: null });
  }

  /** Goes to a step: shows what the others do first, then asks. @param {number} at */
  async go(at) {
    const turn = ++this.turn;
    this.at = Math.max(0, Math.min(at, this.plan.steps));
    this.choosing.rest();
    this.#why("");
    this.explaining.hide();
    this.explaining.forget();
    this.#head();
    if (this.at === this.plan.steps) return this.#end();
    keepPlace(this.plan.game, this.plan.lesson, this.at);
    const step = await this.#step(this.at);
    if (turn !== this.turn) return;
    for (const { words, scene } of step.earlier) {
      this.#tell(words);
      await this.stage.show(scene);
      await wait(FOLLOWED);
      if (turn !== this.turn) return;
    }
    this.#tell(step.words);
    await this.stage.show(step.scene);
    if (turn !== this.turn) return;
    this.choosing.offer(this.#table(step), true);
    need("table", HTMLElement).dataset.asked = String(this.at);
    if (this.at + 1 < this.plan.steps) void this.#step(this.at + 1);
  }

  /** What was asked for is done. */
  async #done() {
    const turn = ++this.turn;
    this.#why("");
    const step = await this.#step(this.at);
    if (turn !== this.turn) return;
    await this.stage.show(step.after);
    await wait(SEEN);
    if (turn === this.turn) await this.go(this.at + 1);
  }

  #head() {
    const { steps } = this.plan;
    need("lesson-step", HTMLElement).textContent = say("Step {number} of {all}", { number: this.at + 1, all: steps + 1 });
    need("lesson-bar", HTMLElement).style.width = `${(100 * this.at) / steps}%`;
    need("lesson-back", HTMLButtonElement).disabled = this.at === 0;
    need("lesson-skip", HTMLElement).hidden = this.at === steps;
  }

  /** @param {string} words */
  #tell(words) {
    need("lesson-words", HTMLElement).textContent = words;
    steady(need("coach", HTMLElement));
  }

  /** Something else was clicked: kindly why, for a while in the place of what is asked. @param {string} why */
  #why(why) {
    clearTimeout(this.timer);
    need("lesson-why", HTMLElement).textContent = why;
    need("coach", HTMLElement).classList.toggle("why", Boolean(why));
    if (why) this.timer = window.setTimeout(() => this.#why(""), WHY_STAYS);
    steady(need("coach", HTMLElement));
  }

  /** A star on what is asked for next. */
  #star() {
    const { open, table, walk } = this.choosing;
    const next = open ? Object.values(table.paths)[0]?.[walk.picked.length] : undefined;
    if (!next || this.choosing.hinted.at(-1) === next) return;
    this.choosing.advise([...walk.picked, next]);
  }

  #end() {
    const { game, lesson, end } = this.plan;
    keepPlace(game, lesson, "done");
    this.#tell(end);
    const begun = new URLSearchParams(location.search).get("table");
    const back = begun && /^[\w-]+$/.test(begun) ? [make("a", { class: "button strong", href: `${root}/t/${begun}` }, say("Back to your table"))] : [];
    const play = button(say("Play a little game against the novice"), () => void this.#play(play), !back.length);
    need("choices", HTMLElement).classList.remove("resting");
    need("choices", HTMLElement).replaceChildren(...back, play);
    (back[0] ?? play).focus({ preventScroll: true });
  }

  /** Opens a table with a novice in every other seat. @param {HTMLButtonElement} pressed */
  async #play(pressed) {
    pressed.disabled = true;
    const { game, options, seats } = this.plan;
    const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: NOVICE }));
    try {
      const table = await waiting(say("The table is being opened…"), call("POST", "/tables", { game, options, seats: [{ kind: "me" }, ...bots] }));
      location.assign(`${root}/t/${table.id}`);
    } catch (error) {
      pressed.disabled = false;
      toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
    }
  }
}

/** @type {Plan} */
const plan = carried("plan");
const symbols = await insist(`/games/${plan.game}/symbols`);
new Lesson(plan, new Stage(need("board", HTMLElement), symbols, plan.game)).start();
