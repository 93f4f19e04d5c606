/* The log: whose moves it shows, and a walk along its lines by the arrow keys.
 *
 * Lines say by data-of which seats they are about, the chips by data-log-of whom they choose ("" is everybody). What was
 * chosen holds while the page is sent anew, and in this tab. */

import { keep, recall } from "./store.js";

const KEY = `machi:log:${document.body.dataset.room}`;
let chosen = recall("sessionStorage", KEY) ?? "";

const lines = () => [...document.querySelectorAll(".story .event")];

function show() {
  const chips = [...document.querySelectorAll("[data-log-of]")];
  const of = chips.some((chip) => chip.dataset.logOf === chosen) ? chosen : "";
  for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.logOf === of));
  for (const line of lines()) line.hidden = of !== "" && !line.dataset.of.split(" ").includes(of);
  const none = document.querySelector("[data-log-none]");
  if (none) none.hidden = of === "" || lines().some((line) => !line.hidden);
}

function choose(event) {
  const chip = event.target.closest("[data-log-of]");
  if (!chip) return;
  chosen = chip.dataset.logOf === chosen ? "" : chip.dataset.logOf;
  keep("sessionStorage", KEY, chosen);
  show();
}

/** Up and down by the arrow keys, from the list itself to its first line; Enter is a tap on the line or its link. */
function walk(event) {
  if (!event.target.closest?.(".story")) return;
  const seen = lines().filter((line) => !line.hidden);
  const here = seen.indexOf(document.activeElement);
  if (event.key === "Enter" && here >= 0) return (seen[here].querySelector("a") ?? seen[here]).click();
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: seen.length - 1 }[event.key];
  if (!seen[to]) return;
  event.preventDefault();
  seen[to].focus();
}

document.addEventListener("click", choose);
document.addEventListener("keydown", walk);
document.addEventListener("machi:shown", show);
show();
