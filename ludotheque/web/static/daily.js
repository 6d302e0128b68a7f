/** The day's tasks: opens a table with the luck of the day, tells how it went, counts the days in a row. */
import { call, Refused } from "./api.js";
import { carried, dated, make, need, root, say, sayCounted, toast } from "./dom.js";
import { day, done, keepDay, streak } from "./solved.js";
import { waiting } from "./waiting.js";
import { showResult } from "./results.js";

/** @type {{date: string, today: string}} */
const { date, today } = carried("plan");
const cards = [...document.querySelectorAll(".task")].filter((card) => card instanceof HTMLElement);
const games = cards.map((card) => card.dataset.game ?? "");

/** @param {HTMLElement} card */
function show(card) {
  const game = card.dataset.game ?? "";
  const known = day(date, game);
  const row = streak(game, today);
  const streaks = card.querySelector(".streak");
  if (streaks) streaks.textContent = row > 1 ? sayCounted("{n} day in a row", "{n} days in a row", row) : "";
  const play = card.querySelector("[data-play]");
  if (play && known.table) play.textContent = done(known) ? say("Play it again") : say("Go on");
  if (!done(known)) return;
  card.classList.add("done");
  const place = card.querySelector(".result");
  if (!(place instanceof HTMLElement)) return;
  const words = make("summary", {}, say("Your result"));
  const inside = make("div", { class: "result" });
  showResult(inside, { date, game, title: card.dataset.title ?? "", grade: Number(card.dataset.grade) });
  place.replaceChildren(make("details", {}, words, inside));
  place.hidden = false;
}

/** How a game went that was begun; the first time it ended counts. @param {HTMLElement} card */
async function follow(card) {
  const game = card.dataset.game ?? "";
  const known = day(date, game);
  if (!known.table || done(known)) return;
  const result = await call("GET", `/daily/tables/${known.table}`).catch(() => null);
  if (!result?.over) return;
  keepDay(date, game, { words: result.words });
  show(card);
}

/** @param {HTMLElement} card @param {HTMLButtonElement} pressed */
async function play(card, pressed) {
  const game = card.dataset.game ?? "";
  const known = day(date, game);
  if (known.table && !done(known)) return location.assign(`${root}/t/${known.table}`);
  pressed.disabled = true;
  try {
    const table = await waiting(say("The table is being opened…"), call("POST", `/daily/${date}/${game}`));
    if (!known.table) keepDay(date, game, { table: table.id });
    location.assign(`${root}/t/${table.id}`);
  } catch (error) {
    pressed.disabled = false;
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
}

need("date", HTMLElement).textContent = dated(date, { dateStyle: "full" });
for (const link of document.querySelectorAll("a[data-day]")) {
  const of = link.getAttribute("data-day") ?? "";
  const many = games.filter((game) => done(day(of, game))).length;
  link.textContent = dated(of, { day: "numeric", month: "short" });
  if (many) link.classList.add(many === games.length ? "solved" : "helped");
  link.setAttribute("aria-label", `${link.textContent}, ${say("{solved} of {all} solved", { solved: many, all: games.length })}`);
}
for (const card of cards) {
  show(card);
  void follow(card);
  const pressed = card.querySelector("[data-play]");
  if (pressed instanceof HTMLButtonElement) pressed.addEventListener("click", () => void play(card, pressed));
}
