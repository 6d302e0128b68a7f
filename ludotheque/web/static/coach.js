/** The coach at the table: a line that says what is asked now, why a click did nothing, and what has happened. */
import { need, say, toast } from "./dom.js";
import { explanation, Explaining, WHY_STAYS } from "./explaining.js";
import { coached, finished, neverPlayed, wantCoach } from "./newcomers.js";
import { myTurns, nameOf } from "./seats.js";
import { steady } from "./steady.js";
import { phase, turnText } from "./telling.js";

/** @import {Snapshot} from "./types.js" */
/** @import {Choosing} from "./choosing.js" */
/** @import {Stage} from "./stage.js" */

/** How long one sees what somebody did before the next thing is shown, and each picture of what happened. */
const FOLLOWED = 1100;
const MOST_KEPT = 60;

export class Coach {
  /**
   * @param {Stage} stage
   * @param {Choosing} choosing
   * @param {Snapshot} table
   * @param {() => boolean} resting whether something lies open that there is time to look at
   */
  constructor(stage, choosing, table, resting) {
    this.stage = stage;
    this.choosing = choosing;
    this.resting = resting;
    this.now = table;
    /** The game as its lesson teaches it: what one may be new to. */
    this.taught = [table.game, need("table", HTMLElement).dataset.lesson].filter(Boolean).join(" ");
    this.on = coached(this.taught);
    /** @type {Snapshot[]} what was shown since this page's people last moved, and the moment before */
    this.past = [];
    this.replaying = 0;
    this.why = "";
    /** What is told of the moment that is shown again. */
    this.then = "";
    this.timer = 0;
    this.bar = need("coach", HTMLElement);
    this.explaining = new Explaining(stage, {
      ask: (thing, chosen) => (this.now.seat === null ? null : explanation(`/tables/${this.now.table}/explanation`, thing, chosen, [["seat", String(this.now.seat)]])),
      chosen: () => this.choosing.walk.picked,
      idle: (why) => this.#explain(why),
      dwells: () => this.on,
    });
    choosing.onshow = () => this.#hush();
    need("coach-off", HTMLElement).addEventListener("click", () => this.#switch(false));
    need("coach-on", HTMLElement).addEventListener("click", () => this.#switch(!this.on));
    for (const again of this.#agains()) again.addEventListener("click", () => void this.again());
  }

  /** What is pressed to see again what happened: beside the line, and below the board where the line has no room or is silent. */
  #agains() {
    return [need("coach-again", HTMLElement), need("again", HTMLElement)];
  }

  /** @param {boolean} on */
  #switch(on) {
    this.on = on;
    wantCoach(on);
    if (!on) toast(say("The coach is silent now. You find it again beside the board."));
    this.#speak();
  }

  /** The table as it is shown now. @param {Snapshot} table */
  follow(table) {
    const moved = table.moves.length !== this.now.moves.length || table.match?.games !== this.now.match?.games;
    if (moved || !this.past.length) {
      this.why = this.then = "";
      this.explaining.forget();
      this.replaying += 1;
      const mine = table.you.includes(table.moves.at(-1)?.seat ?? -1) && table.seat !== null;
      if (mine || table.moves.length < this.now.moves.length) this.past = [];
      this.past = [...this.past, table].slice(-MOST_KEPT);
    }
    this.now = table;
    if (table.over && table.you.length) finished(this.taught, `${table.table} ${table.match?.games}`);
    this.#speak();
  }

  /** A moment for newcomers to see what somebody did, when the next thing has come already. @param {Snapshot} next */
  async rest(next) {
    const others = this.now.moves.length > 0 && !this.now.you.includes(this.now.moves.at(-1)?.seat ?? -1);
    const longer = next.moves.length > this.now.moves.length && this.now.you.length > 0;
    const unhurried = !next.hurry; // a time that runs is shown at once
    if (this.on && others && longer && unhurried) await new Promise((resolve) => setTimeout(resolve, FOLLOWED));
  }

  /** @param {string} why */
  #explain(why) {
    if (!this.on) return;
    this.why = why;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#hush(), WHY_STAYS);
    this.#speak();
  }

  #hush() {
    this.why = "";
    this.#speak();
  }

  /** Whether something is asked of the seat this page looks from. */
  #asked() {
    return myTurns(this.now).includes(this.now.seat ?? -1);
  }

  /** What is said now: why a click did nothing, what is asked; else what was done last, for who is waited for stands above.
   *  Until everybody is there, only the way to the lesson: there is time for it. */
  #line() {
    const { coach } = this.now;
    if (this.then) return this.then; // whoever comes or goes meanwhile does not cut it short
    if (this.why || !coach) return this.why;
    if (this.#looking()) return phase(this.now);
    if (!this.#asked()) return this.now.text || this.#colour() || turnText(this.now);
    if (!this.choosing.open || !this.choosing.walk.picked.length) return coach.line;
    return this.choosing.choices.question || coach.then || coach.line;
  }

  /** Before anything has happened: which pieces are one's own. */
  #colour() {
    const { seats, you } = this.now;
    const [mine, ...others] = you.map((seat) => seats[seat]?.name ?? "");
    return mine && !others.length && seats.length > 1 ? say("You play: {seat}", { seat: mine }) : "";
  }

  /** Whether there is something to look at, and words for what it came to: they come before what is asked next. */
  #looking() {
    return this.resting() && Boolean(phase(this.now));
  }

  /** What there was to look at has been seen. */
  goOn() {
    this.#speak();
  }

  #speak() {
    const line = this.#line();
    const gathering = this.now.seats.some(({ kind }) => kind === "open");
    this.bar.hidden = !this.on || this.now.you.length === 0 || this.now.over || gathering;
    this.bar.classList.toggle("why", Boolean(this.why));
    this.bar.classList.toggle("looking", line === phase(this.now));
    const { moves, you } = this.now;
    const told = you.includes(moves.at(-1)?.seat ?? -1) || line === this.now.text ? "" : this.now.text;
    need("coach-said", HTMLElement).textContent = told;
    const never = neverPlayed(this.taught);
    for (const lesson of document.querySelectorAll(".to-lesson")) lesson.textContent = never ? say("Never played? 1 minute") : say("Lesson");
    this.bar.classList.toggle("first", never && !moves.some(({ seat }) => you.includes(seat))); // the lesson before all else
    for (const again of this.#agains()) again.hidden = !moves.some(({ seat }) => seat >= 0 && !you.includes(seat));
    need("coach-on", HTMLElement).setAttribute("aria-pressed", String(this.on));
    need("coach-on", HTMLElement).hidden = you.length === 0;
    const shown = need("coach-line", HTMLElement);
    if (shown.textContent === line) return;
    this.#steady(shown);
    shown.textContent = line;
  }

  /** The bar has room for what is said now and in the middle of a choice. @param {HTMLElement} shown */
  #steady(shown) {
    const { coach } = this.now;
    if (!coach || !this.#asked()) return; // while others think it keeps the room it had
    steady(this.bar);
    const again = need("coach-again", HTMLElement);
    const hidden = again.hidden;
    again.hidden = false; // it comes with the first move of somebody else
    const heights = [coach.line, coach.then].filter(Boolean).map((line) => {
      shown.textContent = line;
      return this.bar.getBoundingClientRect().height;
    });
    again.hidden = hidden;
    this.bar.style.minHeight = `${Math.max(...heights)}px`;
  }

  /** What others did last, from one's own move before it on: what one has answered or begun oneself meanwhile hides nothing. */
  #others() {
    const { moves, seats, you } = this.now;
    const last = moves.map(({ seat }) => seat >= 0 && !you.includes(seat)).lastIndexOf(true);
    const mine = moves.slice(0, last + 1).map(({ seat }) => you.includes(seat)).lastIndexOf(true);
    return moves.slice(mine + 1, last + 1).flatMap(({ seat, words }) => (seats[seat] ? [say("{player}: {move}", { player: nameOf(seats[seat]), move: words })] : []));
  }

  /** Shows again what has happened since one's own last move. Where cards are hidden it is only told: nobody looks twice. */
  async again() {
    const { hidden, scene } = this.now;
    const told = this.#others().join(" · ") || say("Nothing has happened since your last move.");
    if (hidden || this.past.length < 2 || !this.choosing.open) return toast(told);
    if (!this.bar.checkVisibility()) toast(told); // nothing else says it
    this.stage.host.scrollIntoView({ block: "nearest" });
    const turn = ++this.replaying;
    this.choosing.rest();
    for (const [at, past] of this.past.entries()) {
      this.then = at ? past.text : say("This is how it was.");
      this.#speak();
      await this.stage.show(past.scene, { still: at === 0 });
      await new Promise((resolve) => setTimeout(resolve, FOLLOWED));
      if (turn !== this.replaying) return; // the game has gone on
    }
    this.then = "";
    await this.stage.show(scene, { still: true });
    this.choosing.reopen();
  }
}
