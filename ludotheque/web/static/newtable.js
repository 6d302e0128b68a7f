/** The form for a new table. Options, seats and bots come from the server; the form only collects them. */
import { call, Refused } from "./api.js";
import { carried, maybe, need, root, say } from "./dom.js";
import { askForNumbers, optionsIn } from "./optionfields.js";

/** @typedef {{id: string, name: string, player: number}} Place */
/** @typedef {{words: string, player: number, bot: string}} Certain who wins without mistakes, and the bot that makes none */

const form = need("new-table", HTMLFormElement);
const list = need("seating", HTMLElement);
const problem = need("form-error", HTMLElement);
const nickname = need("nickname", HTMLInputElement);
/** @type {Record<string, {name: string, face: string}[]>} who each bot is, by the number of the player it would be */
const cast = carried("cast");
/** @type {Place[]} */
let places = [];
/** @type {Certain | null} */
let certain = null;
let asked = 0;
/** Until the seats are those of the options that are shown. */
let seated = Promise.resolve();

function options() {
  return { ...optionsIn(form), ...variant() };
}

/** The options that the chosen variant stands for; of the usual one, none. @returns {Record<string, string>} */
function variant() {
  const chosen = form.querySelector("[data-variant]:checked");
  const other = chosen instanceof HTMLInputElement && !chosen.defaultChecked;
  return other ? JSON.parse(chosen.dataset.variant ?? "{}") : {};
}

function mode() {
  const chosen = form.querySelector('input[name="mode"]:checked');
  return chosen instanceof HTMLInputElement ? chosen.value : "bot";
}

/** @param {number} player */
function usual(player) {
  if (player === 0) return "me";
  if (mode() === "here") return "here";
  if (mode() === "online") return "open";
  return list.dataset.bot ?? "me";
}

/** Asks the server which seats other options give. */
async function reseat() {
  const turn = ++asked;
  const query = new URLSearchParams(Object.entries(options()).map(([name, value]) => [name, value ?? "off"]));
  const response = await fetch(`${root}/games/${form.dataset.game}/seats?${query}`).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (turn !== asked) return;
  problem.textContent = response?.ok ? "" : (answer?.error?.text ?? say("That did not work. Try again."));
  if (response?.ok) show(answer);
}

/**
 * Draws a row for each person.
 * @param {{seats: Place[], solo: string, certain: Certain | null, bot: string}} seating
 */
function show(seating) {
  places = seating.seats;
  certain = seating.certain;
  list.dataset.bot = `bot:${seating.bot}`;
  const players = [...new Set(places.map((place) => place.player))];
  const kept = choices();
  list.replaceChildren(...players.map((player) => row(player, kept[player] ?? usual(player))));
  tellCertain();
  const alone = players.length < 2;
  list.closest("fieldset")?.toggleAttribute("hidden", alone);
  maybe("modes")?.toggleAttribute("hidden", alone);
  const solo = need("solo", HTMLElement);
  solo.hidden = !alone;
  solo.textContent = seating.solo ? say("Solo: {aim}", { aim: seating.solo }) : say("Solo: you play alone.");
}

/** @param {number} player @param {string} chosen */
function row(player, chosen) {
  const made = document.importNode(need("seat-row", HTMLTemplateElement).content, true).firstElementChild;
  if (!(made instanceof HTMLElement)) throw new Error("the row of a seat is missing");
  const select = made.querySelector("select");
  const name = made.querySelector(".seat-name");
  if (!select || !name) throw new Error("the row of a seat is not whole");
  made.dataset.player = String(player);
  name.textContent = places.filter((place) => place.player === player).map((place) => place.name).join(", ");
  for (const option of select.options) {
    const bot = botOf(option.value, player);
    if (bot) option.text = `${bot.name} · ${option.text}`;
  }
  select.value = chosen;
  select.addEventListener("change", () => {
    made.dataset.own = "yes";
    showWho(made, select.value, player);
    tellCertain();
  });
  showWho(made, chosen, player);
  return made;
}

/** Says who is sure to win; where that is a bot that makes no mistakes, against a person, they can change places. */
function tellCertain() {
  const told = need("certain", HTMLElement);
  told.hidden = !certain;
  told.querySelector("p")?.replaceChildren(certain?.words ?? "");
  const [other, ...more] = selects().filter((select) => select !== winning());
  const unbeatable = certain !== null && winning()?.value === `bot:${certain.bot}`;
  need("begin-myself", HTMLElement).hidden = !unbeatable || !other || more.length > 0 || other.value.startsWith("bot:");
}

function changePlaces() {
  const both = selects();
  const chosen = both.map((select) => select.value).reverse();
  both.forEach((select, at) => {
    select.value = chosen[at] ?? select.value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  winning()?.focus(); // the button is gone
}

function selects() {
  return [...list.querySelectorAll("select")];
}

/** Who plays for the seat that is sure to win. */
function winning() {
  return list.querySelector(`[data-player="${certain?.player}"]`)?.querySelector("select") ?? null;
}

/** Which bot a choice would be as this player, if it is one. @param {string} chosen @param {number} player */
function botOf(chosen, player) {
  return chosen.startsWith("bot:") ? cast[chosen.slice(4)]?.[player] : undefined;
}

/** A field for the name of somebody here, the face of a bot. @param {HTMLElement} made @param {string} chosen @param {number} player */
function showWho(made, chosen, player) {
  made.querySelector(".seat-here")?.toggleAttribute("hidden", chosen !== "here");
  const [face, bot] = [made.querySelector("img"), botOf(chosen, player)];
  if (!face) return;
  face.hidden = !bot;
  if (bot) face.src = root + bot.face;
}

/** What somebody chose by hand for a seat stays when other things change. */
function choices() {
  /** @type {Record<string, string>} */
  const kept = {};
  for (const made of list.querySelectorAll("li")) {
    if (made.dataset.own) kept[made.dataset.player ?? ""] = made.querySelector("select")?.value ?? "me";
  }
  return kept;
}

function seats() {
  return places.map((place) => {
    const made = list.querySelector(`[data-player="${place.player}"]`);
    const chosen = made?.querySelector("select")?.value ?? "me";
    if (chosen.startsWith("bot:")) return { kind: "bot", bot: chosen.slice(4) };
    if (chosen === "open") return { kind: "open" };
    const name = chosen === "here" ? made?.querySelector("input")?.value.trim() || place.name : nickname.value.trim();
    return { kind: "me", ...(name ? { nickname: name } : {}) };
  });
}

function clock() {
  const [seconds, increment] = need("clock", HTMLSelectElement).value.split("+").map(Number);
  return seconds ? { seconds, increment } : null;
}

async function open() {
  await seated; // a slow answer makes this slow, never wrong
  const name = nickname.value.trim();
  if (name && name !== nickname.defaultValue) await call("PUT", "/me", { nickname: name });
  const shown = new FormData(form).get("public") === "yes";
  const table = await call("POST", "/tables", {
    game: form.dataset.game, options: options(), seats: seats(), clock: clock(), public: shown,
  });
  location.assign(`${root}/t/${table.id}`);
}

form.addEventListener("change", (event) => {
  const target = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement ? event.target : null;
  if (target?.name === "mode") list.querySelectorAll("li").forEach((made) => delete made.dataset.own);
  if (target?.name === "mode" || target?.closest("[data-option], [data-number]") || target?.dataset.off || target?.dataset.variant) seated = reseat();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const submit = form.querySelector('button[type="submit"]');
  submit?.setAttribute("disabled", "");
  try {
    await open(); // and the table's page comes: until then the button stays shut, or there would be two tables
  } catch (error) {
    problem.textContent = error instanceof Refused ? error.message : say("That did not work. Try again.");
    submit?.removeAttribute("disabled");
  }
});
addEventListener("pageshow", () => form.querySelector('button[type="submit"]')?.removeAttribute("disabled"));
need("begin-myself", HTMLElement).addEventListener("click", changePlaces);
askForNumbers(form);
show(carried("first-seats"));
if (Object.keys(options()).length) seated = reseat(); // the browser may have kept what was chosen before
