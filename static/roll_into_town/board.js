/* The board of buttons: which cells can be chosen, which are pointed out, where the keyboard is, and what lies over it:
   ghosts of what is meant, and the label that says what it brings. */

import { turnOf } from "./targets.js";

const SVG = "http://www.w3.org/2000/svg";
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const GAP = 6; // pixels between a label and its cell
let focused = null; // the cell that Tab leads to, once one was focused

export const key = (cell) => `${cell[0]},${cell[1]}`;

export function board() {
  return document.querySelector("#game .rit-board");
}

function button(cell) {
  return board()?.querySelector(`[data-cell="${typeof cell === "string" ? cell : key(cell)}"]`);
}

/** The token of what a cell holds; undefined beyond the map. */
export function holds(cell) {
  return button(cell)?.dataset.holds;
}

/** Light up the cells of `lit` (keys), ring the picked one, and let Tab lead to one of them. */
export function light(lit, picked) {
  if (!board()) return;
  for (const each of board().querySelectorAll(".cell")) {
    const can = lit.has(each.dataset.cell);
    each.classList.toggle("lit", can);
    each.classList.toggle("picked", each.dataset.cell === picked);
    each.setAttribute("aria-disabled", String(!can));
    each.tabIndex = -1;
  }
  const stop = button(landing(lit));
  if (stop) stop.tabIndex = 0;
}

function landing(lit) {
  const [first] = lit;
  const here = document.activeElement?.dataset?.cell;
  return here ?? (focused && (lit.size === 0 || lit.has(focused)) ? focused : (first ?? focused ?? "0,0"));
}

/** Put the keyboard on the board: where it was, if that can be chosen, else on the first cell that can. */
export function focusBoard(lit) {
  button(focused && lit.has(focused) ? focused : [...lit][0])?.focus();
}

export function focusCell(cell) {
  button(cell)?.focus();
}

/** Point out cells, such as those of a line of the score; none to stop. */
export function mark(cells) {
  const marked = new Set(cells.map(key));
  for (const each of board()?.querySelectorAll(".cell") ?? []) each.classList.toggle("marked", marked.has(each.dataset.cell));
}

/** Arrow keys walk over the board, Home and End along a row. Was the key one of these? */
export function walked(event) {
  const from = event.target.closest?.(".rit-board .cell");
  if (!from) return false;
  const size = Number(board().dataset.size);
  const [row, column] = from.dataset.cell.split(",").map(Number);
  const [down, right] = STEPS[event.key] ?? [0, { Home: -size, End: size }[event.key] ?? 0];
  if (!down && !right) return false;
  const inside = (at) => Math.min(Math.max(at, 0), size - 1);
  button([inside(row + down), inside(column + right)])?.focus();
  return true;
}

export function focusedCell(cell) {
  focused = cell.dataset.cell;
  for (const each of board().querySelectorAll('.cell[tabindex="0"]')) each.tabIndex = -1;
  cell.tabIndex = 0;
}

// --- the label --------------------------------------------------------------------------------------------------

/** Say `text` at a cell; nothing to stop. `looked`: with the cell enlarged, for maps whose cells a finger covers. */
export function label(cell, text, looked = false) {
  const bubble = board()?.querySelector(".rit-bubble");
  if (!bubble) return;
  bubble.hidden = !text && !looked;
  if (bubble.hidden) return;
  bubble.querySelector(".rit-says").textContent = text;
  look(bubble.querySelector(".rit-loupe"), looked ? cell : null);
  stand(bubble, button(cell), looked ? board().getBoundingClientRect().top : 0);
}

/** Above the cell, below it where the map ends or the pictures of the ways are; never over the map's sides.
 * `higher`: by how many pixels it may stand over the map's top, out of the way of a finger. */
function stand(bubble, cell, higher) {
  const turns = document.querySelector("#game .rit-turns:not([hidden])")?.getBoundingClientRect();
  const above = cell.offsetTop - bubble.offsetHeight - GAP;
  const below = cell.offsetTop + cell.offsetHeight + GAP;
  const top = turns ? (turns.top < cell.getBoundingClientRect().top ? below : above) : above < -higher ? below : above;
  const middle = cell.offsetLeft + cell.offsetWidth / 2 - bubble.offsetWidth / 2;
  const most = board().clientWidth - bubble.offsetWidth;
  bubble.style.translate = `${Math.max(0, Math.min(middle, most))}px ${top}px`;
}

function look(loupe, cell) {
  loupe.toggleAttribute("hidden", !cell);
  if (!cell) return;
  const [row, column] = (typeof cell === "string" ? cell.split(",") : cell).map(Number);
  loupe.setAttribute("viewBox", `${(column - 1) * 48} ${(row - 1) * 48} 144 144`);
}

// --- ghosts -----------------------------------------------------------------------------------------------------

/** Show what `move` would put on the map, and `trees` that it would fell; null for nothing. */
export function ghost(move, trees = []) {
  const layer = board()?.querySelector(".rit-ghosts");
  if (!layer) return;
  layer.replaceChildren(...(move ? pieces(move) : []), ...trees.map(axe));
}

function pieces(move) {
  if (move.water || move.ends) return [turned(move)];
  if (move.type === "draw") return [use(move.icon, move.cell)];
  if (move.type === "grow") return [use("tree", move.cell)];
  if (move.type !== "build") return [];
  const [row, column] = move.cell;
  if (move.building === "lighthouse") return [use("lighthouse", [row - 1, column], 1, 2)];
  if (move.building !== "cathedral") return [use(move.building, move.cell)];
  const whole = use("cathedral", [row - 1, column], 2, 2);
  // Turned round its tower's middle, the nave lies to the west.
  if (move.flip) whole.setAttribute("transform", `translate(${column * 96 + 48} 0) scale(-1 1)`);
  return [whole];
}

// Small, in the corner, so that the tree stays to be seen.
function axe([row, column]) {
  const element = use("axe", [row + 0.05, column + 0.5], 0.45, 0.45);
  element.classList.add("rit-axe");
  return element;
}

function use(name, [row, column], wide = 1, high = 1) {
  const element = document.createElementNS(SVG, "use");
  const place = { href: `${sprite()}#${name}`, x: column * 48, y: row * 48, width: wide * 48, height: high * 48 };
  for (const [attribute, value] of Object.entries(place)) element.setAttribute(attribute, value);
  return element;
}

// Rivers and coasts are put together from turned pieces: borrow them from the pictures to choose from.
function turned(move) {
  const [row, column] = move.cell;
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("transform", `translate(${column * 48} ${row * 48})`);
  const kind = move.water ? "water" : "ends";
  const picture = document.querySelector(`#game .rit-turns [data-kind="${kind}"][data-turn="${turnOf(move)}"] svg`);
  if (picture) group.append(...picture.cloneNode(true).childNodes);
  return group;
}

function sprite() {
  return document.querySelector("#game .rit").dataset.sprite;
}
