/** The lobby: public tables with a free seat, kept up to date. */
import { call } from "./api.js";
import { make, need, say } from "./dom.js";

/** @import {Seat} from "./types.js" */
/** @typedef {{id: string, game: string, title: string, seats: Seat[]}} Open */

const EVERY = 4000;
let shown = "";

/** @param {Open} table */
function card(table) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const people = table.seats.filter((seat) => seat.kind !== "open").map((seat) => seat.nickname || seat.name);
  return make("li", { class: "card" },
    make("img", { src: `/games/${table.game}/picture.svg`, alt: "", width: "96", height: "96" }),
    make("div", {},
      make("h2", {}, table.title),
      make("p", {}, people.length ? say("playing_with", { names: people.join(", ") }) : say("nobody_yet"), make("br"), say("free_seats", { count: free })),
      make("a", { class: "button strong", href: `/t/${table.id}` }, say("see_table"), make("span", { class: "sr" }, ` ${table.title}, ${people.join(", ")}`)),
    ),
  );
}

async function refresh() {
  if (document.hidden) return;
  /** @type {{tables: Open[]} | null} */
  const answer = await call("GET", "/tables").catch(() => null);
  if (!answer) return;
  const now = JSON.stringify(answer.tables);
  if (now === shown) return;
  shown = now;
  need("lobby", HTMLElement).replaceChildren(...answer.tables.map(card));
  need("lobby-empty", HTMLElement).hidden = answer.tables.length > 0;
}

setInterval(() => void refresh(), EVERY);
document.addEventListener("visibilitychange", () => void refresh());
await refresh();
