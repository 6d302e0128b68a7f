/** The result of a day's task, to share: as a line of text and as a picture. It tells how one did, never how it is done. */
import { dated, door, make, say, sayCounted, toast } from "./dom.js";
import { day, streak } from "./solved.js";
import { button } from "./seats.js";
import { copied } from "./sharing.js";

/** @typedef {{date: string, game: string, title: string, grade: number}} Which */

const WRONG = "🟧";
const SOLVED = "🟩";
const HELPED = "⬜";
const MOST = 12;
const SIZE = { width: 1200, height: 630 };

/** @param {Which} which how it went, as squares or in words */
function how({ date, game }) {
  const { tries, helped, words = "" } = day(date, game);
  if (tries === undefined) return words;
  return WRONG.repeat(Math.min(tries, MOST)) + (helped ? HELPED : SOLVED);
}

/** @param {Which} which */
function days({ date, game }) {
  const many = streak(game, date);
  return many > 1 ? sayCounted("{n} day in a row", "{n} days in a row", many) : "";
}

/** @param {Which} which */
function heading({ title, grade, date }) {
  return [title, "★".repeat(grade), dated(date, { dateStyle: "long" })].filter(Boolean).join(" · ");
}

/** The result as text. @param {Which} which */
export function resultText(which) {
  const link = `${door}/daily/${which.date}`;
  return [`Ludothèque · ${heading(which)}`, how(which), days(which), link].filter(Boolean).join("\n");
}

/** The result as a picture. @param {Which} which @returns {Promise<Blob | null>} */
function picture(which) {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = "#f8f1e4";
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = "#8a5a2b";
  pen.fillRect(0, SIZE.height - 70, SIZE.width, 70);
  const write = (/** @type {string} */ text, /** @type {number} */ y, /** @type {string} */ font, /** @type {string} */ ink) => {
    pen.font = font;
    pen.fillStyle = ink;
    pen.fillText(text, 80, y, SIZE.width - 160);
  };
  write("Ludothèque", 130, "700 64px Georgia, serif", "#4a2d14");
  write(heading(which), 220, "600 44px system-ui, sans-serif", "#33261a");
  const { tries, helped } = day(which.date, which.game);
  if (tries === undefined) write(how(which), 360, "700 72px Georgia, serif", "#a8321f");
  else squares(pen, Math.min(tries, MOST), Boolean(helped));
  write(days(which), 490, "600 40px system-ui, sans-serif", "#665340");
  write(new URL(door).host, SIZE.height - 24, "600 34px system-ui, sans-serif", "#fff8ee");
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** @param {CanvasRenderingContext2D} pen @param {number} wrong @param {boolean} helped */
function squares(pen, wrong, helped) {
  const colours = [...Array.from({ length: wrong }, () => "#e08a2e"), helped ? "#cbb79b" : "#1f6b45"];
  colours.forEach((colour, at) => {
    pen.fillStyle = colour;
    pen.fillRect(80 + at * 82, 290, 68, 68);
  });
}

/** @param {HTMLTextAreaElement} text */
async function copy(text) {
  toast((await copied(text)) ? say("Result copied") : say("Copy the marked text with Ctrl+C."));
}

/** @param {Which} which */
async function download(which) {
  const made = await picture(which);
  if (!made) return;
  const link = make("a", { href: URL.createObjectURL(made), download: `ludotheque-${which.game}-${which.date}.png` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Shows a result, with what one needs to share it.
 * @param {HTMLElement} place
 * @param {Which} which
 */
export function showResult(place, which) {
  const text = make("textarea", { class: "result-text", readonly: true, rows: "4", "aria-label": say("Your result") });
  text.value = resultText(which);
  const share = "share" in navigator ? [button(say("Share"), () => void navigator.share({ text: resultText(which) }).catch(() => undefined))] : [];
  const buttons = [button(say("Copy the result"), () => void copy(text)), button(say("As a picture"), () => void download(which)), ...share];
  place.replaceChildren(text, make("div", { class: "beside" }, ...buttons));
  place.hidden = false;
}
