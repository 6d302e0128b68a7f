/** Where the app lies, how it looks, which language it speaks. */

/** @typedef {{words: object, pages: Record<string, string>}} Shelf what is made ahead in one language */

/** Where the app lies, without a slash at its end. */
export const base = new URL("..", import.meta.url).pathname.slice(0, -1);
const root = document.documentElement;

/** A cookie of ours. @param {string} name */
function cookie(name) {
  return document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

/** The language somebody reads: asked for, chosen before, or the browser's; the games are French. @param {string[]} known */
export function preferred(known) {
  const asked = new URLSearchParams(location.search).get("lang");
  const wishes = [asked, cookie("lang"), ...navigator.languages.map((each) => each.split("-")[0] ?? "")];
  return wishes.find((each) => each && known.includes(each)) ?? "fr";
}

/** Light or dark, if somebody chose. */
export function theme() {
  return ["light", "dark"].includes(cookie("theme")) ? cookie("theme") : "";
}

/** @param {string} name @returns {Promise<any>} */
export async function read(name) {
  const response = await fetch(`${base}/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.json();
}

/** What is made ahead in a language. @param {string} language @returns {Promise<Shelf>} */
export async function shelfIn(language) {
  const name = `pages/${language}.json`;
  if (navigator.serviceWorker?.controller) return read(name);
  const packed = await fetch(`${base}/${name}.packed`); // the service worker unpacks, but it is not there yet
  if (!packed.ok || !packed.body) return read(name);
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).json();
}

/** What a lesson asks for, made ahead: whoever learns need not wait for Python. @param {string} path @param {string} language @returns {Promise<unknown>} */
export async function stepOf(path, language) {
  const [, game] = /^\/api\/games\/(\w+)\/(?:symbols|lessons\/[\w-]+\/steps\/\d+)$/.exec(path) ?? [];
  return game ? (await read(`pages/lessons/${game}-${language}.json`).catch(() => ({})))[path] : undefined;
}

/** Chooses a language for good. @param {string} language */
export function speak(language) {
  document.cookie = `lang=${language}; path=${base || "/"}; max-age=${365 * 24 * 3600}; SameSite=Lax`;
}

export function dress() {
  if (theme()) root.dataset.theme = theme();
  else delete root.dataset.theme;
}
