/* Tells a player who waits and looks elsewhere that the game waits now: a tone, a buzz, a mark on the tab's icon.
 *
 * The bar says whether this seat is up and how many others are (data-up, data-others). The bell rings when the seat
 * becomes the one that is waited for: its turn has come, a round has begun, or all others are done. Tone and buzz are
 * off until the player switches them on; browsers want a touch of the page before they allow either. */

import { keep, recall } from "./store.js";

const KEY = "machi:bell";
const IDLE = 20000; // so long without a touch or a key, and the player is taken to look elsewhere
const NOTES = [659, 880]; // hertz, one after the other
const NOTE = 0.16; // seconds
const BUZZ = [90, 60, 90]; // milliseconds: on, off, on

let wanted = { tone: false, buzz: false, ...recall("localStorage", KEY) };
let audio = null;
let before = null;
let touchedAt = Date.now();

/** What the bar says now: is this seat up, and how many others; null for who only watches. */
function standing() {
  const { up, others } = document.getElementById("room-bar")?.dataset ?? {};
  return up === undefined ? null : { up: up === "yes", others: Number(others) };
}

function looked() {
  const now = standing();
  const called = now?.up && before && (!before.up || (before.others > 0 && now.others === 0));
  before = now;
  mark(now?.up && document.hidden);
  if (called && (document.hidden || Date.now() - touchedAt > IDLE)) ring();
}

/** The mark on the tab's icon while it is out of sight. */
function mark(on) {
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.calm ??= icon.getAttribute("href");
  const href = on ? document.body.dataset.iconUp : icon.dataset.calm;
  if (href && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

function ring() {
  if (wanted.tone) play();
  if (wanted.buzz) buzz();
}

function buzz() {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(BUZZ);
}

/** Two soft notes, made here. */
async function play() {
  if (!audio) return;
  await audio.resume().catch(() => {});
  NOTES.forEach((frequency, number) => {
    const from = audio.currentTime + number * NOTE;
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(0.2, from + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + 2 * NOTE);
    const note = new OscillatorNode(audio, { frequency });
    note.connect(loudness).connect(audio.destination);
    note.start(from);
    note.stop(from + 2 * NOTE);
  });
}

/** With a touch of the page sound may begin. */
function touched() {
  touchedAt = Date.now();
  if (wanted.tone && !audio && "AudioContext" in window) audio = new AudioContext();
}

function switched(event) {
  const { bell } = event.target.dataset;
  if (!bell) return;
  wanted = { ...wanted, [bell]: event.target.checked };
  keep("localStorage", KEY, wanted);
  touched();
  if (!event.target.checked) return;
  if (bell === "tone") play(); // how it will sound
  else buzz();
}

const POSSIBLE = {
  tone: "AudioContext" in window,
  buzz: "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches,
};

for (const box of document.querySelectorAll("[data-bell]")) {
  box.checked = wanted[box.dataset.bell];
  box.closest("label").hidden = !POSSIBLE[box.dataset.bell];
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touched, { capture: true, passive: true });
document.addEventListener("change", switched);
document.addEventListener("machi:shown", looked);
document.addEventListener("visibilitychange", () => mark(standing()?.up && document.hidden));
