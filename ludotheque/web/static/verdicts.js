/** How good the moves of a finished game were: asks the server until all are judged, and tells it beside the board. */
import { call, Refused } from "./api.js";
import { make, need, say, sayCounted } from "./dom.js";
import { Graph, stroke } from "./graph.js";
import { standing } from "./standing.js";

/** @import {Judged} from "./graph.js" */
/** @typedef {{name: string, nickname: string}} Seat */

const SOON = 300;
const LATER = 900;

export class Verdicts {
  /**
   * @param {string} table
   * @param {{go: (index: number) => void, better: (move: Judged) => void, learnt: (numbers: number[]) => void}} told
   */
  constructor(table, told) {
    this.table = table;
    this.told = told;
    this.graph = new Graph(need("graph", HTMLElement), told.go);
    /** @type {Map<number, Judged>} by number */
    this.moves = new Map();
    /** @type {Seat[]} */
    this.seats = [];
    this.last = 0;
    this.turn = 0;
  }

  /** Leaves the game that was judged: what is still to come of it is not told. */
  leave() {
    this.turn += 1;
    this.moves.clear();
    need("analysis", HTMLElement).hidden = true;
    need("blunders", HTMLElement).replaceChildren();
  }

  /**
   * Begins with a game of the match.
   * @param {number} game
   * @param {number} last its last move
   * @param {Seat[]} seats
   */
  async follow(game, last, seats) {
    this.leave();
    const turn = this.turn;
    this.last = last;
    this.seats = seats;
    need("analysis", HTMLElement).hidden = last === 0;
    let open = last > 0;
    need("analysis-note", HTMLElement).setAttribute("aria-busy", String(open));
    while (open && turn === this.turn) {
      try {
        const heard = await call("GET", `/tables/${this.table}/analysis?game=${game}&after=${Math.max(0, ...this.moves.keys())}`);
        if (turn === this.turn) this.#heard(heard);
        open = heard.done < heard.total;
        await new Promise((resolve) => setTimeout(resolve, heard.moves.length ? SOON : LATER));
      } catch (error) {
        if (turn === this.turn) this.#refused(error);
        open = false;
      }
    }
  }

  /** @param {{total: number, done: number, duel: boolean, moves: Judged[]}} heard */
  #heard(heard) {
    for (const move of heard.moves) this.moves.set(move.number, move);
    /** @type {[string, string]} */
    const sides = heard.duel ? [this.name(0), this.name(1)] : [say("wins"), say("loses")];
    const judged = [...this.moves.values()].sort((a, b) => a.number - b.number);
    this.graph.show(judged, { last: this.last, duel: heard.duel, sides });
    need("legend", HTMLElement).replaceChildren(...(heard.duel || this.seats.length < 2 ? [] : this.seats.map((_, seat) => make("li", {}, stroke(seat), this.name(seat)))));
    need("blunders", HTMLElement).append(...heard.moves.filter(({ mark }) => mark).map((move) => this.#flaw(move)));
    const note = need("analysis-note", HTMLElement);
    note.setAttribute("aria-busy", String(heard.done < heard.total));
    note.textContent = heard.done < heard.total ? say("Analysing… {done} of {total} moves", { done: heard.done, total: heard.total }) : this.#summary();
    this.told.learnt(heard.moves.map(({ number }) => number));
  }

  #summary() {
    const blunders = this.graph.flaws.filter(({ mark }) => mark === "??").length;
    const mistakes = this.graph.flaws.length - blunders;
    const parts = [];
    if (blunders) parts.push(sayCounted("{n} blunder", "{n} blunders", blunders));
    if (mistakes) parts.push(sayCounted("{n} mistake", "{n} mistakes", mistakes));
    return parts.length ? parts.join(", ") : say("No mistakes: well played!");
  }

  /** @param {unknown} error */
  #refused(error) {
    const note = need("analysis-note", HTMLElement);
    note.setAttribute("aria-busy", "false");
    note.textContent = error instanceof Refused ? error.message : say("That did not work. Try again.");
    need("graph", HTMLElement).hidden = this.moves.size === 0;
  }

  /** @param {number} seat */
  name(seat) {
    const who = this.seats[seat];
    if (!who) return "";
    return who.nickname && who.nickname !== who.name ? `${who.name} (${who.nickname})` : who.name;
  }

  /** @param {Judged} move */
  #flaw(move) {
    const row = make("button", { type: "button", "data-number": String(move.number) },
      make("span", { class: "flawed" }, move.mark),
      make("span", {},
        `${move.number}. `, say("{player}: {move}", { player: this.name(move.seat), move: move.move_words }), " ",
        make("small", {}, say("better: {move}", { move: move.words }))));
    row.addEventListener("click", () => this.told.go(move.number));
    return make("li", {}, row);
  }

  /** What the mark of a move says; nothing for a good one. @param {number} index */
  mark(index) {
    return this.moves.get(index)?.mark ?? "";
  }

  /**
   * Tells of the move that led to a picture.
   * @param {number} index
   * @param {string} said where that is
   */
  tell(index, said) {
    const move = this.moves.get(index);
    this.graph.point(index, move ? `${said}, ${this.#words(move)}` : said);
    const line = need("verdict", HTMLElement);
    line.replaceChildren(...(move ? [make("span", {}, this.#words(move))] : []));
    if (move?.mark) {
      const show = make("button", { type: "button", class: "button", id: "better" }, say("Show better: {move}", { move: move.words }));
      show.addEventListener("click", () => this.told.better(move));
      line.append(show);
    }
    for (const row of need("blunders", HTMLElement).querySelectorAll("button")) {
      if (row.dataset.number === String(index)) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
  }

  /** The picture before a move, with what would have been better. @param {Judged} move */
  tellBetter(move) {
    this.graph.point(move.number - 1, say("Better here: {move}", { move: move.words }));
    const back = make("button", { type: "button", class: "button" }, say("As played: {move}", { move: move.move_words }));
    back.addEventListener("click", () => this.told.go(move.number));
    need("verdict", HTMLElement).replaceChildren(make("span", {}, say("Better here: {move}", { move: move.words })), back);
    back.focus();
  }

  /** @param {Judged} move */
  #words(move) {
    const stands = say("{name}: {how}.", { name: this.name(move.seat), how: standing(move.value) });
    const flaw = move.mark === "??" ? say("Blunder!") : move.mark === "?" ? say("Mistake.") : "";
    return flaw ? `${move.mark} ${flaw} ${stands}` : stands;
  }
}
