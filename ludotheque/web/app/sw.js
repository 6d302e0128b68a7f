/**
 * The service worker: has every file of the app, and asks the shell for what no file holds.
 *
 * Files are kept by what is in them, so that a new version brings only what is new in it, and versions cannot be mixed:
 * each has its own list of names, and a file that is not what the list says is used by nobody. `build-app` writes the list
 * above this text, and `pressed.js`.
 */

/** @typedef {{hash: string, size: number, whole: number, when: "first" | "start" | "later" | "aside", packed: "" | ".packed" | ".pressed"}} Listed
 * its size is what travels, with what is behind its name when it is made smaller */
/** @type {{version: string, policy: string, files: Record<string, Listed | {within: string}>}} */
const { version, policy, files: named } = /** @type {any} */ (globalThis).FOLDER;
/** @type {[string, Listed][]} what is fetched and kept */
const listed = Object.entries(named).flatMap(([path, file]) => ("within" in file ? [] : [/** @type {[string, Listed]} */ ([path, file])]));
const files = Object.fromEntries(listed);
const worker = /** @type {any} */ (self);
const SCOPE = new URL(worker.registration.scope).pathname;
const STORE = `ludotheque ${SCOPE}`;
const POLICY = "content-security-policy";
/** Large files are there a second time, made smaller: not every web space does that on the way. What is pressed only we unpack. */
const PRESSED = ".pressed";
const { Unpacked } = /** @type {{Unpacked: typeof import("./pressed.js").Unpacked}} */ (/** @type {unknown} */ (globalThis));
/** Whoever unpacks lets others speak after so many milliseconds. */
const BREATH = 30;
/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json",
  ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
};
const AT_ONCE = 6;
/** How many of what Python begins with are on their way: the line is for those that are needed next. */
const IN_ORDER = 2;
/** How many bytes Python begins with. */
const TOTAL = listed.reduce((sum, [, each]) => sum + (each.when === "start" ? each.size : 0), 0);
/** The longest a shell may take: what thinks for longer is answered in pieces. */
const PATIENCE = 120_000;
/** How often it is looked whether it is still there. */
const LOOKING = 500;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(installed()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activated()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (url.origin === worker.location.origin && url.pathname.startsWith(SCOPE)) event.respondWith(answered(event.request, url));
});
worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "claim") event.waitUntil(worker.clients.claim());
  if (event.data === "go on") void worker.skipWaiting();
  if (event.data === "fill") event.waitUntil(fill((each) => each.when !== "aside").then((all) => tell(all ? { whole: version } : { unkept: version })).catch(() => undefined));
});

/** Who comes for the first time waits for little; who has another version gets all of this one before it is used. */
async function installed() {
  const again = Boolean(worker.registration.active);
  const filled = fill((each) => each.when === "first" || again && each.when !== "aside");
  if (!again) begin(await lacking((each) => each.when === "start"));
  if (!(await filled) && again) throw new Error(`not all of ${version} could be kept`);
}

/** Pages are this version's from now on; what only others had is thrown away. */
async function activated() {
  const known = new Set(listed.map(([, each]) => address(each)));
  const store = await caches.open(STORE);
  for (const request of await store.keys()) if (!known.has(new URL(request.url).pathname)) await store.delete(request);
  await worker.clients.claim();
}

/** Fetches what will be asked for in a moment, in its order, however it is asked for. @param {[string, Listed][]} left */
function begin(left) {
  /** @type {Promise<unknown>[]} */
  const begun = [];
  for (const [path, file] of left) {
    const before = begun.at(-IN_ORDER) ?? Promise.resolve();
    begun.push(fetched(path, file, before).catch(() => undefined));
  }
}

/** Fetches what is lacking; whether all of it is here then. @param {(file: Listed) => boolean} wanted */
async function fill(wanted) {
  const left = await lacking(wanted);
  const next = async () => {
    for (let each = left.shift(); each; each = left.shift()) await fetched(...each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  await Promise.all(writing);
  return !(await lacking(wanted)).length;
}

/** The files that are not kept. @param {(file: Listed) => boolean} wanted */
async function lacking(wanted) {
  const requests = await (await caches.open(STORE)).keys();
  const kept = new Set(requests.map((each) => new URL(each.url).pathname));
  return listed.filter(([, each]) => wanted(each) && !kept.has(address(each)));
}

/** Where a file is kept. @param {Listed} file */
function address(file) {
  return `${SCOPE}@/${file.hash}`;
}

/** @param {Request} request @param {URL} url */
async function answered(request, url) {
  const path = decodeURIComponent(url.pathname.slice(SCOPE.length));
  const whole = request.mode === "navigate" && request.destination === "document" && !/^api\/|\.\w+$/.test(path);
  if (whole || path === "" && request.destination !== "iframe") return shell();
  if (path && path in named && ["GET", "HEAD"].includes(request.method)) return (await held(path)) ?? new Response("", { status: 504 });
  return asked(request, path, url.search);
}

/** The page of the app, whatever the address: it holds the others. */
async function shell() {
  const text = await (await held("index.html"))?.text();
  const headers = { "content-type": "text/html; charset=utf-8", [POLICY]: policy };
  return new Response(text?.replaceAll('"./', `"${SCOPE}`) ?? "", { status: text ? 200 : 504, headers });
}

/** A file, from wherever it is. @param {string} path @returns {Promise<Response | null>} */
async function held(path) {
  const file = named[path];
  if (!file) return null;
  if ("within" in file) return within(path, file.within);
  const found = await (await caches.open(STORE)).match(address(file));
  if (found) return found;
  const content = await fetched(path, file).catch(() => null);
  return content && new Response(content, { headers: headersOf(path) });
}

/** @type {Promise<Map<string, Uint8Array<ArrayBuffer>> | null> | null} */
let unpacked = null;

/** A file of those that are one. @param {string} path @param {string} pack */
async function within(path, pack) {
  unpacked ??= held(pack).then(async (found) => found && parts(await found.arrayBuffer()));
  const all = await unpacked;
  if (!all) unpacked = null;
  const content = all?.get(path);
  return content ? new Response(content, { headers: headersOf(path) }) : null;
}

/** What a pack holds: see `app/package.py`. @param {ArrayBuffer} pack */
function parts(pack) {
  const length = new DataView(pack).getUint32(0, true);
  let at = 4 + length;
  /** @type {[string, number][]} */
  const inside = JSON.parse(new TextDecoder().decode(new Uint8Array(pack, 4, length))).files;
  return new Map(inside.map(([name, size]) => [name, new Uint8Array(pack, (at += size) - size, size)]));
}

/** @param {string} path */
function headersOf(path) {
  return { "content-type": TYPES[path.slice(path.lastIndexOf("."))] ?? "application/octet-stream", [POLICY]: policy };
}

/** @type {Set<Promise<void>>} what is being kept */
const writing = new Set();
/** @type {Map<string, Promise<ArrayBuffer>>} what is on its way, by its hash: nobody fetches it twice */
const coming = new Map();

/** A file from where the app is, if it is what it should be. @param {string} path @param {Listed} file @param {Promise<unknown>} [before] what comes before it */
function fetched(path, file, before = Promise.resolve()) {
  const known = coming.get(file.hash);
  if (known) return known;
  const content = before.then(() => come(path, file));
  coming.set(file.hash, content);
  const forget = () => void coming.delete(file.hash);
  content.then((whole) => {
    const kept = keep(path, file, whole).then((done) => void setTimeout(forget, done ? LOOKING : 0)); // who has just not found it asks for it now
    writing.add(kept);
    void kept.finally(() => writing.delete(kept));
  }).catch(forget);
  return content;
}

/** @param {string} path @param {Listed} file */
async function come(path, file) {
  const response = await fetch(`${SCOPE}${path}${file.packed}`, { cache: "no-cache" });
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
  const travelled = file.when === "start" ? response.body.pipeThrough(counting()) : response.body;
  const content = file.packed === PRESSED ? await unpressed(travelled, file.whole) : await new Response(
    file.packed ? travelled.pipeThrough(new DecompressionStream("gzip")) : travelled,
  ).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash.startsWith(file.hash)) return content;
  void tell({ other: path });
  throw new Error(`${path} is of another version than ${version}`);
}

/** Unpacked while it comes. @param {ReadableStream<Uint8Array<ArrayBuffer>>} travelled @param {number} size */
async function unpressed(travelled, size) {
  const [unpacked, reader] = [new Unpacked(size), travelled.getReader()];
  let began = performance.now();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    unpacked.push(part.value);
    if (performance.now() - began < BREATH) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  return unpacked.end().buffer;
}

/** Tells how far it is, as it passes. @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>} */
function counting() {
  return new TransformStream({
    transform(part, out) {
      void tell({ fetched: part.length, of: TOTAL });
      out.enqueue(part);
    },
  });
}

/** Whether there was room for it. @param {string} path @param {Listed} file @param {ArrayBuffer} content */
async function keep(path, file, content) {
  try {
    await (await caches.open(STORE)).put(address(file), new Response(content, { headers: headersOf(path) }));
    return true;
  } catch (error) {
    void tell({ unkept: String(error) });
    return false;
  }
}

/** Tells all shells. @param {unknown} message */
async function tell(message) {
  for (const client of await shells()) client.postMessage(message);
}

/** The windows that hold pages, the one that is looked at first; pages of others at the same host do not answer. @returns {Promise<any[]>} */
async function shells() {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const ours = (/** @type {any} */ each) => each.frameType === "top-level" && new URL(each.url).pathname.startsWith(SCOPE);
  const found = all.filter(ours);
  const rank = (/** @type {any} */ each) => (each.focused ? 2 : 0) + (each.visibilityState === "visible" ? 1 : 0);
  return found.sort((/** @type {any} */ a, /** @type {any} */ b) => rank(b) - rank(a));
}

/**
 * What a shell answers. One that is gone meanwhile, as when its tab is loaded again, answers nothing: what changes nothing is
 * then asked of another one. @param {Request} request @param {string} path @param {string} query
 */
async function asked(request, path, query) {
  const { method } = request;
  const body = method === "GET" ? null : await request.text();
  const page = request.mode === "navigate" || request.destination === "iframe";
  const until = Date.now() + PATIENCE;
  do {
    const [shell] = await shells();
    if (!shell) break;
    const told = await toldBy(shell, { method, path: `/${path}`, query: query.slice(1), body, page }, until);
    if (told) return new Response(told.status === 204 ? null : told.text, { status: told.status, headers: { ...told.headers, [POLICY]: policy } });
  } while (method === "GET" && Date.now() < until);
  return new Response("", { status: 503, headers: { [POLICY]: policy } });
}

/**
 * Nothing, if it is gone or takes too long.
 * @param {any} shell
 * @param {object} asked
 * @param {number} until
 * @returns {Promise<{status: number, text: string, headers: Record<string, string>} | null>}
 */
async function toldBy(shell, asked, until) {
  const channel = new MessageChannel();
  let told = null;
  const answer = new Promise((resolve) => {
    channel.port1.onmessage = ({ data }) => resolve((told = data));
  });
  shell.postMessage({ asked }, [channel.port2]);
  while (!told && Date.now() < until && (await worker.clients.get(shell.id))) {
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, LOOKING))]);
  }
  channel.port1.close();
  return told;
}
