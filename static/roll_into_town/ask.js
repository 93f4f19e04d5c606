/* The button of the next step. Leaving a phase while something useful can still be done asks once, at the button itself:
   a second tap means it. And as the buttons of two phases lie in the same place, the second tap of a double tap must not
   end the round, which cannot be undone. */

import { announce } from "../machi.js";

const DOUBLE = 600; // ms: the second tap of a double tap is no answer
let phase = { name: null, ripe: false };
let asked = null; // {at, sure}: the seat's counter at which it was asked, and whether a tap would be an answer by now

const next = () => document.querySelector("#game [data-next]");
const at = () => document.getElementById("game")?.dataset.at;

/** The page shows this phase: is it another than before? */
export function entered(name) {
  if (name === phase.name) return false;
  const begun = { name, ripe: false };
  phase = begun;
  setTimeout(() => {
    begun.ripe = true;
    paintAsk();
  }, DOUBLE);
  return true;
}

/** A click on the way to the button, before all others hear of it: is it held back, as too soon or to ask? */
export function holdsBack(event) {
  if (event.target.closest?.('#game [data-next="upkeep"]:not([data-ripe])')) return true;
  const button = event.target.closest?.("#game [data-next][data-left]");
  if (!button || button.getAttribute("aria-disabled") === "true") {
    if (asked && event.target.closest?.("#game")) drop();
    return false;
  }
  if (asked?.at === at()) return !asked.sure;
  // The second click of a double click on the step before; later ones are of somebody who is impatient.
  if (event.detail > 1 && !("ripe" in button.dataset)) return true;
  const mine = { at: at(), sure: false };
  asked = mine;
  setTimeout(() => {
    mine.sure = true;
    paintAsk();
  }, DOUBLE);
  paintAsk();
  announce(`${button.dataset.left} ${button.querySelector(".rit-anyway").textContent}`);
  return true;
}

/** Forget the question; was there one? */
export function drop() {
  const was = asked !== null;
  asked = null;
  paintAsk();
  return was;
}

/** Bring the button into line with whether it can be tapped yet, and whether it asks. */
export function paintAsk() {
  const button = next();
  button?.toggleAttribute("data-ripe", phase.ripe);
  if (!button?.matches("[data-left]")) return;
  const asking = asked?.at === at();
  button.classList.toggle("rit-asking", asking);
  button.toggleAttribute("data-sure", asking && asked.sure);
  button.querySelector(".rit-go").hidden = asking;
  button.querySelector(".rit-anyway").hidden = !asking;
  document.querySelector("#game .rit-ask").hidden = !asking;
}
