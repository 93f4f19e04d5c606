/* What stands beside the map: what is pressed and shown there, and the words that the page carries for the script. */

import { iconOf } from "./targets.js";

export const root = () => document.querySelector("#game .rit");
export const all = (selector) => root().querySelectorAll(selector);

/** Of the buttons with data-`name` the one with `value` is pressed. */
export function press(name, value) {
  for (const each of all(`button[data-${name}]`)) {
    each.setAttribute("aria-pressed", String(value !== null && each.dataset[name] === String(value)));
  }
}

/** Of the parts with data-`name` only the one with `value` is shown. */
function show(name, value) {
  const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  for (const each of all(`[data-${attribute}]`)) each.hidden = value === null || each.dataset[name] !== String(value);
}

/** Bring the tray into line with what is picked; `step`: "turn", "sure" or "place" where that is what comes next. */
export function paintTray(choices, picked, step) {
  press("die", picked.die);
  press("icon", picked.icon);
  press("building", picked.building);
  press("pay", picked.pay);
  show("forDie", picked.die);
  for (const stars of all("[data-star]")) stars.hidden = picked.die !== null && !isStar(choices, picked.die);
  show("forBuilding", picked.building);
  describe(root().querySelector(".rit-tray"));
  show("hint", step ?? (wantsIcon(choices, picked) ? "icon" : "idle"));
}

/** What is told of the chosen building, as classes of the tray: to find it by :has() takes longer than all the rest. */
function describe(tray) {
  const detail = tray?.querySelector(".rit-detail:not([hidden])");
  tray?.classList.toggle("is-detailed", Boolean(detail));
  tray?.classList.toggle("is-paying", Boolean(detail?.querySelector(".rit-pay")));
  tray?.classList.toggle("is-refusing", Boolean(detail?.querySelector(".rit-why")));
}

/** Is a star picked, and not yet what to draw with it? */
export function wantsIcon(choices, picked) {
  return isStar(choices, picked.die) && !iconOf(choices, picked);
}

/** Is this die a star that can be drawn? */
export function isStar(choices, number) {
  const die = choices?.dice?.find((each) => each.die === number);
  return Boolean(die && die.icons.length > 1 && !die.why);
}

/** An effect (targets.js, `brings`) in words; for a building with what is paid for it. */
export function worded(effect, move, pay) {
  const wanted = JSON.stringify(effect);
  const said = [...all("[data-effect]")].find((each) => JSON.stringify(JSON.parse(each.dataset.effect)) === wanted);
  const price = move.building ? all(`[data-building="${move.building}"] [data-price]`)[pay]?.textContent : null;
  return [price, said?.textContent].filter(Boolean).join(" → ");
}

/** Put the keyboard on what comes next: something to choose, else the next step. */
export function focusNext() {
  const ways = [
    ".rit-die:not([data-why])",
    ".rit-buildings [data-building]:not([aria-disabled])",
    ".cell.lit",
    ".rit-tray [data-play]:not([aria-disabled])",
    "[data-next]:not([aria-disabled])",
  ];
  for (const way of ways) {
    const found = [...all(way)].find((each) => each.offsetParent);
    if (found) return found.focus();
  }
  root().querySelector(".rit-hint")?.focus();
}
