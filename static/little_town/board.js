/* The board under hand: lights, ghosts, the dark label that says what a cell is, and the arrow keys. */

const MOVES = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ROWS = 6;
const COLUMNS = 9;

export const key = ([row, column]) => `${row},${column}`;
export const at = (cell) => cell.dataset.cell.split(",").map(Number);
export const cells = () => document.querySelectorAll(".board .cell");
export const cellAt = (place) => document.getElementById(`cell-${place[0]}-${place[1]}`);

/** Light up cells: `lit` maps "row,column" to place, build or use. */
export function light(lit) {
  for (const cell of cells()) {
    const kind = lit.get(cell.dataset.cell);
    if (kind) cell.dataset.lit = kind;
    else delete cell.dataset.lit;
  }
}

/** The labour in progress: where its worker is and what it has used the server says; what lies around it is tinted. */
export function labour() {
  const { cell: place, used } = JSON.parse(document.getElementById("board-marks").dataset.labour ?? '{"used": []}');
  const worker = place ? cellAt(place) : null;
  const around = worker ? near(worker) : [];
  const gone = used.map(key);
  for (const cell of cells()) {
    cell.classList.toggle("is-active", cell === worker);
    cell.classList.toggle("is-near", cell !== worker && around.includes(cell));
    cell.classList.toggle("is-used", gone.includes(cell.dataset.cell));
  }
}

/** What is to be known before the use of `cell`: why it cannot be, or whom it pays. */
export const note = (cell) => document.querySelector(`.marks [data-note="${cell.dataset.cell}"]`)?.textContent ?? "";

/** Show where something is: the cells of a line of the score or the log, or what else `selector` finds. */
export function mark(places, selector = null) {
  for (const each of document.querySelectorAll("#game .is-shown")) each.classList.remove("is-shown");
  if (selector) for (const each of document.querySelectorAll(`#game ${selector}`)) each.classList.add("is-shown");
  for (const place of places) cellAt(place)?.classList.add("is-shown");
}

/** The dark label at a cell, which also describes it to screen readers; without text it goes away. */
export function say(cell, text) {
  const bubble = document.getElementById("bubble");
  if (!bubble) return;
  for (const each of document.querySelectorAll(".cell[aria-describedby]")) each.removeAttribute("aria-describedby");
  bubble.hidden = !text;
  if (!text) return;
  cell.setAttribute("aria-describedby", "bubble");
  bubble.textContent = text;
  const board = bubble.parentElement;
  const middle = cell.offsetLeft + cell.offsetWidth / 2 - bubble.offsetWidth / 2;
  const left = Math.min(Math.max(middle, 0), board.clientWidth - bubble.offsetWidth);
  const above = cell.offsetTop - bubble.offsetHeight - 3;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above < 0 ? cell.offsetTop + cell.offsetHeight + 3 : above}px`;
}

/** A pale copy of `drawing` in `cell` shows what would stand there; without a cell it goes away. */
export function ghost(cell, drawing) {
  document.querySelector(".board .ghost")?.remove();
  for (const each of document.querySelectorAll(".board .is-around")) each.classList.remove("is-around");
  if (!cell || !drawing) return;
  const copy = drawing.cloneNode(true);
  copy.setAttribute("class", "pic ghost");
  cell.append(copy);
}

function near(cell) {
  const [row, column] = at(cell);
  const rows = [row - 1, row, row + 1];
  return rows.flatMap((r) => [column - 1, column, column + 1].map((c) => cellAt([r, c]))).filter(Boolean);
}

/** Tint what lies around `cell`, and show the signs of what a worker there could use. */
export function around(cell) {
  for (const each of near(cell)) each.classList.add("is-around");
}

/** What a worker on `cell` could use, in the server's words: "Beside it: +1 wood ×2, Well: +2 points". */
export function beside(cell) {
  const { beside: title, nothing } = document.getElementById("board").dataset;
  const { seat } = document.getElementById("game").dataset;
  const many = new Map();
  for (const { dataset: { brings, owner, fee = "" } } of near(cell)) {
    const text = brings && (owner === seat ? brings : brings + fee);
    if (text) many.set(text, (many.get(text) ?? 0) + 1);
  }
  const parts = [...many].map(([text, n]) => (n > 1 ? `${text} ×${n}` : text));
  return parts.length ? `${title} ${parts.join(" · ")}` : nothing;
}

/** One cell is reached by Tab, the others from it by arrows. */
export function rove(place) {
  for (const cell of cells()) cell.tabIndex = -1;
  cellAt(place).tabIndex = 0;
}

/** Where an arrow key leads from `place` on the board as it is drawn, or null. */
export function towards(name, [row, column]) {
  if (!(name in MOVES)) return null;
  const turned = getComputedStyle(document.getElementById("board")).getPropertyValue("--turned").trim() === "1";
  const [dx, dy] = MOVES[name];
  const place = turned ? [row - dx, column + dy] : [row + dy, column + dx];
  return place[0] >= 0 && place[0] < ROWS && place[1] >= 0 && place[1] < COLUMNS ? place : null;
}
