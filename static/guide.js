/* The first game: a few hints, each at the thing it speaks of and at the moment it is about (templates/<game>/guide.html).
 * The first one not yet seen whose `data-when` matches something on the page is shown beside `data-at`, clear of
 * `data-clear`. It has been followed when its moment is over. Hints never take focus or a tap that is meant for the board;
 * what was seen or skipped is remembered for each game. */

import { place } from "./place.js";
import { announce } from "./say.js";
import { keep, recall } from "./store.js";

const WATCHED = ["class", "hidden", "aria-pressed", "disabled", "data-lit", "data-tab", "data-doing", "data-undo"];
const ALWAYS_CLEAR = ".bottom-bar button, .top-bar";
// There the board has the whole height: what stands above or below its cells hides half of them.
const LOW = matchMedia("(max-height: 500px) and (orientation: landscape)");

const box = document.getElementById("guide");
const key = `machi:hints:${box?.dataset.game}`;
const hints = box ? [...box.querySelectorAll("[data-hint]")] : [];
let past = recall("localStorage", key) ?? { seen: [], skipped: false };
let current = null;
let drawn = 0; // the frame that is asked for

// Not before all scripts have done their part of a picture.
const soon = () => {
  drawn ||= requestAnimationFrame(update);
};
const watch = new MutationObserver(soon);

function update() {
  drawn = 0;
  if (current && !isNow(current)) seen(current);
  const hint = isOver() ? null : hints.find((each) => !past.seen.includes(each.dataset.hint) && isNow(each));
  if (hint !== current) show(hint ?? null);
  point();
}

function isOver() {
  const game = document.getElementById("game");
  return past.skipped || game?.dataset.seat === undefined || game.dataset.status !== "playing";
}

function isNow(hint) {
  return Boolean(document.querySelector(hint.dataset.when) && placeOf(hint));
}

/** The first visible thing that the hint speaks of. */
function placeOf(hint) {
  return [...document.querySelectorAll(hint.dataset.at)].find((thing) => thing.getClientRects().length);
}

function seen(hint) {
  remember({ ...past, seen: [...past.seen, hint.dataset.hint] });
}

function remember(what) {
  past = what;
  keep("localStorage", key, past);
}

function show(hint) {
  current = hint;
  for (const each of hints) each.hidden = each !== hint;
  box.hidden = !hint;
  if (hint) announce(hint.textContent.trim());
}

/** Ring the thing and stand beside it; both again after every change, for the server does not know of rings. */
function point() {
  const thing = current && placeOf(current);
  for (const old of document.querySelectorAll("[data-hinted]")) if (old !== thing) delete old.dataset.hinted;
  if (!thing) return;
  thing.dataset.hinted = "";
  const clear = [ALWAYS_CLEAR, LOW.matches && "#game .board", current.dataset.clear].filter(Boolean).join(", ");
  place(box, thing, [...document.querySelectorAll(clear)]);
}

function clicked({ target }) {
  if (target.closest("[data-hint-seen]")) seen(current);
  else if (target.closest("[data-hints-skip]")) remember({ ...past, skipped: true });
  else if (target.closest("[data-hints-again]")) again(target);
  else return;
  update();
}

function again(button) {
  remember({ seen: [], skipped: false });
  button.closest("dialog")?.close();
}

if (hints.length) {
  watch.observe(document.getElementById("stage"), { subtree: true, childList: true, attributeFilter: WATCHED });
  document.addEventListener("click", clicked);
  document.addEventListener("machi:shown", soon);
  addEventListener("resize", update);
  addEventListener("scroll", () => point(), { capture: true, passive: true });
}
