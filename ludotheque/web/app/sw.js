/**
 * The service worker: has every file of the app, and asks the shell for what no file holds.
 *
 * Files are kept by what is in them, so that a new version brings only what is new in it, and versions cannot be mixed:
 * each has its own list of names, and a file that is not what the list says is not taken. `build-app` writes the list
 * above this text.
 */

/** @typedef {{hash: string, size: number, when: "first" | "start" | "later", packed: boolean}} Listed */
/** @type {{version: string, policy: string, files: Record<string, Listed>}} */
const { version, policy, files } = /** @type {any} */ (globalThis).FOLDER;
const worker = /** @type {any} */ (self);
const SCOPE = new URL(worker.registration.scope).pathname;
const STORE = `ludotheque ${SCOPE}`;
const POLICY = "content-security-policy";
/** Large files are there a second time, made smaller: not every web space does that on the way. */
const PACKED = ".packed";
/** @type {Record<string, string>} */
const TYPES = { ".wasm": "application/wasm", ".mjs": "text/javascript", ".json": "application/json" };
const AT_ONCE = 6;
/** How many bytes Python is. */
const TOTAL = Object.values(files).reduce((sum, each) => sum + (each.when === "start" ? each.size : 0), 0);
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
  if (event.data === "fill") event.waitUntil(fill(() => true).then((all) => (all ? tell({ whole: version }) : undefined)));
});

/** Who comes for the first time waits for little; who has another version gets all of this one before it is used. */
async function installed() {
  const again = Boolean(worker.registration.active);
  const all = await fill((each) => each.when === "first" || again);
  if (again && !all) throw new Error(`not all of ${version} could be kept`);
}

/** Pages are this version's from now on; what only others had is thrown away. */
async function activated() {
  const known = new Set(Object.values(files).map((each) => address(each)));
  const store = await caches.open(STORE);
  for (const request of await store.keys()) if (!known.has(new URL(request.url).pathname)) await store.delete(request);
  await worker.clients.claim();
}

/** Fetches what is lacking; whether all of it is here then. @param {(file: Listed) => boolean} wanted */
async function fill(wanted) {
  const left = await lacking(wanted);
  const next = async () => {
    for (let each = left.shift(); each; each = left.shift()) await (await fetched(...each)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  await Promise.all(writing);
  return !(await lacking(wanted)).length;
}

/** The files that are not kept. @param {(file: Listed) => boolean} wanted */
async function lacking(wanted) {
  const requests = await (await caches.open(STORE)).keys();
  const kept = new Set(requests.map((each) => new URL(each.url).pathname));
  return Object.entries(files).filter(([, each]) => wanted(each) && !kept.has(address(each)));
}

/** Where a file is kept. @param {Listed} file */
function address(file) {
  return `${SCOPE}@/${file.hash}`;
}

/** @param {Request} request @param {URL} url */
async function answered(request, url) {
  const path = decodeURIComponent(url.pathname.slice(SCOPE.length));
  const file = ["GET", "HEAD"].includes(request.method) ? files[path || "index.html"] : undefined;
  const whole = request.mode === "navigate" && request.destination === "document" && !/^api\/|\.\w+$/.test(path);
  if (whole || path === "" && request.destination !== "iframe") return shell();
  if (file && path) return (await held(path, file)) ?? new Response("", { status: 504 });
  return asked(request, path, url.search);
}

/** The page of the app, whatever the address: it holds the others. */
async function shell() {
  const file = /** @type {Listed} */ (files["index.html"]);
  const text = await (await held("index.html", file))?.text();
  const headers = { "content-type": "text/html; charset=utf-8", [POLICY]: policy };
  return new Response(text?.replaceAll('"./', `"${SCOPE}`) ?? "", { status: text ? 200 : 504, headers });
}

/** @param {string} path @param {Listed} file */
async function held(path, file) {
  const found = await (await caches.open(STORE)).match(address(file));
  return found ?? fetched(path, file).catch(() => null);
}

/** @type {Set<Promise<void>>} what is being kept */
const writing = new Set();

/** A file from where the app is; it is kept if it is what it should be. @param {string} path @param {Listed} file */
async function fetched(path, file) {
  const response = await fetch(`${SCOPE}${path}${file.packed ? PACKED : ""}`, { cache: "no-cache" });
  if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
  const whole = file.packed ? response.body.pipeThrough(new DecompressionStream("gzip")) : response.body;
  const [given, kept] = whole.tee();
  const kind = file.packed ? TYPES[path.slice(path.lastIndexOf("."))] : response.headers.get("content-type");
  const headers = { "content-type": kind ?? "application/octet-stream", [POLICY]: policy };
  const done = keep(path, file, kept, headers);
  writing.add(done);
  void done.finally(() => writing.delete(done));
  return new Response(given, { headers });
}

/**
 * @param {string} path
 * @param {Listed} file
 * @param {ReadableStream<Uint8Array>} stream
 * @param {Record<string, string>} headers
 */
async function keep(path, file, stream, headers) {
  try {
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const parts = [];
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (part.value));
      if (file.when === "start") void tell({ fetched: part.value.length, of: TOTAL });
    }
    const whole = await new Blob(parts).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
    const hash = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!hash.startsWith(file.hash)) throw new Error(`${path} is of another version than ${version}`);
    await (await caches.open(STORE)).put(address(file), new Response(whole, { headers }));
  } catch (error) {
    void tell({ unkept: String(error) });
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
