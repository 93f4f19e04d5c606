/* Roll Into Town in the browser: picking is done here, without a round trip; what is picked becomes a move.

   A piece is placed at once, by the second tap (die or building, then cell), and taken back by one tap on Undo, instead of
   being shown first and confirmed: to confirm would cost a third tap for every piece, on the cell that the finger already
   lies on and hides, and would protect from nothing, for until the round ends nothing is final. What a
   piece brings is said before all the same: under a mouse, at the keyboard's place, and under a finger as long as it lies
   on the map (slide.js); afterwards the label stays until the next tap. Only what does not lie in the tapped cell alone,
   or lies one of several ways, is shown first: a tap on the same cell or on a picture then places it. */

import { announce, choices as present, play, toast } from "../machi.js";
import { drop, entered, holdsBack, paintAsk } from "./ask.js";
import { board, focusBoard, focusCell, focusedCell, ghost, key, label, light, mark, walked } from "./board.js";
import { reveal } from "./changes.js";
import { slid, watch } from "./slide.js";
import { brings, targets, turnOf } from "./targets.js";
import { all, focusNext, isStar, paintTray, press, root, wantsIcon, worded } from "./tray.js";
import { focusTurns, leafed, offer, ordered } from "./turns.js";

const NOTHING = { die: null, icon: null, building: null, pay: 0, cell: null };
const TWO_TAPS = new Set(["lighthouse", "cathedral"]); // larger than the cell that is tapped: shown first

let picked = NOTHING;
let placed = null; // {move, text, at}: the last piece; until the page shows it, `at` is the counter before it
let marked = [];
let large = null; // the seat whose map is enlarged
let tab = null; // null: what the page itself shows first
let told = null; // what the page said last: the newest line of the log, and what is to be done
let open = new Map(); // key of a cell to its target
let refocus = false; // the keyboard goes on to what comes next, once the page shows the move

const at = () => document.getElementById("game").dataset.at;

// --- what the page shows ----------------------------------------------------------------------------------------

function shown() {
  if (!root()) return;
  const another = entered(present()?.phase ?? null);
  const passing = another && document.activeElement?.matches("[data-next]");
  if (another) picked = NOTHING;
  paint();
  reveal();
  tell();
  leadOn(passing);
}

/** The keyboard goes on to what comes next: after a move by keys, and from the step that led to this phase. */
function leadOn(passing) {
  if (!passing && (!refocus || placed?.at === at())) return;
  refocus = false;
  if (!document.activeElement?.classList.contains("lit")) focusNext();
}

/** Read out what happened last, what it brings and what is asked now; not what was there when the page came. */
function tell() {
  const now = [root().querySelector(".story .event"), root().querySelector(".rit-do")].map((each) => each?.textContent.trim());
  if (told) {
    const brought = now[0] !== told[0] && placed?.at !== at() ? placed?.text : "";
    const fresh = [now[0] !== told[0] && now[0], brought, now[1] !== told[1] && now[1]].filter(Boolean);
    if (fresh.length) announce(fresh.join(" "));
  }
  told = now;
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
  const moves = movesAt(picked.cell);
  offer(choices, moves);
  paintTray(choices, picked, moves.length > 1 ? "turn" : picked.cell ? "sure" : open.size > 0 ? "place" : null);
  paintAsk();
  rest();
  if (tab) root().dataset.tab = tab;
  press("enlarge", large);
  for (const each of all(".rit-other")) each.classList.toggle("rit-big", Boolean(each.querySelector('[data-enlarge][aria-pressed="true"]')));
  for (const each of all("[data-show]")) each.setAttribute("aria-pressed", String(each.dataset.show === root().dataset.tab));
}

/** The moves that a cell stands for, the likeliest way first; none where nothing can go. */
function movesAt(cell) {
  return ordered(present(), open.get(cell)?.moves ?? []);
}

/** While nothing is pointed at: what a second tap places, what was placed last, the trees that woodcutters can fell. */
function rest() {
  const [meant] = movesAt(picked.cell);
  const underway = placed && placed.at === at() ? placed.move : null;
  ghost(meant ?? underway, [...open.values()].flatMap((target) => target.trees ?? []));
  if (meant) label(picked.cell, says(meant));
  else label(placed?.move.cell, placed?.text ?? "");
}

function says(move) {
  const effect = brings(present(), move);
  return effect ? worded(effect, move, picked.pay) : "";
}

// --- what is tapped ---------------------------------------------------------------------------------------------

function clicked(event) {
  if (!root()?.contains(event.target) || slid()) return;
  const target = event.target.closest("button, [data-cells]");
  if (!target) return;
  const byKeys = event.detail === 0;
  if (marked.length) mark((marked = []));
  const { dataset } = target;
  if ("cell" in dataset) return choose(dataset.cell, byKeys);
  if (placed && placed.at !== at()) placed = null;
  if (target.getAttribute("aria-disabled") === "true" && dataset.why) toast(dataset.why);
  else if ("show" in dataset) look(target);
  else if ("die" in dataset) pick({ die: toggled(picked.die, Number(dataset.die)), icon: null, cell: null }, byKeys);
  else if ("icon" in dataset) pickIcon(dataset.icon, Number(target.closest("[data-star]").dataset.star), byKeys);
  else if ("building" in dataset) pick({ building: toggled(picked.building, dataset.building), pay: 0, cell: null }, byKeys);
  else if ("pay" in dataset) pick({ pay: Number(dataset.pay) }, byKeys);
  else if ("enlarge" in dataset) enlarge(toggled(large, dataset.enlarge));
  else if ("turn" in dataset) turn(dataset.turn, byKeys);
  else if ("play" in dataset) refocus = byKeys;
  else if ("cells" in dataset) point(JSON.parse(dataset.cells));
  else rest();
}

const toggled = (before, value) => (before === value ? null : value);

function enlarge(seat) {
  large = seat;
  paint();
}

function look(button) {
  tab = button.dataset.show;
  button.classList.remove("rit-news");
  paint();
}

function pick(change, byKeys = false) {
  picked = { ...picked, ...change };
  paint();
  if (byKeys) follow(change);
}

/** A star is drawn as `icon`: the picked one, or the first. */
function pickIcon(icon, first, byKeys) {
  const die = isStar(present(), picked.die) ? picked.die : first;
  if (picked.icon === icon) pick(NOTHING);
  else pick({ die, icon, cell: null }, byKeys);
}

/** By keys: on to where the next choice is. */
function follow(change) {
  if (focusTurns()) return;
  const ways = wantsIcon(present(), picked) ? all(".rit-icon:not([aria-disabled])") : all("[data-pay]");
  const way = "pay" in change && change.building === undefined ? null : [...ways].find((each) => each.offsetParent);
  if (way) way.focus();
  else if (open.size > 0) focusBoard(new Set(open.keys()));
}

function choose(cell, byKeys = false) {
  const moves = movesAt(cell);
  if (!moves.length) return refuse();
  if (picked.cell === cell || (moves.length === 1 && !TWO_TAPS.has(picked.building))) return place(moves[0], byKeys);
  placed = null;
  return pick({ cell }, byKeys);
}

function refuse() {
  const text = open.size > 0 ? board().dataset.notHere : root().querySelector('[data-hint="idle"]')?.textContent;
  if (text) toast(text.trim());
}

function turn(value, byKeys) {
  const move = movesAt(picked.cell).find((each) => turnOf(each) === value);
  if (move) place(move, byKeys);
}

async function place(move, byKeys) {
  const mine = { move, text: says(move), at: at() };
  placed = mine;
  picked = NOTHING;
  refocus = byKeys;
  paint();
  const result = await play(move);
  if (!result.error || placed !== mine) return;
  placed = null;
  refocus = false;
  paint();
}

/** Point out cells on the own map, also from another tab. */
function point(cells) {
  marked = cells;
  if (cells.length && tab) tab = "map";
  paint();
}

// --- what is pointed at -----------------------------------------------------------------------------------------

const POINTED = "#game .cell, #game [data-turn], #game [data-cells]";

function pointed(event) {
  const target = event.target.closest?.(POINTED);
  if (!target || event.pointerType === "touch") return;
  const { dataset } = target;
  if ("cell" in dataset) {
    if (event.type === "focusin") focusedCell(target);
    const byKeys = event.type === "focusin";
    if (picked.cell === null && (!byKeys || target.matches(":focus-visible"))) foresee(dataset.cell, byKeys);
  } else if ("turn" in dataset) {
    const move = movesAt(picked.cell).find((each) => turnOf(each) === dataset.turn);
    if (move) show(move, event.type === "focusin");
  } else if ("cells" in dataset) {
    mark(JSON.parse(dataset.cells));
  }
}

function foresee(cell, aloud = false) {
  const [move] = movesAt(cell);
  if (move) show(move, aloud, open.get(cell).trees);
}

/** The ghost of a move and what it brings; `aloud`: to the ear as well. */
function show(move, aloud, trees) {
  ghost(move, trees);
  label(key(move.cell), says(move));
  if (aloud) announce(says(move));
}

function left(event) {
  if (!event.target.closest?.(POINTED) || event.pointerType === "touch") return;
  rest();
  mark(marked);
}

// On a map of many cells a finger hides what it points at: there the cell is shown enlarged.
function touched(cell) {
  if (!cell || picked.cell !== null) return rest();
  const [move] = movesAt(cell.dataset.cell);
  ghost(move, open.get(cell.dataset.cell).trees);
  return label(cell.dataset.cell, says(move), Number(board().dataset.size) > 7);
}

// --- keys -------------------------------------------------------------------------------------------------------

function pressed(event) {
  if (!root()) return;
  if (walked(event) || leafed(event)) event.preventDefault();
  else if (event.key === "Escape" && large) enlarge(null);
  else if (event.key === "Escape" && !drop()) putBack();
}

/** One step back: the way, the place, then what was picked. */
function putBack() {
  const { die, building, cell } = picked;
  const turning = cell !== null && open.size > 1;
  picked = turning ? { ...picked, cell: null } : NOTHING;
  placed = null;
  paint();
  if (turning) focusCell(cell);
  else (root().querySelector(die !== null ? `[data-die="${die}"]` : `[data-building="${building}"]`) ?? document.activeElement).focus();
}

document.addEventListener("machi:shown", shown);
document.addEventListener("click", (event) => holdsBack(event) && event.stopPropagation(), true);
document.addEventListener("click", clicked);
document.addEventListener("keydown", pressed);
document.addEventListener("pointerover", pointed);
document.addEventListener("pointerout", left);
document.addEventListener("focusin", pointed);
document.addEventListener("focusout", left);
watch({ preview: touched, choose: (cell) => choose(cell.dataset.cell) });
