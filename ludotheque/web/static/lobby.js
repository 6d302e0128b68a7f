/** The lobby: the visitor's own tables, and public tables with a free seat, kept up to date. */
import { call } from "./api.js";
import { make, need, root, say, sayCounted } from "./dom.js";

/** @typedef {{name: string, kind: "person" | "bot" | "open", nickname: string, mine: boolean}} Sitting */
/** @typedef {{id: string, game: string, title: string, seats: Sitting[], over: boolean, mine: boolean, your_turn: boolean}} Listed */

const EVERY = 4000;
let shown = "";
let asked = 0;
let told = 0;

/** @param {Listed} table */
function state(table) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  if (table.over) return say("game over");
  if (table.your_turn) return say("Your turn");
  return free ? sayCounted("{n} free seat", "{n} free seats", free) : say("being played");
}

/** With whom one plays there: not with oneself, though somebody beside one may play on the same device. @param {Listed} table */
function company({ seats }) {
  const taken = seats.filter(({ kind }) => kind !== "open");
  const others = taken.filter(({ mine }) => !mine);
  return (others.length ? others : taken.slice(1)).map(({ name, nickname }) => nickname || name);
}

/** @param {Listed} table */
function card(table) {
  const people = company(table);
  const alone = table.seats.length === 1 ? say("Alone") : say("nobody yet");
  const whom = people.length ? say("with {names}", { names: people.join(", ") }) : alone;
  const strong = table.your_turn || !table.mine;
  return make("li", { class: table.your_turn ? "card yours" : "card" },
    make("img", { src: `${root}/games/${table.game}/picture.svg`, alt: "", width: "96", height: "96" }),
    make("div", {},
      make("h3", {}, table.title),
      make("p", {}, whom, make("br"), make("strong", {}, state(table))),
      make("a", { class: strong ? "button strong" : "button", href: `${root}/t/${table.id}` }, say("See the table"), make("span", { class: "sr" }, ` ${table.title}, ${people.join(", ")}`)),
    ),
  );
}

async function refresh() {
  if (document.hidden) return;
  const turn = ++asked;
  /** @type {{tables: Listed[]}[] | null} */
  const lists = await Promise.all([call("GET", "/me/tables"), call("GET", "/tables")]).catch(() => null);
  if (!lists || turn < told) return; // a later question was answered sooner
  told = turn;
  const [mine = [], all = []] = lists.map((list) => list.tables);
  const open = all.filter((table) => !table.mine);
  const now = JSON.stringify([mine, open]);
  if (now === shown) return;
  shown = now;
  need("mine", HTMLElement).replaceChildren(...mine.map(card));
  need("mine-part", HTMLElement).hidden = mine.length === 0;
  need("lobby", HTMLElement).replaceChildren(...open.map(card));
  need("lobby-empty", HTMLElement).hidden = open.length > 0;
}

setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());
await refresh();
