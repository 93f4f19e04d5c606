/* The pictures at a cell: which way a river, a coast or the cathedral lies there. The likeliest comes first. */

import { board, holds } from "./board.js";
import { brings, turnOf } from "./targets.js";

const STEPS = { N: [-1, 0], E: [0, 1], S: [1, 0], W: [0, -1] };
const FACING = { N: "S", E: "W", S: "N", W: "E" };

const GAP = 3; // pixels between the pictures and their cell

const panel = () => document.querySelector("#game .rit-turns");
const pictures = () => [...(panel()?.querySelectorAll("[data-turn]") ?? [])];

/** The moves of one cell, the likeliest first: what floods most, then what joins, last what would have no effect. */
export function ordered(choices, moves) {
  if (moves.length < 2) return moves;
  const worth = new Map(moves.map((move) => [move, likely(move) + 10 * (brings(choices, move)?.sea ?? 0)]));
  return [...moves].sort((one, other) => worth.get(other) - worth.get(one));
}

function likely(move) {
  if (move.water) return sum([...move.water].map((side) => shore(move.cell, side))) - move.water.length / 10;
  if (move.ends) return sum([...move.ends].map((side) => course(move.cell, side))) + (["NS", "EW"].includes(move.ends) ? 0.5 : 0);
  return 0;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

function beyond([row, column], side) {
  const [down, right] = STEPS[side];
  return holds([row + down, column + right]);
}

/** Water that meets water joins, water that meets land or the edge is without effect. */
function shore(cell, side) {
  const next = beyond(cell, side);
  if (next?.startsWith("~") || (next?.startsWith("c:") && next.slice(2).split("+")[0].includes(FACING[side]))) return 3;
  return next?.startsWith(".") ? 0 : -2;
}

/** A river that runs into something is blocked. */
function course(cell, side) {
  const next = beyond(cell, side);
  return next === undefined || next === "." || next.startsWith("r:") ? 0 : -2;
}

/** Show the pictures of `moves` (ordered) at their cell, the first one as the one that is meant; none to hide them. */
export function offer(choices, moves) {
  if (!panel()) return;
  panel().hidden = moves.length < 2;
  const kind = kindOf(moves[0]);
  for (const each of pictures()) {
    const at = moves.findIndex((move) => each.dataset.kind === kind && turnOf(move) === each.dataset.turn);
    each.hidden = at < 0 || moves.length < 2;
    each.style.order = String(at);
    each.classList.toggle("rit-first", at === 0);
    const sea = at < 0 ? 0 : (brings(choices, moves[at])?.sea ?? 0);
    each.querySelector(".rit-floods").textContent = sea ? `+${sea}` : "";
  }
  if (moves.length > 1) stand(moves[0].cell);
}

function kindOf(move) {
  if (!move) return "";
  return move.water ? "water" : move.ends ? "ends" : "nave";
}

/** Below the cell, above it in the lower half, so that neither hides the other; within the map's sides where it fits. */
function stand([row, column]) {
  const size = Number(board().dataset.size);
  const [cell, width] = [board().clientWidth / size, panel().offsetWidth];
  const left = Math.max(0, Math.min((column + 0.5) * cell - width / 2, Math.max(board().clientWidth - width, 0)));
  const top = row >= size / 2 ? row * cell - panel().offsetHeight - GAP : (row + 1) * cell + GAP;
  panel().style.translate = `${left}px ${top}px`;
}

/** Left and right, Home and End walk along the pictures. Was the key one of these? */
export function leafed(event) {
  const from = event.target.closest?.("#game .rit-turns [data-turn]");
  if (!from) return false;
  const shown = pictures()
    .filter((each) => !each.hidden)
    .sort((one, other) => one.style.order - other.style.order);
  const at = shown.indexOf(from);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
  if (to === undefined) return false;
  shown[(to + shown.length) % shown.length].focus();
  return true;
}

/** Put the keyboard on the first picture; false when none is offered. */
export function focusTurns() {
  const first = pictures().find((each) => !each.hidden && each.classList.contains("rit-first"));
  first?.focus();
  return Boolean(first);
}
