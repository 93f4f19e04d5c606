/* A sandbox, in which one person plays every seat: when the seat shown has nothing more to do, the page goes on to the next
 * that has. A page belongs to one seat from its load to its end, so that nothing meant for one can count for another. */

import { announce } from "./say.js";

let before = "";
let seen = null; // the tab that was brought into sight

function follow() {
  const bar = document.getElementById("every-seat");
  if (!bar?.dataset.up) return;
  inSight(bar.querySelector("[aria-current]"));
  const { up, next } = bar.dataset;
  // Only when it has just become idle: whoever comes to look at an idle seat stays there.
  if (before === "yes" && up === "no" && next) location.replace(next);
  before = up;
}

/** Where the seats are more than the bar is wide, the one that is shown is among those in sight. */
function inSight(tab) {
  if (tab !== seen) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
  seen = tab;
}

document.addEventListener("machi:shown", follow);
const { said } = document.getElementById("every-seat")?.dataset ?? {};
if (said) {
  announce(said);
  document.getElementById("stage").focus({ preventScroll: true });
}
