/* What a game's own script builds on. It imports from "../machi.js" (relatively: under another address the browser would
 * take it for a second module) and listens for "machi:shown" on document, which comes after every change of the page and
 * once at the start.
 *
 *   play(move)     send a move (its wire form); resolves to {ok: true, at} or {error: {code, message, ...}}, already toasted
 *   undo()         take back the last own move, and what the page passed by itself after it
 *   resetTurn()    take back everything that can be taken back
 *   choices()      what can be chosen now, the engine's `choices` (null for who cannot act)
 *   announce(text) read text out; toast(text) show it
 *
 * #game carries data-at, data-log (length of the log), data-undo (moves that can be taken back), data-choices. Any
 * element may carry data-play='{move}', data-undo-move or data-reset-turn: a click on it does that. */

import * as auto from "./auto.js";
import { connect } from "./live.js";
import { answered, post, present, resend, setAt, waiting } from "./outbox.js";
import { announce, toast } from "./say.js";
import { show } from "./swap.js";

export { announce, toast };

const SLOW = 400; // an answer that takes longer is seen to be waited for
const body = document.body;
const underway = new Map(); // a move on its way, as text, to its result
let goodbye = ""; // why the server ends this connection, where it said so

export function play(move) {
  const text = JSON.stringify(move);
  // The same move again before it is answered is the same move: a nervous finger, not a second wish.
  if (!underway.has(text)) {
    underway.set(text, sent({ move }).finally(() => underway.delete(text)));
  }
  return underway.get(text);
}

export async function undo() {
  const place = here();
  let result = { ok: true, at: place.at };
  for (let left = place.undo; left > 0; left -= 1) {
    result = await sent({ undo: true });
    if (result.error) break;
    auto.undone(result.at);
    if (!auto.takeBack({ log: place.log, undo: left - 1 })) break;
  }
  return result;
}

export async function resetTurn() {
  const place = here();
  let result = { ok: true, at: place.at };
  for (let left = place.undo; left > 0 && !result.error; left -= 1) {
    result = await sent({ undo: true });
    if (result.ok) auto.undone(result.at);
    auto.takeBack({ log: place.log, undo: left - 1 });
  }
  return result;
}

export function choices() {
  const text = document.getElementById("game")?.dataset.choices;
  return text ? JSON.parse(text) : null;
}

/** Where the page is: the seat's counter, the log's length, how much can be taken back. */
function here() {
  const { at, log, undo } = document.getElementById("game").dataset;
  return { at: Number(at), log: Number(log), undo: Number(undo) };
}

async function sent(frame) {
  const slow = setTimeout(() => body.classList.add("waiting"), SLOW);
  const result = await post(frame);
  clearTimeout(slow);
  if (!waiting()) body.classList.remove("waiting");
  if (result.error) toast(result.error.message);
  return result;
}

/** One message: HTML to be shown, or the answer to a frame (an error brings the page as it really is). */
function received(text) {
  if (text.startsWith("{")) {
    const frame = JSON.parse(text);
    if ("id" in frame) answered(frame);
    else if (frame.error) goodbye = frame.error.message;
    if (frame.html) show(frame.html);
  } else if (text) {
    show(text);
  }
}

/** "open" or "lost": shown at once, and said once. What the server said when it went counts as long as it may be back `soon`. */
function connection(state, soon) {
  if (!soon) goodbye = "";
  if (body.dataset.connection !== state) body.dataset.connection = state;
  const place = document.getElementById("connection");
  const text = state === "lost" ? goodbye || place.dataset.lost : "";
  if (place.textContent !== text) place.textContent = text;
}

async function shown() {
  const game = document.getElementById("game");
  if (!game?.dataset.at) return;
  const place = here();
  // While something is on its way its answer, not an older picture, says which counter comes next.
  if (!waiting()) setAt(place.at);
  if (waiting() || place.at !== present()) return;
  const move = auto.pass(game, place);
  if (!move) return;
  auto.passed(place);
  // By `play`: a tap on the same step meanwhile is the same move, not a second one.
  if ((await play(move)).error) auto.takeBack(place);
}

function clicked(event) {
  const button = event.target.closest("[data-play], [data-undo-move], [data-reset-turn]");
  if (!button || button.disabled || button.getAttribute("aria-disabled") === "true") return;
  // The second click of a double click may meet the button of the next step, which is not what was meant.
  if (button.dataset.play && event.detail > 1) return;
  // Answered, and not yet shown: this is still the button of before.
  if (button.dataset.play && !waiting() && present() !== here().at) return;
  if (button.dataset.play) play(JSON.parse(button.dataset.play));
  else if ("resetTurn" in button.dataset) resetTurn();
  else undo();
}

if (body.dataset.live) {
  document.addEventListener("machi:shown", shown);
  // What the page passes by itself waits while it is out of sight.
  document.addEventListener("visibilitychange", shown);
  document.addEventListener("click", clicked);
  connect(body.dataset.live, {
    open: resend,
    text: received,
    state: connection,
    gone: () => location.reload(),
  });
  // Not before: then the games' own modules, which are deferred as well, listen too.
  document.addEventListener("DOMContentLoaded", () => document.dispatchEvent(new CustomEvent("machi:shown")));
}
