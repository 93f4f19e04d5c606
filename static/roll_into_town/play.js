/* Roll Into Town in the browser: picking is done here, without a round trip; what is picked becomes a move. */

import { announce, choices as present, play, toast } from "../machi.js";
import { board, focusedCell, ghost, key, light, mark, walked } from "./board.js";
import { iconOf, targets } from "./targets.js";

const NOTHING = { die: null, icon: null, building: null, pay: 0, flip: false, cell: null };
const TOO_SOON = 600; // ms: a second tap of a double tap must not end the round, which cannot be undone
const TWO_TAPS = new Set(["lighthouse", "cathedral"]); // larger than the cell that is tapped: shown first

let picked = NOTHING;
let marked = [];
let large = null; // the seat whose map is enlarged
let tab = null; // null: what the page itself shows first
let told = null; // the newest line of the log, as read out last
let phase = { name: null, ripe: false };
let open = new Map(); // key of a cell to its target

const root = () => document.querySelector("#game .rit");
const all = (selector) => root().querySelectorAll(selector);

// --- what the page shows ----------------------------------------------------------------------------------------

function shown() {
  if (!root()) return;
  const name = present()?.phase ?? null;
  if (name !== phase.name) {
    begin(name);
    picked = NOTHING;
  }
  paint();
  tell();
}

/** Read out what happened last; not what was there when the page came. */
function tell() {
  const newest = root().querySelector(".story .event")?.textContent ?? "";
  if (told !== null && newest !== told) announce(newest);
  told = newest;
}

function begin(name) {
  const begun = { name, ripe: false };
  phase = begun;
  setTimeout(() => {
    begun.ripe = true;
    ripen();
  }, TOO_SOON);
}

function ripen() {
  const next = root()?.querySelector("[data-next]");
  if (next && phase.ripe) next.dataset.ripe = "";
}

/** Bring the page into line with what is picked. */
function paint() {
  const choices = present();
  const found = targets(choices, picked);
  open = new Map(found.map((target) => [key(target.cell), target]));
  // A river mostly goes on in one cell only: then there is nothing to tap but the direction.
  const only = found.length === 1 && found[0].moves.length > 1 ? key(found[0].cell) : null;
  if (!open.has(picked.cell)) picked = { ...picked, cell: only };
  light(new Set(open.keys()), picked.cell);
  mark(marked);
  paintTray(choices);
  ripen();
  rest();
  if (tab) root().dataset.tab = tab;
  press("enlarge", large);
  for (const each of all(".rit-other")) each.classList.toggle("rit-big", Boolean(each.querySelector('[data-enlarge][aria-pressed="true"]')));
  for (const each of all("[data-show]")) each.setAttribute("aria-pressed", String(each.dataset.show === root().dataset.tab));
}

/** The ghosts while nothing is pointed at: what a second tap builds, the trees that woodcutters can fell. */
function rest() {
  ghost(sure() ? open.get(picked.cell).moves[0] : null, [...open.values()].flatMap((target) => target.trees ?? []));
}

/** Is the picked cell to be tapped once more? */
function sure() {
  return picked.cell !== null && TWO_TAPS.has(picked.building);
}

function paintTray(choices) {
  press("die", picked.die);
  press("icon", picked.icon);
  press("building", picked.building);
  press("pay", picked.pay);
  press("flip", picked.flip ? "" : null);
  show("forDie", picked.die);
  show("forBuilding", picked.building);
  const moves = open.get(picked.cell)?.moves ?? [];
  show("pictures", moves.length > 1 ? (moves[0].water ? "water" : "ends") : null);
  const ends = new Set(moves.map((move) => move.ends));
  for (const each of all('[data-pictures="ends"] [data-turn]')) each.hidden = !ends.has(each.dataset.turn);
  root().classList.toggle("rit-turning", moves.length > 1);
  show("hint", hint(choices, moves));
}

function hint(choices, moves) {
  if (moves.length > 1) return "turn";
  if (sure()) return "sure";
  if (open.size > 0) return "place";
  const star = choices?.dice?.find((die) => die.die === picked.die && die.icons.length > 1);
  return star && !star.why && !iconOf(choices, picked) ? "icon" : "idle";
}

/** Of the buttons with data-`name` the one with `value` is pressed. */
function press(name, value) {
  for (const each of all(`button[data-${name}]`)) {
    each.setAttribute("aria-pressed", String(value !== null && each.dataset[name] === String(value)));
  }
}

/** Of the parts with data-`name` only the one with `value` is shown. */
function show(name, value) {
  const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  for (const each of all(`[data-${attribute}]`)) each.hidden = value === null || each.dataset[name] !== String(value);
}

// --- what is tapped ---------------------------------------------------------------------------------------------

function clicked(event) {
  if (!root()?.contains(event.target)) return;
  const target = event.target.closest("button, [data-cells]");
  if (!target) return;
  if (marked.length) mark((marked = []));
  const { dataset } = target;
  if ("cell" in dataset) choose(dataset.cell);
  else if (target.getAttribute("aria-disabled") === "true" && dataset.why) toast(dataset.why);
  else if ("show" in dataset) pick({}, dataset.show);
  else if ("die" in dataset) pick({ die: toggled(picked.die, Number(dataset.die)), icon: null, cell: null });
  else if ("icon" in dataset) pick({ icon: toggled(picked.icon, dataset.icon), cell: null });
  else if ("building" in dataset) pickBuilding(dataset.building);
  else if ("pay" in dataset) pick({ pay: Number(dataset.pay) });
  else if ("flip" in dataset) pick({ flip: !picked.flip });
  else if ("enlarge" in dataset) enlarge(toggled(large, dataset.enlarge));
  else if ("turn" in dataset) turn(dataset.turn);
  else if ("cells" in dataset && !("play" in dataset)) point(JSON.parse(dataset.cells));
}

function enlarge(seat) {
  large = seat;
  paint();
}

function pick(change, show = tab) {
  picked = { ...picked, ...change };
  tab = show;
  paint();
}

const toggled = (before, value) => (before === value ? null : value);

function pickBuilding(name) {
  const spots = present().buildings.find((each) => each.building === name)?.spots;
  const flip = Boolean(spots?.length) && !spots.some(([, , sides]) => sides.includes("E"));
  pick({ building: toggled(picked.building, name), pay: 0, flip, cell: null });
}

function choose(cell) {
  const target = open.get(cell);
  if (!target) return refuse();
  if (target.moves.length > 1) return pick({ cell });
  if (TWO_TAPS.has(picked.building) && picked.cell !== cell) return pick({ cell });
  return place(target.moves[0]);
}

function refuse() {
  const text = open.size > 0 ? board().dataset.notHere : root().querySelector('[data-hint="idle"]')?.textContent;
  if (text) toast(text.trim());
}

function turn(value) {
  const moves = open.get(picked.cell)?.moves ?? [];
  const move = moves.find((each) => (each.water ?? each.ends) === value);
  if (move) place(move);
}

function place(move) {
  picked = NOTHING;
  paint();
  play(move);
}

/** Point out cells on the own map, also from another tab. */
function point(cells) {
  marked = cells;
  pick({}, cells.length && tab ? "map" : tab);
}

// --- what is pointed at -----------------------------------------------------------------------------------------

function pointed(event) {
  const target = event.target.closest?.("#game .cell, #game [data-turn], #game [data-cells]");
  if (!target) return;
  const { dataset } = target;
  if ("cell" in dataset) {
    if (event.type === "focusin") focusedCell(target);
    if (!sure()) foresee(open.get(dataset.cell));
  } else if ("turn" in dataset) {
    ghost(open.get(picked.cell)?.moves.find((each) => (each.water ?? each.ends) === dataset.turn) ?? null);
  } else {
    mark(JSON.parse(dataset.cells));
  }
}

function foresee(target) {
  ghost(target?.moves.length === 1 ? target.moves[0] : null, target?.trees);
}

function left(event) {
  if (!event.target.closest?.("#game .cell, #game [data-turn], #game [data-cells]")) return;
  rest();
  mark(marked);
}

function pressed(event) {
  if (!root()) return;
  if (walked(event)) event.preventDefault();
  else if (event.key === "Escape" && large) enlarge(null);
  else if (event.key === "Escape") pick(NOTHING);
}

// The buttons of two phases lie in the same place.
function tooSoon(event) {
  const next = event.target.closest?.('#game [data-next="upkeep"]');
  if (next && !("ripe" in next.dataset)) event.stopPropagation();
}

document.addEventListener("machi:shown", shown);
document.addEventListener("click", tooSoon, true);
document.addEventListener("click", clicked);
document.addEventListener("keydown", pressed);
document.addEventListener("pointerover", pointed);
document.addEventListener("pointerout", left);
document.addEventListener("focusin", pointed);
document.addEventListener("focusout", left);
