/** The choices below the board: what is asked, a button for each, and what happens when there is only one. */
import { make, need, say, toast } from "./dom.js";
import { button } from "./seats.js";
import { steady } from "./steady.js";

/** @import {Choice, Snapshot} from "./types.js" */
/** @import {Walk} from "./paths.js" */
/** @typedef {{pick: (id: string) => void, back: () => void, more: () => HTMLElement[]}} Chosen */

/** How long one sees what will be done by itself. */
const MOMENT = 1500;

export class Choices {
  /** @param {Chosen} chosen */
  constructor(chosen) {
    this.chosen = chosen;
    this.row = need("choices", HTMLElement);
    this.named = this.row.getAttribute("aria-label") ?? "";
    /** @type {Choice | null} the one thing that can be done */
    this.only = null;
    this.awaited = "";
    /** What all that can be chosen now answers. */
    this.question = "";
    this.timer = 0;
    /** The width of the window that room was kept in. */
    this.reserved = 0;
    /** How many games and moves there were when last something was shown. */
    this.seen = { games: 0, moves: 0 };
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /**
   * @param {Snapshot} table
   * @param {Walk | null} walk nothing can be chosen without one
   * @param {string[]} hinted
   */
  show(table, walk, hinted) {
    const next = walk?.next ?? new Set();
    const all = walk?.all ?? new Set();
    const offered = table.scene.buttons.filter(({ id }) => all.has(id));
    this.only = walk?.ways.length === 1 && walk.ways[0]?.[1].length === 1 ? (offered[0] ?? null) : null;
    if (!table.over) this.#reserve(table.scene.room);
    const buttons = offered.map((choice) => this.#button(choice, walk, hinted));
    if (walk && this.#holds(table, walk)) buttons.push(this.#undo(walk.picked.length > 0));
    const asked = question(table, next);
    this.question = asked;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.id : undefined;
    this.row.replaceChildren(...(asked ? [make("p", { class: "told" }, asked)] : []), ...buttons, ...this.chosen.more());
    this.row.classList.remove("resting");
    if (table.over) this.row.style.minHeight = "";
    else steady(this.row);
    this.row.setAttribute("aria-label", asked || this.named);
    buttons.find((made) => made.dataset.id && made.dataset.id === focused)?.focus();
    this.#wait(table);
  }

  /** The moment with the most buttons has its room from the beginning: the board does not shrink when they come. @param {string[]} labels */
  #reserve(labels) {
    if (!labels.length || this.reserved === innerWidth) return;
    this.reserved = innerWidth;
    this.row.replaceChildren(...labels.map((label) => make("button", { type: "button", class: "button idle" }, label)));
    steady(this.row);
  }

  /** Nothing can be chosen just now; what stands there stays, so that nothing jumps. */
  rest() {
    this.only = null;
    this.row.classList.add("resting");
  }

  /** Whether a choice may begin with something on the board; a button that is pressed is let go by pressing it again. @param {Snapshot} table @param {Walk} walk */
  #holds(table, walk) {
    const pressed = new Set(table.scene.buttons.map(({ id }) => id));
    return walk.ways.some(([, way]) => way.length > 1 && !pressed.has(way[0] ?? ""));
  }

  /** One step back. Its place is kept, so that the board stays where it is between two clicks. @param {boolean} wanted */
  #undo(wanted) {
    const made = button(say("Undo the choice"), () => this.chosen.back());
    made.classList.toggle("idle", !wanted);
    made.disabled = !wanted;
    return made;
  }

  /**
   * @param {Choice} choice
   * @param {Walk | null} walk
   * @param {string[]} hinted
   */
  #button(choice, walk, hinted) {
    const { id, label } = choice;
    const [next, picked] = [Boolean(walk?.next.has(id)), Boolean(walk?.picked.includes(id))];
    const closing = choice.sure ? "quiet" : choice.closes && (this.only ? "strong" : "quiet");
    const marks = ["button", next && "next", picked && "picked", hinted.includes(id) && "hinted", closing, choice === this.only && choice.forced && "forced"];
    const made = make("button", { type: "button", class: marks.filter(Boolean).join(" "), "data-id": id }, label);
    made.disabled = !next && !picked && !walk?.others.has(id);
    made.addEventListener("click", () => this.chosen.pick(id));
    return made;
  }

  /** What nobody has to think about is done after a moment, once; not again when it was taken back. @param {Snapshot} table */
  #wait(table) {
    const only = this.only?.forced ? this.only : null;
    const now = { games: table.match?.games ?? 0, moves: table.moves.length };
    const awaited = only ? `${now.games} ${now.moves} ${only.id}` : "";
    const back = now.games === this.seen.games && now.moves < this.seen.moves;
    this.seen = now;
    if (awaited === this.awaited) return;
    clearTimeout(this.timer);
    this.awaited = awaited;
    if (only && !back) this.timer = setTimeout(() => this.#decide(only), MOMENT);
  }

  /** @param {Choice} only */
  #decide(only) {
    if (this.only?.id !== only.id) return;
    toast(say("Nothing else to choose: {choice}", { choice: only.label }));
    this.chosen.pick(only.id);
  }

  /** One key for the one thing that can be done, wherever the keyboard is not needed for something else. @param {KeyboardEvent} event */
  #pressed(event) {
    const active = document.activeElement;
    if (event.key !== "Enter" || event.repeat || (active && active !== document.body && active.id !== "main")) return;
    if (!this.only) return;
    event.preventDefault();
    this.chosen.pick(this.only.id);
  }
}

/**
 * What is asked, where all that can be chosen answers one question.
 * @param {Snapshot} table
 * @param {Set<string>} next
 */
function question(table, next) {
  const asked = [...table.scene.buttons, ...table.scene.items].filter(({ id, asks }) => asks && next.has(id));
  const answers = new Set(asked.map(({ id }) => id));
  return answers.size && answers.size === next.size ? (asked[0]?.asks ?? "") : "";
}
