/* A phase in which there is nothing to choose is passed by the page itself.
 *
 * The game's play.html says so: an element in #game (or #game itself) with data-auto='{"type": "next"}'. It is played
 * once for the present `at`, and never against the player: not where an undo has led, and one undo takes back the
 * player's own last move together with what the page passed after it. */

import { keep, recall } from "./store.js";

// Where one person plays every seat the address says which one this page is for: each has moves of its own.
const key = `machi:auto:${document.body.dataset.room}${new URLSearchParams(location.search).get("seat") ?? ""}`;
let memory = recall("sessionStorage", key) ?? { log: -1, passed: [], undone: -1 };
let shown = { log: -1, undo: 0 };
let tried = -1;

/** The move to be passed in the page as it is now ({at, log, undo} read from #game), or null. */
export function pass(game, place) {
  const undoneElsewhere = place.log === shown.log && place.undo < shown.undo;
  shown = { log: place.log, undo: place.undo };
  if (undoneElsewhere) undone(place.at);
  const holder = game.matches("[data-auto]") ? game : game.querySelector("[data-auto]");
  if (!holder || place.at === memory.undone || place.at === tried || document.hidden) return null;
  tried = place.at;
  return JSON.parse(holder.dataset.auto);
}

/** Remember that the page itself played the move number `undo` of this draft. */
export function passed({ log, undo }) {
  if (memory.log !== log) memory = { log, passed: [], undone: -1 };
  memory.passed.push(undo);
  keep("sessionStorage", key, memory);
}

/** Was move number `undo` of this draft played by the page? Asked while undoing it, so it is forgotten with that. */
export function takeBack({ log, undo }) {
  const its = memory.log === log && memory.passed.includes(undo);
  if (its) memory.passed = memory.passed.filter((each) => each !== undo);
  return its;
}

/** An undo has led to `at`: nothing is passed there. */
export function undone(at) {
  memory.undone = at;
  keep("sessionStorage", key, memory);
}
