/* The connection to the server: one socket, watched, and made again when it is lost.
 *
 * htmx's own hx-ws extension is not used: it waits 0.5 s to 60 s between attempts, closes the socket of a hidden page,
 * does not notice a connection that died silently and forgets frames that were sent but not answered. What arrives is
 * still handed to htmx (swap.js), and what is sent is kept until it is answered (outbox.js). */

import { wait } from "./schedule.js";

const TICK = 500;
const QUIET = 3000; // after so long without a word we ask
const DEAD = 5000; // so long after asking, or after a frame, without an answer the connection counts as lost: 9 s in all
const AWAKE = 1500; // the same for a page that has slept or has a new network: then it mostly is lost
const SLEPT = 5000; // without a tick for so long the page has slept
const OPENING = 10000; // an attempt that takes longer is given up; two ways there and back on a line with a delay of 2 s
const GONE = new Set([4401, 4404]); // the server will say the same again: the page is loaded anew instead
const FULL = new Set([4429, 1013]); // it would say the same at once: the quick attempts are left out
const QUICK = 4; // how many of those there are (schedule.js)

let url = "";
let handlers = {};
let socket = null;
let timer = 0;
let attempt = 0;
let lostAt = 0;
let heardAt = 0;
let askedAt = 0;
let patience = DEAD;
let tickedAt = Date.now();
let startedAt = 0;

/**
 * Connect to the path `path` and stay connected. `on`: `open()`, `text(string)`, `state("open" | "lost", soon)` (`soon`: the
 * quick attempts are not over), `gone(code)`.
 */
export function connect(path, on) {
  url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
  handlers = on;
  addEventListener("online", () => again());
  addEventListener("offline", () => lose());
  addEventListener("pageshow", (event) => event.persisted && again());
  document.addEventListener("visibilitychange", () => !document.hidden && check());
  document.addEventListener("resume", () => check());
  setInterval(tick, TICK);
  open();
}

/** Send one frame, an object, which will be answered; false when there is no open connection. */
export function send(frame) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(frame));
  askedAt ||= Date.now();
  return true;
}

function open() {
  clearTimeout(timer);
  startedAt = Date.now();
  const mine = new WebSocket(url);
  socket = mine;
  mine.addEventListener("open", () => {
    if (mine !== socket) return;
    attempt = 0;
    lostAt = 0;
    answered();
    heardAt = Date.now();
    handlers.state("open");
    handlers.open();
  });
  mine.addEventListener("message", (event) => {
    if (mine !== socket) return;
    heardAt = Date.now();
    // What others do also comes through where nothing goes the other way: only answers prove that we are heard.
    if (event.data.startsWith("{")) answered();
    handlers.text(event.data);
  });
  mine.addEventListener("close", (event) => {
    if (mine !== socket) return;
    if (GONE.has(event.code)) handlers.gone(event.code);
    else {
      if (FULL.has(event.code)) attempt = Math.max(attempt, QUICK);
      lose();
    }
  });
}

function answered() {
  askedAt = 0;
  patience = DEAD;
}

/** The connection is lost: say so, let the old socket go, try again by the schedule. */
function lose() {
  const old = socket;
  socket = null;
  old?.close();
  lostAt ||= Date.now();
  handlers.state("lost", attempt <= QUICK);
  clearTimeout(timer);
  timer = setTimeout(open, wait(attempt, Date.now() - lostAt, !document.hidden));
  attempt += 1;
}

/** At once: the device is online again, or the page came back. */
function again() {
  // Waking up says so in several ways at once: what the first one began goes on.
  if (socket?.readyState === WebSocket.CONNECTING && Date.now() - startedAt < AWAKE) return;
  if (socket?.readyState === WebSocket.OPEN) return check(AWAKE);
  attempt = 0;
  socket?.close();
  open();
}

/** The page is in sight again: is the connection still alive? What was asked before may have been answered in its sleep. */
function check(within = Date.now() - tickedAt > SLEPT ? AWAKE : DEAD) {
  if (socket?.readyState !== WebSocket.OPEN) return again();
  askedAt = 0;
  patience = within;
  send({ ping: 1 });
}

function tick() {
  const now = Date.now();
  if (now - tickedAt > SLEPT) check();
  tickedAt = now;
  if (socket?.readyState === WebSocket.CONNECTING && now - startedAt > OPENING) lose();
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (askedAt && now - askedAt > patience) lose();
  else if (!askedAt && now - heardAt > QUIET) send({ ping: 1 });
}
