/* Frames on their way: one at a time, in order, each kept until the server has answered it.
 *
 * A frame that was sent but not answered when the connection broke is sent again with the same `at`. The server treats
 * a repeat of the last accepted frame as harmless, so a lost answer never becomes a second move. */

import { send } from "./live.js";

const queue = []; // {id, body, at, sent, done}; the first one is on its way
let number = 0;
let at = 0;
const page = Math.random().toString(36).slice(2, 8); // tells this page's ids from those of another tab

/** The page shows the seat's counter `value`: what is sent next carries it. */
export function setAt(value) {
  at = value;
}

/** The seat's counter as far as this page knows. */
export function present() {
  return at;
}

/** Is anything on its way? */
export function waiting() {
  return queue.length > 0;
}

/** Send `body` ({move} or {undo: true}); resolves to {ok: true, at} or {error: {code, message, ...}}. */
export function post(body) {
  return new Promise((done) => {
    number += 1;
    queue.push({ id: `${page}.${number}`, body, at: null, sent: false, done });
    pump();
  });
}

/** A new connection: what was not answered goes out again. */
export function resend() {
  for (const entry of queue) entry.sent = false;
  pump();
}

/** The server's answer to a frame: `{id, ok, at}` or `{id, error}`. After an error what was queued behind it is dropped. */
export function answered(answer) {
  const entry = queue[0];
  if (!entry || entry.id !== answer.id) return;
  queue.shift();
  if (answer.error) {
    entry.done({ error: answer.error });
    for (const later of queue.splice(0)) later.done({ error: { code: "dropped", message: "" } });
    return;
  }
  at = answer.at;
  entry.done({ ok: true, at });
  pump();
}

function pump() {
  const entry = queue[0];
  if (!entry || entry.sent) return;
  entry.at ??= at;
  entry.sent = send({ at: entry.at, ...entry.body, id: entry.id });
}
