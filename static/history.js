/* Looking back: steps without a new page. Each step fetches what differs between the moment that is shown and the one that
 * is wanted; the neighbours are fetched ahead. Whoever steps faster than the answers come gets the last one wanted. */

import "./copy.js";
import { announce, toast } from "./say.js";
import { show } from "./swap.js";

const PACE = 1000; // ms from one picture to the next while it plays
const REST = 300; // ms without a step before the one back is fetched, too
const KEPT = 40; // answers
const SWIPE = 40; // pixels

const steps = () => document.getElementById("past-steps");
const number = (name) => (steps().dataset[name] === "" ? null : Number(steps().dataset[name]));
const answers = new Map(); // address of a change to the promise of its text

let shown = { move: number("move"), by: steps().dataset.by };
let wanted = shown;
let busy = false;
let pending = null; // "next" or "previous": a step that was asked for while another is on its way
let playing = 0; // the timer while it plays
let resting = 0;
let touch = null; // where a finger came down

const same = (one, other) => one.move === other.move && one.by === other.by;

/** What the page needs that shows `from` to show `to`, as text for swap.js. */
function change(from, to) {
  const asked = new URLSearchParams({ shown: from.move, shown_by: from.by, move: to.move, by: to.by });
  if (steps().dataset.eyes) asked.set("eyes", steps().dataset.eyes);
  const address = `/r/${document.body.dataset.room}/history/change?${asked}`;
  if (!answers.has(address)) {
    answers.set(address, load(address));
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  }
  return answers.get(address);
}

async function load(address) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    return await answer.text();
  } catch (error) {
    answers.delete(address);
    throw error;
  }
}

async function go(to) {
  wanted = to;
  if (busy) return;
  busy = true;
  try {
    while (!same(shown, wanted)) {
      const next = wanted;
      await show(await change(shown, next));
      shown = next;
      arrived();
      if (same(shown, wanted)) goOn();
    }
  } catch {
    wanted = shown;
    pending = null;
    pause();
    toast(document.body.dataset.lost);
  } finally {
    busy = false;
    document.getElementById("past-slider").value = shown.move;
  }
}

/** To the move `move`, by the unit that is chosen now. */
function to(move) {
  pending = null;
  go({ ...wanted, move });
}

/** A step from where one is: what is on its way comes first, for it may change where the next step leads. */
function step(name) {
  pending = name;
  if (!busy) goOn();
}

function goOn() {
  const move = pending && number(pending);
  pending = null;
  if (move !== null) {
    wanted = { ...wanted, move };
    if (!busy) go(wanted);
  }
}

function arrived() {
  history.replaceState(null, "", steps().dataset.address);
  settle();
  announce([...document.querySelectorAll("#past-words .event")].map((line) => line.textContent.trim()).join(" "));
}

/** What the server cannot know: the local time, the button for who has scripts; and the neighbours, ahead of time. */
function settle() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const how = { dateStyle: "medium", timeStyle: "short" };
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, how).format(new Date(time.dateTime));
  }
  paint();
  clearTimeout(resting);
  ahead("next");
  resting = setTimeout(() => ahead("previous"), REST);
}

function ahead(name) {
  const move = number(name);
  if (move !== null) change(shown, { ...shown, move }).catch(() => {}); // asked again when it is wanted
}

/* --- playing ----------------------------------------------------------------------------------------------------- */

function paint() {
  const button = document.getElementById("past-play");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing !== 0));
  button.textContent = playing ? button.dataset.pauseWord : button.dataset.playWord;
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  paint();
}

async function play() {
  if (number("next") === null) await go({ ...shown, move: 0 });
  playing = setTimeout(tick, PACE);
  paint();
}

async function tick() {
  const begun = Date.now();
  await go({ ...shown, move: number("next") ?? shown.move });
  if (!playing) return;
  if (number("next") === null) pause();
  else playing = setTimeout(tick, Math.max(0, PACE - (Date.now() - begun)));
}

/* --- events ------------------------------------------------------------------------------------------------------ */

const STEPS = { "past-back": "previous", "past-on": "next" };

document.addEventListener("click", (event) => {
  if (event.target.closest("#past-play")) return playing ? pause() : play();
  const link = event.target.closest("[data-past-to], [data-past-by]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return undefined;
  event.preventDefault();
  if ("pastBy" in link.dataset) return go({ ...wanted, by: link.dataset.pastBy });
  pause();
  return link.id in STEPS ? step(STEPS[link.id]) : to(Number(link.dataset.pastTo));
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "past-slider") return;
  pause();
  to(Number(event.target.value));
});

document.addEventListener("submit", (event) => event.target === steps() && event.preventDefault());
document.addEventListener("visibilitychange", () => document.hidden && pause());

const KEYS = {
  ArrowLeft: () => step("previous"),
  ArrowRight: () => step("next"),
  Home: () => to(0),
  End: () => to(number("latest")),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, summary")) return;
  if (event.key === " " && !event.target.closest("a, button")) {
    event.preventDefault();
    if (playing) pause();
    else play();
  } else if (event.key in KEYS) {
    event.preventDefault();
    pause();
    KEYS[event.key]();
  }
});

document.addEventListener("touchstart", ({ touches, target }) => {
  touch = touches.length === 1 && target.closest("#past, #past-words") ? touches[0] : null;
}, { passive: true });

document.addEventListener("touchend", ({ changedTouches: [end] }) => {
  if (!touch) return;
  const [across, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
  touch = null;
  if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
  pause();
  step(across < 0 ? "next" : "previous");
});

// Not before the other modules listen.
document.addEventListener("DOMContentLoaded", settle);
