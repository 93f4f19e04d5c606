/* Looking back: steps without a new page. Each step fetches what differs between the moment that is shown and the one that
 * is wanted; the neighbours are fetched ahead. Whoever steps faster than the answers come gets the last one wanted. */

import "./copy.js";
import { announce, toast } from "./say.js";
import { show } from "./swap.js";
import "./times.js";

const PACE = 1000; // ms from one picture to the next while it plays
const REST = 300; // ms without a step before the one back is fetched, too
const KEPT = 40; // answers
const SWIPE = 40; // pixels

const steps = () => document.getElementById("past-steps");
const number = (name) => (steps().dataset[name] === "" ? null : Number(steps().dataset[name]));
const answers = new Map(); // address of a change to the promise of its answer

let shown = place();
let wanted = shown; // with the move null: the last one; with `again`: asked for even if it is shown, to see what has come since
let going = null; // the promise of arriving where it is wanted
let pending = null; // "next" or "previous": a step that was asked for while another is on its way
let playing = null; // an object of the run that plays
let resting = 0;
let touch = null; // where a finger came down

/** What the page shows. */
function place() {
  return { move: number("move"), by: steps().dataset.by };
}

const same = (one, other) => one.move === other.move && one.by === other.by;
const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** What the page needs that shows `from` to show `to`: `{text}` for swap.js, or `{whole}`, the page to load instead. */
function change(from, to) {
  const { latest, seenBy, eyes, seat } = steps().dataset;
  const asked = new URLSearchParams({ shown: from.move, shown_by: from.by, latest, seen_by: seenBy, by: to.by });
  if (to.move !== null) asked.set("move", to.move);
  if (eyes) asked.set("eyes", eyes);
  if (seat) asked.set("seat", seat); // of a sandbox
  const address = `/r/${document.body.dataset.room}/history/change?${asked}`;
  if (to.move === null || to.again) return load(address); // what was answered before may be old
  if (!answers.has(address)) {
    const answer = load(address);
    answer.catch(() => answers.delete(address));
    answers.set(address, answer);
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  }
  return answers.get(address);
}

async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return { text: await answer.text(), whole: answer.headers.get("HX-Redirect") };
}

/** To that moment, unless meanwhile another one is wanted; resolves when the page shows what is wanted, or cannot. */
function go(to) {
  wanted = to;
  going ??= walk().finally(() => {
    going = null;
  });
  return going;
}

async function walk() {
  try {
    while (wanted.again || !same(shown, wanted)) {
      const next = wanted;
      const { text, whole } = await change(shown, next);
      if (whole) return location.replace(whole);
      if (text) await show(text);
      shown = place();
      if (wanted === next) wanted = shown;
      if (text) arrived();
      else toast(document.body.dataset.noneYet);
      if (!wanted.again && same(shown, wanted)) goOn(next.again);
    }
  } catch {
    wanted = shown;
    pending = null;
    pause();
    toast(document.body.dataset.lost);
  } finally {
    document.getElementById("past-slider").value = shown.move;
  }
  return undefined;
}

/** To the move `move`, by the unit that is chosen now; null: the last one. */
function to(move) {
  pending = null;
  return go({ by: wanted.by, move });
}

/** To the last move, which in a running game may be another by now. */
const toLast = () => to(isOn() ? null : number("latest"));

const isOn = () => steps().dataset.status === "playing";

/** A step from where one is: what is on its way comes first, for it may change where the next step leads. */
function step(name) {
  pending = name;
  if (!going) goOn();
}

/** The step that is pending, if there is one. In a running game a next one may have come since; `looked`: no, it has not. */
function goOn(looked = false) {
  const move = pending && number(pending);
  if (pending === "next" && move === null && isOn() && !looked) {
    go({ ...wanted, again: true });
    return;
  }
  pending = null;
  if (move !== null) go({ by: wanted.by, move });
}

function arrived() {
  history.replaceState(null, "", steps().dataset.address);
  settle();
  announce([...document.querySelectorAll("#past-words .event")].map((line) => line.textContent.trim()).join(" "));
}

/** What the server cannot know: the button for who has scripts; and the neighbours, ahead of time. */
function settle() {
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
  button.setAttribute("aria-pressed", String(playing !== null));
  button.textContent = playing ? button.dataset.pauseWord : button.dataset.playWord;
}

function pause() {
  playing = null;
  paint();
}

/** From picture to picture until the end, or until `playing` is another run's; from the end: from the beginning. */
async function play() {
  const run = {};
  playing = run;
  paint();
  if (number("next") === null) await to(0);
  let pace = sleep(PACE);
  while (playing === run && number("next") !== null) {
    await pace;
    pace = sleep(PACE);
    if (playing === run) await to(number("next") ?? shown.move);
  }
  if (playing === run) pause();
}

/* --- events ------------------------------------------------------------------------------------------------------ */

const STEPS = { "past-back": "previous", "past-on": "next" };

document.addEventListener("click", (event) => {
  if (event.target.closest("#past-play")) return playing ? pause() : play();
  const link = event.target.closest("[data-past-to], [data-past-by]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return undefined;
  event.preventDefault();
  if ("pastBy" in link.dataset) return go({ move: wanted.move, by: link.dataset.pastBy });
  pause();
  if (link.id === "past-last") return toLast();
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
  End: toLast,
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
