/** The form for a new table. Options, seats and bots come from the server; the form only collects them. */
import { call, Refused } from "./api.js";
import { carried, maybe, need, root, say } from "./dom.js";
import { askForNumbers, offerDrawings, optionsIn } from "./optionfields.js";
import { waiting } from "./waiting.js";

/** @typedef {{id: string, name: string, player: number}} Place */
/** @typedef {{words: string, player: number, bot: string}} Certain who wins without mistakes, and the bot that makes none */

const form = need("new-table", HTMLFormElement);
const list = need("seating", HTMLElement);
const problem = need("form-error", HTMLElement);
const nickname = need("nickname", HTMLInputElement);
/** @type {Record<string, {name: string, face: string}[]>} who each bot is, by the number of the player it would be; at last who it is where that is a person's name */
const cast = carried("cast");
const SPARE = 2;
/** @type {Place[]} */
let places = [];
/** @type {Certain | null} */
let certain = null;
let asked = 0;
/** Until the seats are those of the options that are shown. */
let seated = Promise.resolve();
/** Whether they are not: the question is under way, or was not answered. */
let unknown = false;

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

/** @param {string} chosen */
function wish(chosen) {
  const way = form.querySelector(`input[name="mode"][value="${chosen}"]`);
  if (way instanceof HTMLInputElement) way.checked = true;
}

/** The fields that make it a game for one, and what they are set to. @returns {[HTMLSelectElement, string][]} */
function alones() {
  const known = /** @type {Record<string, string>} */ (JSON.parse(maybe("modes")?.dataset.alone ?? "{}"));
  return Object.entries(known).flatMap(([name, value]) => {
    const field = form.querySelector(`select[data-option="${name}"]`);
    return field instanceof HTMLSelectElement ? [/** @type {[HTMLSelectElement, string]} */ ([field, value])] : [];
  });
}

/** Who plays alone needs no other players; who plays with others does. The way to play and the number of players agree. @param {HTMLElement | null} changed */
function agree(changed) {
  const fields = alones();
  if (!fields.length) return;
  const one = fields.every(([field, value]) => field.value === value);
  if (fields.some(([field]) => field === changed)) {
    if (one !== (mode() === "alone")) wish(one ? "alone" : "bot");
  } else if (one !== (mode() === "alone")) {
    for (const [field, value] of fields) field.value = one ? (field.dataset.default ?? "") : value;
  }
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
  unknown = true;
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
  unknown = false;
  places = seating.seats;
  certain = seating.certain;
  list.dataset.bot = `bot:${seating.bot}`;
  const players = [...new Set(places.map((place) => place.player))];
  const kept = choices();
  list.replaceChildren(...players.map((player) => row(player, kept[player] ?? usual(player))));
  tellCertain();
  const alone = players.length < 2;
  list.closest("fieldset")?.toggleAttribute("hidden", alone);
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
  for (const option of select.options) option.dataset.level = option.text;
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

/** Which bot a choice would be as this player, if it is one: no bot has the name of a person. @param {string} chosen @param {number} player */
function botOf(chosen, player) {
  const known = chosen.startsWith("bot:") ? (cast[chosen.slice(4)] ?? []) : [];
  const mine = nickname.value.trim().toLocaleLowerCase();
  return [known[player], ...known.slice(-SPARE)].find((bot) => bot && bot.name.toLocaleLowerCase() !== mine);
}

/** A field for the name of somebody here, the names of bots, and the face of one. @param {HTMLElement} made @param {string} chosen @param {number} player */
function showWho(made, chosen, player) {
  for (const option of made.querySelectorAll("option")) {
    const bot = botOf(option.value, player);
    if (bot) option.text = `${bot.name} · ${option.dataset.level}`;
  }
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
    // somebody here who gives no name is called by the seat, by each reader in their own language
    if (chosen === "here") return { kind: "me", nickname: made?.querySelector("input")?.value.trim() ?? "" };
    return { kind: "me", ...(nickname.value.trim() ? { nickname: nickname.value.trim() } : {}) };
  });
}

function clock() {
  const [seconds, increment] = need("clock", HTMLSelectElement).value.split("+").map(Number);
  return seconds ? { seconds, increment } : null;
}

async function open() {
  await seated; // a slow answer makes this slow, never wrong
  if (unknown) await reseat();
  if (unknown) return false; // why is told already
  const name = nickname.value.trim();
  if (name && name !== nickname.defaultValue) await call("PUT", "/me", { nickname: name });
  const shown = new FormData(form).get("public") === "yes";
  const table = await call("POST", "/tables", {
    game: form.dataset.game, options: options(), seats: seats(), clock: clock(), public: shown,
  });
  location.assign(`${root}/t/${table.id}`);
  return true;
}

form.addEventListener("change", (event) => {
  const target = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement ? event.target : null;
  agree(target);
  if (target?.name === "mode") list.querySelectorAll("li").forEach((made) => delete made.dataset.own);
  if (target?.name === "mode" || target?.closest("[data-option], [data-number]") || target?.dataset.off || target?.dataset.variant) seated = reseat();
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const submit = form.querySelector('button[type="submit"]');
  submit?.setAttribute("disabled", "");
  try {
    // the table's page comes: until then the button stays shut, or there would be two tables
    if (!(await waiting(say("The table is being opened…"), open()))) submit?.removeAttribute("disabled");
  } catch (error) {
    problem.textContent = error instanceof Refused ? error.message : say("That did not work. Try again.");
    submit?.removeAttribute("disabled");
  }
});
nickname.addEventListener("change", () => {
  for (const made of list.querySelectorAll("li")) showWho(made, made.querySelector("select")?.value ?? "me", Number(made.dataset.player));
});
addEventListener("pageshow", () => form.querySelector('button[type="submit"]')?.removeAttribute("disabled"));
need("begin-myself", HTMLElement).addEventListener("click", changePlaces);
askForNumbers(form);
offerDrawings(form, form.dataset.game ?? "");
show(carried("first-seats"));
agree(null);
if (Object.keys(options()).length) seated = reseat(); // the browser may have kept what was chosen before
