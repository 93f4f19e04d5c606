/* The keyboard: arrow keys on the board and along rows of buttons, and a focus that no picture from the server loses. */

import * as board from "./board.js";

const ROWS = ".tiles, .payer, .pawn, .feed-rows, .lt-tabs, .rivals";
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

let byKey = false; // was a key the last thing that was touched?
let held = null; // what had the focus last, and whether it was a step at the bottom

const usable = (element) => element.isConnected && !element.disabled && element.checkVisibility();

/** Is the page played by keys now? Then the focus goes along with what is opened and closed. */
export const inUse = () => byKey;

/** Move the focus to the first of these that can take it. */
export function focus(...elements) {
  elements.find((element) => element && usable(element))?.focus();
}

/** After a picture: where the focus has gone with what had it, it goes to the next step, else to the board. */
export function keep(cell) {
  rove();
  if (!byKey || !held || usable(held.element)) return;
  if (document.activeElement !== document.body && document.activeElement !== held.element) return;
  const step = held.step && document.querySelector("#game .lt-actions .btn-primary");
  focus(step, cell);
}

/** Of the market's tiles one is reached by Tab, the others from it by arrows. */
function rove() {
  const tiles = [...document.querySelectorAll("#game .tile")];
  const stop = tiles.find((tile) => tile.getAttribute("aria-pressed") === "true")
    ?? tiles.find((tile) => tile.dataset.building === held?.tile) ?? tiles[0];
  for (const tile of tiles) tile.tabIndex = tile === stop ? 0 : -1;
}

/** The button of the row that lies next in that direction. */
function nextInRow(row, from, [dx, dy]) {
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const button of row.querySelectorAll("button")) {
    if (button === from || !usable(button)) continue;
    const [right, down] = [middle(button)[0] - x, middle(button)[1] - y];
    const along = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    const far = along + 3 * aside;
    if (along > 1 && far < least) [best, least] = [button, far];
  }
  return best;
}

/** An arrow key, where it leads somewhere: the cell or button there gets the focus. `moved` is told of a cell. */
export function arrow(event, moved) {
  if (!(event.key in WAYS)) return;
  const cell = event.target.closest?.("#game .cell");
  const row = event.target.closest?.(ROWS);
  const place = cell && board.towards(event.key, board.at(cell));
  const next = place ? board.cellAt(place) : row && nextInRow(row, event.target, WAYS[event.key]);
  if (!next) return;
  event.preventDefault();
  if (place) moved(place);
  next.focus();
}

document.addEventListener("pointerdown", () => { byKey = false; }, true);
document.addEventListener("keydown", (event) => {
  byKey = true;
  // A key that is held down presses a button again and again: once is what was meant.
  if (event.repeat && ["Enter", " "].includes(event.key) && event.target.closest?.("#game button")) event.preventDefault();
}, true);
document.addEventListener("focusin", (event) => {
  const { target } = event;
  held = target.closest("#game .lt")
    ? { element: target, step: Boolean(target.closest(".lt-actions")), tile: target.dataset.building }
    : null;
  if (target.matches(".tile")) rove();
});
