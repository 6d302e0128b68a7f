/** The players beside the board: who they are, whose turn it is, their time, and seats to take or to fill. */
import { carried, make, root, say, sayCounted } from "./dom.js";
import { shape } from "./shapes.js";

/** @import {Seat, Snapshot} from "./types.js" */

/** @type {{id: string, name: string, stars: number, usual: boolean}[]} the bots there are, levels first */
const bots = carried("bots") ?? [];

/** The seats of this page that the game waits for. @param {Snapshot} table */
export function myTurns(table) {
  return table.over ? [] : table.waiting.filter((seat) => table.you.includes(seat));
}

/** @param {Seat} seat */
export function nameOf(seat) {
  if (seat.nickname) return seat.nickname;
  if (seat.kind === "bot") return seat.bot_name || botTitle(seat);
  return seat.kind === "open" ? say("open seat") : seat.name;
}

/** Whether somebody there has a name of their own: “player 2” and “red” are no names, and fit into other sentences. @param {Seat} seat */
export function named(seat) {
  return nameOf(seat) !== seat.name;
}

/** What kind of bot sits there. @param {Seat} seat */
function botTitle(seat) {
  return say("{bot} bot", { bot: bots.find(({ id }) => id === seat.bot)?.name ?? seat.bot ?? "" });
}

/**
 * @param {Snapshot} table
 * @param {number[]} seats
 */
export function names(table, seats) {
  const each = seats.flatMap((at) => (table.seats[at] ? [nameOf(table.seats[at])] : []));
  return each.length > 1 ? each.slice(0, -1).join(", ") + say(" and ") + (each.at(-1) ?? "") : (each[0] ?? "");
}

/** @param {number} left in milliseconds */
export function clockText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * @typedef {{sit?: (seat: number) => void, fill?: (seat: number, bot: string) => void, act?: (seat: number) => void,
 *   awaited?: number | null}} Offers
 */

/**
 * @param {Snapshot} table
 * @param {Offers} offers
 */
export function seatList(table, offers) {
  return table.seats.map((seat) => {
    const turning = !table.over && table.waiting.includes(seat.seat);
    const won = Boolean(table.over && table.outcome?.winners.includes(seat.seat));
    const state = turning ? say("to move") : won ? say("wins") : "";
    const who = make("span", { class: "who", title: nameOf(seat) }, nameOf(seat));
    const row = make("li", { class: ["seat", turning && "turning", won && "won"].filter(Boolean).join(" "), "data-seat": String(seat.seat) });
    row.append(
      make("span", { class: "arrow", "aria-hidden": "true" }, turning ? "▶" : won ? "★" : ""),
      make("span", { class: "token", "aria-hidden": "true" }, ...token(seat, table)),
      make("span", { class: "person" }, who, make("span", { class: "what" }, about(seat), state ? make("span", { class: "sr" }, `, ${state}`) : ""), ...counts(seat, table)),
      tally(seat, table),
      make("span", { class: "offers" }, ...offered(seat, table, offers)),
    );
    return row;
  });
}

/** @param {Seat} seat */
function about(seat) {
  const parts = [named(seat) ? seat.name : ""];
  if (seat.kind === "bot") parts.push(botTitle(seat));
  if (seat.mine) parts.push(say("you"));
  else if (seat.kind === "person" && !seat.online) parts.push(say("away"));
  return parts.filter(Boolean).join(" · ");
}

/**
 * A small picture of one of the game's symbols, which the board brings along.
 * @param {string} game
 * @param {string} symbol
 * @param {string} [label]
 */
export function picture(game, symbol, label = "") {
  const drawn = shape("svg", { viewBox: "-50 -50 100 100", class: "symbol" });
  drawn.append(shape("use", { x: -50, y: -50, width: 100, height: 100, href: `#${game}-${symbol}` }));
  if (label) {
    const text = shape("text", { y: 15 });
    text.append(label);
    drawn.append(text);
  }
  return drawn;
}

/**
 * A seat's own piece, and the face of a bot.
 * @param {Seat} seat
 * @param {Snapshot} table
 */
function token(seat, table) {
  const stands = table.scene.tokens?.[seat.seat];
  return [
    ...(seat.bot_face ? [make("img", { class: "face", src: root + seat.bot_face, alt: "", width: "40", height: "40" })] : []),
    ...(stands ? [picture(table.game, stands.symbol, stands.label)] : []),
  ];
}

/**
 * What a player has so far.
 * @param {Seat} seat
 * @param {Snapshot} table
 */
function counts(seat, table) {
  const counted = table.scene.tokens?.[seat.seat]?.counts ?? [];
  const told = counted.map(({ symbol, text, name }) =>
    make("span", { class: "count", role: "img", "aria-label": name, title: name }, ...(symbol ? [picture(table.game, symbol)] : []), text || name),
  );
  return told.length ? [make("span", { class: "counts" }, ...told)] : [];
}

/**
 * @param {Seat} seat
 * @param {Snapshot} table
 */
function tally(seat, table) {
  const cell = make("span", { class: "tally" });
  if (seat.clock_ms !== null && seat.clock_ms !== undefined) {
    cell.append(make("span", { class: "time", "data-clock": String(seat.seat) }, clockText(seat.clock_ms)));
  }
  const score = table.outcome?.scores[seat.seat] ?? seat.score;
  const told = table.scene.tokens?.[seat.seat]?.tells_score || onlyWho(table);
  if (!told && score !== null && score !== undefined && (table.over || score)) cell.append(make("span", { title: sayCounted("{n} point", "{n} points", score) }, String(score)));
  return cell;
}

/** Whether the scores say nothing but who has won, or that nobody has: the star beside the name says it. @param {Snapshot} table */
function onlyWho({ outcome }) {
  if (!outcome) return false;
  const { scores, winners } = outcome;
  const shared = winners.length ? 0 : 1 / scores.length;
  return scores.every((score, at) => score === (winners.includes(at) ? 1 : shared));
}

/**
 * @param {Seat} seat
 * @param {Snapshot} table
 * @param {Offers} offers
 */
function offered(seat, table, offers) {
  /** @type {HTMLElement[]} */
  const buttons = [];
  const { sit, fill, act } = offers;
  const alone = table.you.length === 0;
  if (sit && seat.can.includes("sit")) buttons.push(button(alone ? say("Sit here") : say("Play this seat too"), () => sit(seat.seat), alone));
  if (fill && bots.length > 0 && seat.can.includes("replace")) {
    const choice = make("select", { "aria-label": say("Put in a bot") }, ...bots.map(({ id, name, stars, usual }) => make("option", { value: id, selected: usual }, [name, "★".repeat(stars)].join(" ").trim())));
    buttons.push(choice, button(say("Put in a bot"), () => fill(seat.seat, choice.value)));
  }
  const interrupts = !table.over && seat.mine && table.acting.includes(seat.seat) && seat.seat !== table.seat && seat.seat !== offers.awaited && table.you.length > 1;
  const name = nameOf(seat);
  if (act && interrupts) buttons.push(button(named(seat) ? say("Play for {name}", { name }) : say("Play: {name}", { name }), () => act(seat.seat)));
  return buttons;
}

/**
 * @param {string} label
 * @param {() => void} pressed
 * @param {boolean} [strong]
 */
export function button(label, pressed, strong = false) {
  const made = make("button", { type: "button", class: strong ? "button strong" : "button" }, label);
  made.addEventListener("click", pressed);
  return made;
}

/** Counts the clocks down between two messages; the server's word is what counts. */
export class Clocks {
  constructor() {
    /** @type {Snapshot | null} */
    this.table = null;
    this.since = 0;
    setInterval(() => this.tick(), 250);
  }

  /** @param {Snapshot} table */
  set(table) {
    this.table = table;
    this.since = performance.now();
    this.tick();
  }

  tick() {
    const table = this.table;
    if (!table) return;
    const running = table.over ? [] : (table.running ?? table.waiting);
    for (const seat of table.seats) {
      if (seat.clock_ms === null || seat.clock_ms === undefined) continue;
      const left = seat.clock_ms - (running.includes(seat.seat) ? performance.now() - this.since : 0);
      const shown = document.querySelector(`[data-clock="${seat.seat}"]`);
      if (!shown) continue;
      shown.textContent = clockText(left);
      shown.setAttribute("aria-label", say("time left {time}", { time: clockText(left) }));
      shown.classList.toggle("short", left < 20000);
    }
  }
}
