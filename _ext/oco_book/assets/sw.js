// Keeps the book readable without a network, one whole version at a time.
//
// _oco/offline.json lists the files of the version that the host has: {"book": {path: hash}, "python": {path: hash},
// "lite": hash}. The live notebooks (lite/) are kept as they are asked for, under the one hash of them all: who has run
// one can again.
// Files lie in the store under their hashes. A version counts from the moment that its list lies there, and the list is
// written last: so a half-fetched version is never served, an update fetches only what changed, and one that broke off
// goes on where it stopped. The version before stays until the next one comes, for the pages that are still open.
// Whenever a page is opened the list is asked for: who is online reads what the host has, if it can be had soon.
//
// Not by Workbox (precaching, routing, strategies: 20 kB beside what would still be ours): its files belong to a
// worker, so that a new version either waits until the last page of the old one is closed, or takes over at once, and a
// page that is open then gets files of both. Here each page has the list that all its files come from.

const BOOK = self.registration.scope;
const STORE = `oco-book ${BOOK}`; // other books may live on this host
const LIST = `${BOOK}_oco/offline.json`;
const BEFORE = `${BOOK}_oco/offline-before.json`;
const LITE = /^lite\//;
const SOON = 2000; // ms that opening a page waits for a newer version
const PATIENCE = 60_000; // ms that one file may take
const AT_ONCE = 6;

const pinned = new Map(); // page -> the list that all its files come from
let lists = null; // promise of [list of the version kept, list of the one before], null where there is none
let updating = null;

// Versions are told apart by their lists, not by this script.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// From a page that has settled, or whose reader asks for it: {python: whether Python is wanted, too}. The answer is
// "kept" or "broken off" (no network, or not enough of it: whoever asks again goes on from there).
self.addEventListener("message", (event) => event.waitUntil(update().then(async () => {
  const [now] = await known();
  if (now && event.data.python) await gather(await caches.open(STORE), now.python);
  return now ? "kept" : "broken off";
}).catch(() => "broken off").then((answer) => event.source?.postMessage(answer))));

self.addEventListener("fetch", (event) => {
  const { url, method } = event.request;
  if (method !== "GET" || !url.startsWith(BOOK)) return;
  event.respondWith(answer(event).catch(() => fetch(event.request))); // a store that fails is no reason to show nothing
});

// The files that an address may stand for: many hosts show notation.html as notation, all index.html as its folder.
function filesAt(path) {
  return path === "" || path.endsWith("/") ? [`${path}index.html`] : [path, `${path}.html`];
}

async function answer(event) {
  const { url, redirect, mode } = event.request;
  const { pathname, search } = new URL(url);
  const path = decodeURI(pathname.slice(new URL(BOOK).pathname.length));
  const files = filesAt(path);
  if (mode === "navigate") await open(event);
  const [now, before] = await known();
  const page = pinned.get(event.resultingClientId || event.clientId);
  const lite = LITE.test(path);
  const placed = (list, names = files) => {
    if (lite) return list.lite && `${list.lite}/${names[0]}`;
    const hashOf = (part) => names.map((name) => Object.hasOwn(part, name) && part[name]);
    return [list.book, list.python].flatMap(hashOf).find(Boolean);
  };
  const hash = [page, now, before].map((list) => list && placed(list)).find(Boolean);
  if (!hash) {
    // notation/ for notation.html, from where no link of the page would lead anywhere.
    const file = path.replace(/\/$/, ".html");
    const meant = mode === "navigate" && now && file !== path && placed(now, [file]);
    return meant ? Response.redirect(BOOK + encodeURI(file) + search) : fetch(event.request);
  }
  const store = await caches.open(STORE);
  const kept = await store.match(placeOf(hash));
  if (kept) return kept;
  // A file of a live notebook, Python asked for before it was gathered, or what a connection that costs is spared till
  // it is needed. It must be what the host has now, not what the browser's own cache still holds of the version before.
  // (By its address: a request that navigates takes no options.)
  const turned = mode === "navigate" && page !== now; // a page of a version that is not kept
  try {
    const fetched = await fetch(url, { cache: "no-cache", redirect });
    if (fetched.type === "opaqueredirect") return fetched; // the host has it under another address
    const keepIt = () => (lite ? store.put(placeOf(hash), fetched.clone()) : keep(store, fetched.clone(), hash));
    if (turned && !lite) await keepIt();
    else if (fetched.ok) event.waitUntil(keepIt().catch(() => {}));
    return fetched;
  } catch (error) {
    if (!turned || !now) throw error;
    pinned.set(event.resultingClientId, now); // it cannot be had as a whole: the one that is kept
    return (await store.match(placeOf(placed(now)))) ?? fetch(event.request);
  }
}

// A page is opened: which version it belongs to, after a short wait for a newer one. On a connection that costs only
// what this page needs of a newer version is fetched.
async function open(event) {
  if (!(await known())[0]) return;
  const { saveData, effectiveType, type } = self.navigator.connection ?? {};
  const costs = saveData || /2g/.test(effectiveType ?? "") || type === "cellular"; // as in offline.js
  const news = costs ? changed() : update();
  event.waitUntil(news.catch(() => {}));
  const newer = await Promise.race([news.catch(() => null), new Promise((done) => setTimeout(done, SOON))]);
  pinned.set(event.resultingClientId, costs && newer ? JSON.parse(newer) : (await known())[0]);
}

function known() {
  lists ??= (async () => {
    const store = await caches.has(STORE) && await caches.open(STORE);
    const read = async (place) => (store && await (await store.match(place))?.json()) || null;
    return Promise.all([LIST, BEFORE].map(read));
  })();
  return lists;
}

// The text of the host's list if it is not the one kept. An error without a network, or where something else answers.
async function changed() {
  const response = await fetch(LIST, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  if (response.status === 404 || response.status === 410) { // at this address there is no such book any more
    await caches.delete(STORE);
    lists = null;
    await self.registration.unregister();
    return null;
  }
  if (!response.ok) throw new Error(`${LIST} answered ${response.status}`);
  const text = await response.text();
  JSON.parse(text);
  const kept = await (await caches.open(STORE)).match(LIST);
  return text === await kept?.text() ? null : text;
}

function update() {
  updating ??= renew().finally(() => { updating = null; });
  return updating;
}

async function renew() {
  const text = await changed();
  if (!text) return;
  const store = await caches.open(STORE);
  const newer = JSON.parse(text);
  await gather(store, newer.book);
  const old = await store.match(LIST);
  if (old) {
    const kept = new Set((await store.keys()).map(({ url }) => url));
    const { python } = await old.clone().json();
    // Who had Python without a network has it with the new version, too.
    if (Object.values(python).every((hash) => kept.has(placeOf(hash)))) await gather(store, newer.python);
    await store.put(BEFORE, old);
  }
  await store.put(LIST, new Response(text));
  lists = null;
  const [now, before] = await known();
  const needed = new Set([LIST, BEFORE, ...[now, before].filter(Boolean)
    .flatMap((list) => Object.values({ ...list.book, ...list.python })).map(placeOf)]);
  const notebooks = [now, before].filter((list) => list?.lite).map((list) => placeOf(`${list.lite}/`));
  for (const { url } of await store.keys()) {
    if (!needed.has(url) && !notebooks.some((place) => url.startsWith(place))) await store.delete(url);
  }
  // A page that this worker knows nothing of was opened before it was last stopped, so from a version before this one;
  // but for the first version, which came with the page.
  for (const page of old ? await self.clients.matchAll({ type: "window" }) : []) {
    if (JSON.stringify(pinned.get(page.id)) !== JSON.stringify(now)) page.postMessage("newer");
  }
}

const placeOf = (hash) => `${BOOK}_oco/kept/${hash}`;

// All these files into the store, if they are not there yet.
async function gather(store, files) {
  const there = new Set((await store.keys()).map(({ url }) => url));
  const missing = Object.entries(files).filter(([, hash]) => !there.has(placeOf(hash)));
  const work = async () => {
    while (missing.length) {
      const [path, hash] = missing.shift();
      try {
        const request = { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) };
        await keep(store, await fetch(BOOK + encodeURI(path), request), hash);
      } catch (error) {
        missing.length = 0; // the others stop, too
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

// Only what is exactly the file of that version: not half of it, not that of a book that is just being replaced.
// Whatever its status: some hosts show 404.html only as one.
async function keep(store, response, hash) {
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!found.startsWith(hash)) throw new Error(`${response.url} is not the file of this version`);
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
  await store.put(placeOf(hash), new Response(bytes, { headers }));
}
