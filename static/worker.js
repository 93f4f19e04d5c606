/* The worker of an installed app. It steps in only where the network fails: then a room's page is the last board that
 * this device has seen, any other page one that says so. Online nothing comes from here, so nothing old is ever shown.
 *
 * The server puts `self.machi` on top: {version, needed}, the version of all files and what the page for offline needs. */

const OURS = `machi-${self.machi.version}`;
const BOARDS = "machi-boards"; // written by the rooms' pages (snapshot.js)
const FILE = /^\/(static|assets)\/v[0-9a-f]{12}\//;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(OURS).then((cache) => cache.addAll(self.machi.needed)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([tidy(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  // A file's address changes with its content: what is kept under it is never an old one.
  else if (FILE.test(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

async function page(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const board = await caches.open(BOARDS).then((cache) => cache.match(pathname, { ignoreVary: true }));
    return board ?? (await kept("/offline"));
  }
}

async function kept(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? Response.error();
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![OURS, BOARDS].includes(name)).map((name) => caches.delete(name)));
}
