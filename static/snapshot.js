/* The last board of a room, kept on this device for when there is no network (worker.js shows it then).
 *
 * Kept is the page as it stands, without its scripts: a picture to look at, which says that it is one. Only where the
 * address is https or loopback, only for the few rooms seen last, and forgotten when its player leaves. */

const BOARDS = "machi-boards";
const ROOMS = 5;
const REST = 2000; // after so long without a change the board is worth keeping
const LATER = 4000; // the worker is fetched when the board has long been there
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const possible = window.isSecureContext && "serviceWorker" in navigator && "caches" in window;
const path = `/r/${document.body.dataset.room}`;
const { offline } = document.body.dataset;
// Opened at once: when its player leaves, nothing stands between that and forgetting, which the next page would cut off.
const boards = possible && offline ? caches.open(BOARDS) : null;
let timer = 0;
let left = false;

if (boards) {
  boards.catch(() => {}); // storage may be forbidden
  document.addEventListener("machi:shown", () => later(REST));
  document.addEventListener("visibilitychange", () => document.hidden && later(0));
  document.addEventListener("submit", leave, true);
  setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), LATER);
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(() => keep().catch(() => {}), wait);
}

async function keep() {
  if (left || !document.getElementById("game")) return;
  const cache = await boards;
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  const files = shownFiles();
  for (const file of [...files, offline]) if (!(await cache.match(file))) await cache.add(file);
  await cache.delete(path);
  if (left) return;
  await cache.put(path, new Response(picture(), { headers }));
  await forgetOthers(cache, files);
}

/** The page as text: nothing in it moves, and it says that there is no network. */
function picture() {
  const copy = document.documentElement.cloneNode(true);
  for (const script of copy.querySelectorAll("script")) script.remove();
  for (const open of copy.querySelectorAll("dialog[open]")) open.removeAttribute("open");
  for (const button of copy.querySelectorAll("button")) button.disabled = true;
  // Where scripts have put things; pages have no styles of their own. What pointed somewhere is not shown.
  for (const placed of copy.querySelectorAll("[style]")) placed.removeAttribute("style");
  for (const pointer of copy.querySelectorAll("#explain, #explain-bar, #guide")) pointer.remove();
  const body = copy.querySelector("body");
  body.dataset.connection = "offline";
  const script = document.createElement("script");
  Object.assign(script, { type: "module", src: offline });
  body.append(script);
  return `<!doctype html>${copy.outerHTML}`;
}

/** The style sheets and drawings of this page. */
function shownFiles() {
  const names = performance.getEntriesByType("resource").map((entry) => new URL(entry.name));
  const ours = names.filter((url) => url.origin === location.origin && /\/v[0-9a-f]{12}\/.*(css|svg)$/.test(url.pathname));
  return [...new Set(ours.map((url) => url.pathname))];
}

/** The rooms seen last stay, and of the files those of the present version. */
async function forgetOthers(cache, files) {
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  const rooms = paths.filter((each) => each.startsWith("/r/"));
  const version = offline.split("/")[2];
  const old = paths.filter((each) => !each.startsWith("/r/") && !each.includes(`/${version}/`) && !files.includes(each));
  await Promise.all([...rooms.slice(0, -ROOMS), ...old].map((each) => cache.delete(each)));
}

function leave(event) {
  if (!event.target.matches("form[action$='/leave']")) return;
  left = true;
  boards.then((cache) => cache.delete(path)).catch(() => {});
}
