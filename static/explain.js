/* Everything on a board explains itself. An element with data-explain="key key" has its texts under these keys in the
 * game's explanations (templates/<game>/explain.html), which are fetched when the first one is asked for.
 *
 * One asks by resting the mouse on it, by staying on it with the keyboard, by the key "?", by a long press, or in the
 * mode of the "?" button, in which every tap explains and nothing acts. The text stands beside the thing, blocks nothing,
 * can be pointed at, and goes with Escape. What would be chosen by a click keeps its own preview: there only the three
 * last ways explain. */

import { place } from "./place.js";
import { announce, toast } from "./say.js";

const REST = 700; // milliseconds on a thing until it explains itself
const HOLD = 450; // ... under a finger
const LEAVE = 300; // ... until the text goes when the mouse has left
const SLIP = 10; // pixels that a finger may move while it holds
const CHOOSABLE = ".lit, [data-lit]";

const { body } = document;
const box = document.getElementById("explain");
const bar = document.getElementById("explain-bar");

let loading = null; // the promise of all texts: a Map of key to element
let anchor = null; // what is explained now
let asked = 0; // counts questions, so that a late answer to an old one is not shown
let pointed = null; // the explainable thing under the mouse
let spot = ""; // where the mouse last was
let resting = 0;
let leaving = 0;
let finger = null; // {x, y, timer, held}

const explained = (node) => node?.closest?.("[data-explain]") ?? null;
const isMode = () => "explaining" in body.dataset;

function texts() {
  loading ??= fetch(body.dataset.explanations).then(parsed).catch(() => {
    loading = null;
    return null;
  });
  return loading;
}

async function parsed(answer) {
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return new Map([...page.querySelectorAll("[data-about]")].map((entry) => [entry.dataset.about, entry]));
}

/** Explain `thing` beside it; `aloud`: read it out too. */
async function show(thing, aloud = false) {
  const question = (asked += 1);
  const known = await texts();
  if (question !== asked || !thing.isConnected) return;
  if (!known) {
    toast(box.dataset.failed);
    return;
  }
  const entries = thing.dataset.explain.split(" ").map((key) => known.get(key));
  hide();
  box.replaceChildren(...entries.filter(Boolean).map((entry) => entry.cloneNode(true)));
  box.hidden = false;
  anchor = thing;
  thing.setAttribute("aria-describedby", "explain");
  place(box, thing, beside(thing));
  if (aloud) announce(box.innerText);
}

/** What the text keeps clear of: the list that the thing stands in, for whoever goes on to its neighbour. */
function beside(thing) {
  const list = thing.closest("ul, ol, tbody");
  return list ? [list] : [];
}

function hide() {
  asked += 1;
  clearTimeout(resting);
  clearTimeout(leaving);
  if (!anchor) return;
  anchor.removeAttribute("aria-describedby");
  anchor = null;
  box.hidden = true;
}

function soon(thing) {
  clearTimeout(resting);
  resting = setTimeout(() => show(thing), REST);
}

// --- the mode: every tap explains ------------------------------------------------------------------------------------

function mode(on) {
  if (on) body.dataset.explaining = "";
  else delete body.dataset.explaining;
  bar.hidden = !on;
  hide();
  mark();
  if (on) announce(bar.querySelector("p").textContent);
}

/** The buttons of the mode say whether it is on, also after the server has sent them anew. */
function mark() {
  for (const button of document.querySelectorAll("[data-explain-mode]")) button.setAttribute("aria-pressed", String(isMode()));
}

/** What keeps working while every tap explains: the ways out of it. */
function isFree(node) {
  return Boolean(node.closest?.("#explain, #explain-bar, [data-explain-mode], dialog"));
}

function tapped(event) {
  if (!isMode() || isFree(event.target)) return;
  event.stopImmediatePropagation();
  if (event.type === "click") event.preventDefault();
  // Buttons that are switched off hear no click, and the keyboard makes nothing else.
  const asks = event.type === "pointerup" || (event.type === "click" && event.detail === 0);
  if (!asks) return;
  const thing = explained(event.type === "click" ? event.target : document.elementFromPoint(event.clientX, event.clientY));
  if (thing) show(thing, true);
  else hide();
}

// --- mouse and keyboard ----------------------------------------------------------------------------------------------

function moved(event) {
  if (event.pointerType !== "mouse") {
    slipped(event);
    return;
  }
  // The page moving under a mouse that lies still is no pointing.
  const here = `${event.clientX} ${event.clientY}`;
  if (here === spot || event.buttons) return;
  spot = here;
  const thing = explained(event.target);
  if (box.contains(event.target) || (anchor && thing === anchor)) {
    clearTimeout(leaving);
    leaving = 0;
    return;
  }
  if (anchor && !leaving && !isMode()) leaving = setTimeout(left, LEAVE);
  if (thing === pointed) return;
  pointed = thing;
  clearTimeout(resting);
  if (thing && !isMode() && !thing.matches(CHOOSABLE)) soon(thing);
}

function left() {
  leaving = 0;
  hide();
}

function focused(event) {
  if (box.contains(event.target)) return;
  if (anchor && anchor !== event.target) hide();
  const thing = explained(event.target);
  if (thing && event.target.matches(":focus-visible") && !thing.matches(CHOOSABLE)) soon(thing);
  else clearTimeout(resting);
}

function pressed(event) {
  clearTimeout(resting);
  if (event.key === "Escape" && (anchor || isMode())) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (anchor) hide();
    else mode(false);
  } else if (event.key === "?" && !event.target.matches("input, textarea, select")) {
    const thing = explained(document.activeElement) ?? pointed;
    if (thing?.isConnected) show(thing, true);
    else mode(!isMode());
  }
}

// --- fingers: a long press -------------------------------------------------------------------------------------------

function down(event) {
  clearTimeout(resting);
  clearTimeout(finger?.timer);
  finger = null;
  if (anchor && !box.contains(event.target)) hide();
  const thing = explained(event.target);
  // On a board where a finger that stays shows what it would choose (data-slides), it does not ask as well.
  if (event.pointerType === "mouse" || !thing || thing.matches("[data-slides] .lit") || isMode()) return;
  finger = { x: event.clientX, y: event.clientY, held: false };
  finger.timer = setTimeout(held, HOLD, thing);
}

function held(thing) {
  finger.held = true;
  show(thing, true);
}

function slipped(event) {
  if (finger && Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > SLIP) clearTimeout(finger.timer);
}

function up() {
  clearTimeout(finger?.timer);
}

/** The click that ends a long press means nothing any more; nor does the menu that it would open. */
function ended(event) {
  if (!finger?.held) return;
  if (event.type === "click") finger = null;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// --------------------------------------------------------------------------------------------------------------------

function switched(event) {
  if (event.target.closest("[data-explain-mode]")) mode(!isMode());
}

function shown() {
  mark();
  if (anchor && !anchor.isConnected) hide();
  else if (anchor) place(box, anchor, beside(anchor));
}

if (box && body.dataset.explanations) {
  // On window and first: the board's own listeners do not hear what was only a question.
  for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "click"]) addEventListener(type, tapped, true);
  for (const type of ["click", "contextmenu"]) addEventListener(type, ended, true);
  addEventListener("pointerdown", down, true);
  addEventListener("pointermove", moved, { capture: true, passive: true });
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, up, true);
  addEventListener("keydown", pressed, true);
  addEventListener("scroll", ({ target }) => !box.contains(target) && hide(), { capture: true, passive: true });
  document.addEventListener("click", switched);
  document.addEventListener("focusin", focused);
  document.addEventListener("machi:shown", shown);
}
