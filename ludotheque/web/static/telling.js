/** What is said about a table: whose turn it is, what was played, who watches, how it ended, what somebody said. */
import { language, make, maybe, need, patch, say, sayCounted } from "./dom.js";
import { myTurns, named, nameOf, names } from "./seats.js";
import { sound } from "./sounds.js";
import { steady } from "./steady.js";

/** @import {Snapshot} from "./types.js" */

/** @param {Snapshot} table */
export function turnText(table) {
  if (table.over) return endText(table);
  if (table.seats.some((seat) => seat.kind === "open")) return say("Waiting for all seats to be taken");
  const mine = myTurns(table);
  if (table.pause && table.hidden && mine.length && table.you.length > 1 && !mine.includes(table.seat ?? -1)) return say("Have a good look"); // before the device is handed on
  if (mine.length) {
    const seat = table.seats[mine.includes(table.seat ?? -1) ? (table.seat ?? 0) : (mine[0] ?? 0)];
    return table.you.length > 1 && seat ? say("Your turn, {name}", { name: nameOf(seat) }) : say("Your turn");
  }
  const people = table.waiting.filter((seat) => seat >= 0);
  if (!people.length) return say("Chance decides…");
  const bots = people.every((seat) => table.seats[seat]?.kind === "bot");
  const name = names(table, people);
  if (bots && table.pause && table.you.length) return say("Have a good look"); // bots wait as long as people may look
  if (bots) return sayCounted("{name} is thinking…", "{name} are thinking…", people.length, { name });
  return people.every((seat) => table.seats[seat] && named(table.seats[seat])) ? say("{name} to move", { name }) : say("To move: {name}", { name });
}

/** Whether one person plays all there is to play. @param {Snapshot} table */
function alone({ seats, you }) {
  return you.length > 0 && new Set(seats.map(({ player }) => player)).size === 1;
}

/** Whether anybody is there to hear what is said. @param {Snapshot} table */
export function inCompany({ seats, spectators, you }) {
  return spectators > 0 || seats.some(({ kind, seat }) => kind !== "bot" && !you.includes(seat));
}

/** The buttons for what can be done at the table. @param {Snapshot} table */
export function tellActions({ asked, can, over }) {
  for (const action of document.querySelectorAll("button[data-action]")) {
    if (!(action instanceof HTMLButtonElement)) continue;
    const now = can.includes(action.dataset.can ?? action.dataset.action ?? "");
    // until a question is answered its button keeps its place: nobody who presses twice hits another one
    action.disabled = !now && !action.hidden && Boolean(asked) && !over;
    action.hidden = !now && !action.disabled;
  }
}

/** What comes after a game stands below the board, where the choices were; else beside it. @param {Snapshot} table */
export function tellAfter(table) {
  const place = need(table.over ? "after" : "actions", HTMLElement);
  const link = need("replay-link", HTMLElement);
  const rematch = need("rematch", HTMLElement);
  link.hidden = !(table.match && table.match.games > 0);
  rematch.textContent = alone(table) ? say("Once more") : say("Rematch");
  if (link.parentElement !== place) place.append(rematch, link);
}

/** @param {Snapshot} table */
function endText(table) {
  const winners = table.outcome?.winners ?? [];
  if (alone(table) && table.seats.length > 1) return say("Well done!"); // one plays all colours: none wins against oneself
  if (!winners.length) return table.seats.length === 1 ? say("Lost, this time") : say("A draw");
  const single = new Set(table.you.map((seat) => table.seats[seat]?.player)).size === 1 || table.seats.length === 1;
  const mine = winners.every((seat) => table.you.includes(seat));
  if (single && mine) return say("You win, well done!");
  if (winners.length > 1 && winners.length === table.seats.length) return say("A shared win!");
  const others = winners.filter((seat) => !table.you.includes(seat));
  if (single && others.length < winners.length) return say("You and {others} win!", { others: names(table, others) });
  const name = headed(table, winners);
  if (single && winners.length === 1) return say("{name} wins. Well played!", { name });
  return sayCounted("{name} wins!", "{name} win!", winners.length, { name });
}

/** Names that begin a line: a colour is written like any first word there, a person as they write themselves. @param {Snapshot} table @param {number[]} seats */
function headed(table, seats) {
  const called = names(table, seats);
  const colour = table.seats[seats[0] ?? -1]?.name;
  return colour && called.startsWith(colour) ? called.charAt(0).toLocaleUpperCase(language) + called.slice(1) : called;
}

/**
 * What the board says of the moment, unless that is only whose turn it is.
 * @param {Snapshot} table
 */
export function phase(table) {
  return table.scene.tells_turn_only || table.seats.some((seat) => seat.kind === "open") ? "" : table.scene.title;
}

/** How it ended: who has won alone is told how well. @param {Snapshot} table */
function ending({ outcome, scene, seats }) {
  return (seats.length === 1 && outcome?.winners.length ? scene.title : outcome?.reason) ?? "";
}

/**
 * @param {Snapshot} table
 * @param {boolean} [calls] somebody who looks at another tab is called
 */
export function tellTurn(table, calls = false) {
  const text = turnText(table);
  const mine = myTurns(table).length > 0;
  const more = table.over ? ending(table) : phase(table);
  const line = need("turn", HTMLElement);
  line.classList.toggle("mine", mine);
  line.replaceChildren(text, ...(more && more !== text ? [make("small", {}, more)] : []));
  if (table.over) line.style.minHeight = "";
  else steady(line);
  document.title = `${calls ? "🔔 " : mine ? "▶ " : ""}${text} – ${document.title.split(" – ").slice(-2).join(" – ")}`;
  return text;
}

/** @param {Snapshot} table */
export function tellMatch(table) {
  const line = maybe("match");
  if (!line) return;
  const several = new Set(table.seats.map(({ player }) => player)).size > 1;
  document.querySelector("button[data-action=rematch]")?.replaceChildren(several ? say("Rematch") : say("Once more"));
  const played = several && table.match && table.match.games > 0 ? table.match : null;
  line.hidden = !played;
  if (!played) return;
  const scores = table.seats.map((seat) => say("{name}: {score}", { name: nameOf(seat), score: played.scores[seat.seat] ?? 0 }));
  line.textContent = [say("Match:"), scores.join(" · ")].join(" ");
}

/** @param {Snapshot} table */
export function tellMoves(table) {
  const list = need("moves", HTMLElement);
  const rows = table.moves.map(({ number, seat, words }) => {
    const player = table.seats[seat]?.name;
    const told = player ? say("{player}: {move}", { player, move: words }) : words;
    return make("li", {}, make("span", { class: "number" }, `${number}.`), make("span", { class: "by" }, told));
  });
  const changed = patch(list, rows.length ? rows : [make("li", { class: "none" }, say("No moves yet"))]);
  if (changed) list.scrollTop = list.scrollHeight;
}

/** @param {Snapshot} table */
export function tellWatching(table) {
  const count = table.spectators;
  const told = [];
  if (table.you.length === 0) told.push(say("You are watching"));
  if (count > 0) told.push(sayCounted("{n} watching", "{n} watching", count));
  const line = need("watching", HTMLElement);
  line.hidden = told.length === 0;
  line.textContent = told.join(" · ");
}

export class Telling {
  constructor() {
    /** @type {number | null} */
    this.heard = null;
    this.last = "";
  }

  /**
   * Announces to screen readers what happened and whose turn it is.
   * @param {Snapshot} table
   * @param {string} turn
   */
  announce(table, turn) {
    const text = [table.text, turn].filter(Boolean).join(". ");
    if (text === this.last) return;
    this.last = text;
    need("announce", HTMLElement).textContent = text;
  }

  /** @param {Snapshot} table */
  phrases(table) {
    const newest = Math.max(0, ...table.phrases.map((said) => said.sequence));
    for (const said of this.heard === null ? [] : table.phrases.filter(({ sequence }) => sequence > (this.heard ?? 0))) {
      const seat = table.seats[said.seat];
      this.#bubble(seat ? nameOf(seat) : "", said.text);
    }
    this.heard = Math.max(this.heard ?? 0, newest);
  }

  /** @param {string} name @param {string} text */
  #bubble(name, text) {
    const bubble = make("p", { class: "bubble" }, make("small", {}, name), text);
    need("bubbles", HTMLElement).append(bubble);
    need("announce", HTMLElement).textContent = say("{name} says: {phrase}", { name, phrase: text });
    sound("phrase");
    setTimeout(() => bubble.remove(), 6000);
  }
}
