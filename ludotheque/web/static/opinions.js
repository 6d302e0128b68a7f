/** What bots think of a moment on the analysis board: at a glance, after a while, and what can be proved. */
import { call, Refused } from "./api.js";
import { make, need, say } from "./dom.js";
import { standing } from "./standing.js";

/**
 * @typedef {{move: string, words: string, value: number, path: string[]}} Candidate
 * @typedef {{seat: number, candidates: Candidate[], line: string[], certain: {words: string, line: string[]} | null}} Opinion
 */

const EFFORTS = 3;
/** Nobody thinks about what is only passed by. */
const DWELLS = 350;
/** How often a question is asked again that found nobody ready, and when. */
const [TRIES, LATER] = [5, 3000];
/** How soon it is seen that a finger has gone, and when it is taken to have gone unseen. */
const [GLANCE, RESTS] = [100, 5000];

export class Opinions {
  /** @param {{play: (move: string) => void, point: (path: string[]) => void}} told */
  constructor(told) {
    this.told = told;
    this.turn = 0;
    this.on = true;
    /** @type {Map<string, Opinion[]>} what is known, by moment */
    this.known = new Map();
    const wanted = need("opinion-on", HTMLInputElement);
    wanted.addEventListener("change", () => {
      this.on = wanted.checked;
      if (this.asked) void this.ask(this.asked.board, this.asked.name);
    });
    /** @type {{board: object, name: string} | null} */
    this.asked = null;
    this.pressed = false;
    addEventListener("pointerdown", ({ button }) => (this.pressed = button === 0), true);
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => (this.pressed = false), true);
  }

  /** What comes by itself moves nothing under a finger: a button that leaves between press and release is not clicked. */
  async #untouched() {
    for (let waited = 0; this.pressed && waited < RESTS; waited += GLANCE) await new Promise((resolve) => setTimeout(resolve, GLANCE));
  }

  /** Nothing is to be thought about. @param {string} [note] */
  rest(note = "") {
    this.turn += 1;
    this.asked = null;
    this.#note(note);
    need("candidates", HTMLElement).replaceChildren();
    this.#certain("");
  }

  /**
   * Asks what is thought of a moment, harder and harder.
   * @param {object} board
   * @param {string} name whose turn it is
   */
  async ask(board, name) {
    this.rest();
    const turn = this.turn;
    this.asked = { board, name };
    if (!this.on) return;
    const key = JSON.stringify(board);
    const known = this.known.get(key) ?? [];
    this.known.set(key, known);
    known.forEach((opinion) => this.#show(opinion, name));
    if (known.length < EFFORTS) await new Promise((resolve) => setTimeout(resolve, DWELLS));
    let tries = 0;
    while (known.length < EFFORTS && turn === this.turn) {
      await this.#untouched();
      if (turn !== this.turn) return;
      this.#note(say("Thinking… {done} of {total}", { done: known.length, total: EFFORTS }));
      try {
        const opinion = await call("POST", "/analysis/opinion", { ...board, effort: known.length });
        known.push(opinion);
        await this.#untouched();
        if (turn === this.turn) this.#show(opinion, name);
      } catch (error) {
        if (tries++ < TRIES && turn === this.turn) {
          await new Promise((resolve) => setTimeout(resolve, LATER));
          continue;
        }
        await this.#untouched();
        if (turn === this.turn) this.#note(error instanceof Refused ? error.message : "");
        return;
      }
    }
    if (turn === this.turn) this.#note("");
  }

  /** @param {Opinion} opinion @param {string} name */
  #show(opinion, name) {
    if (opinion.certain) this.#certain(opinion.certain.words);
    if (!opinion.candidates.length) return;
    const rows = opinion.candidates.map((candidate) => {
      const row = make("button", { type: "button" },
        make("span", { class: "candidate-move" }, candidate.words),
        make("small", {}, say("{name}: {how}.", { name, how: standing(candidate.value) })));
      row.style.setProperty("--share", String((candidate.value + 1) / 2));
      row.addEventListener("click", () => this.told.play(candidate.move));
      for (const kind of ["mouseenter", "focus"]) row.addEventListener(kind, () => this.told.point(candidate.path));
      for (const kind of ["mouseleave", "blur"]) row.addEventListener(kind, () => this.told.point([]));
      return make("li", {}, row);
    });
    need("candidates", HTMLElement).replaceChildren(...rows);
  }

  /** @param {string} words */
  #certain(words) {
    const line = need("certain", HTMLElement);
    line.textContent = words;
    line.hidden = !words;
  }

  /** @param {string} words */
  #note(words) {
    need("opinion-note", HTMLElement).textContent = words;
  }
}
