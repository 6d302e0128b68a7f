/** A game that began here goes on at the server that the app came from; one from there goes on here. */
import { call, Refused } from "../static/api.js";
import { carried, language, make, maybe, root, say, toast } from "../static/dom.js";
import { follow, server } from "./outside.js";

/** @import {Snapshot} from "../static/types.js" */

/**
 * A request to the server.
 * @param {string} method
 * @param {string} path below /api
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function there(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    headers["X-CSRF"] = (await there("GET", "/me")).csrf;
  }
  const response = await fetch(`${server}/api${path}?lang=${language}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (!response?.ok) throw new Refused(answer?.error);
  return answer;
}

/** Says why something did not work. @param {() => Promise<void>} work */
async function told(work) {
  try {
    await work();
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("That did not work. Try again."));
  }
}

/** The game goes on there, and is no longer here; these seats are free for guests. @param {string} table @param {number[]} open */
async function goThere(table, open) {
  const log = await call("GET", `/tables/${table}/log`);
  const opened = await there("POST", "/tables/carried", { ...log, open });
  await call("DELETE", `/tables/${table}`).catch(() => undefined); // who cannot put it away has it twice, and loses nothing
  (window.top ?? window).location.assign(`${server}/t/${opened.id}`);
}

/** A game of mine at the server goes on here. @param {string} table */
async function bring(table) {
  const opened = await call("POST", "/tables/carried", await there("GET", `/tables/${encodeURIComponent(table)}/log`));
  location.replace(`${root}/t/${opened.id}`);
}

/** What can be chosen: to go on as it is, or with a guest in the place of somebody. @param {Snapshot} table */
function choices(table) {
  const mine = table.seats.find((seat) => seat.mine)?.player;
  const others = table.seats.filter((seat, at, all) => seat.player !== mine && all.findIndex(({ player }) => player === seat.player) === at);
  /** @type {[string, number[]][]} */
  const ways = [[say("Go on online"), []], ...others.map((seat) => /** @type {[string, number[]]} */ ([say("Go on online, with a guest as {seat}", { seat: seat.name }), [seat.seat]]))];
  return ways.map(([words, open]) => {
    const button = make("button", { type: "button", class: "button" }, words);
    button.addEventListener("click", async () => {
      button.disabled = true; // it goes there once
      await told(() => goThere(table.table, open));
      button.disabled = false;
    });
    return make("li", {}, button);
  });
}

const wanted = new URLSearchParams(location.search).get("carry");
const place = maybe("carry");
if (wanted && !place) await told(() => bring(wanted));
if (place) {
  place.append(...choices(carried("snapshot")));
  follow((there) => {
    place.hidden = !there;
    maybe("unreachable")?.toggleAttribute("hidden", there);
  });
}
