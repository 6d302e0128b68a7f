/** What every page has: the switches for light and dark and for sound, and fields that tell when they are full. */
import "./fields.js";
import { maybe, root as house, say, toast } from "./dom.js";
import { sound, sounds } from "./sounds.js";
import { tellPrints } from "./waiting.js";

const YEAR = 365 * 24 * 3600;
const root = document.documentElement;

function dark() {
  return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

tellPrints();

maybe("theme")?.addEventListener("click", () => {
  root.dataset.theme = dark() ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=${house || "/"}; max-age=${YEAR}; SameSite=Lax`;
});

const languages = maybe("language");
languages?.addEventListener("change", () => {
  if (languages instanceof HTMLSelectElement) location.search = `?${languages.dataset.keep ?? ""}lang=${languages.value}`;
});

const button = maybe("sound");
button?.setAttribute("aria-pressed", String(sounds.on));
button?.addEventListener("click", () => {
  sounds.on = !sounds.on;
  button.setAttribute("aria-pressed", String(sounds.on));
  toast(sounds.on ? say("Sounds on") : say("Sounds off"));
  sound("turn");
});
