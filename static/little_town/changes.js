/* What has changed since the last picture is seen: numbers count up, new pieces grow into their place. Nothing of it takes
 * 400 ms; with reduced motion only the difference is written beside the number. */

const COUNTING = 320; // ms
const PACE = 40; // between two numbers; a slow machine writes fewer of them
const GROW = { duration: 260, easing: "ease-out" };

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let numbers = new Map(); // data-tally to its number
let since = new Map(); // the same before what is being done now
let pieces = null; // id of a cell to what stands there; null before the first picture
const running = new Map(); // an element that counts to {timer, wrote, goal}

/** What comes now is one thing, though it takes several pictures: differences are to what is shown now. */
export function begin() {
  since = numbers;
}

/** Compare with the last picture; `more`: it goes on with what has begun. */
export function show(game, more) {
  settle();
  if (!more) begin();
  tally(game);
  appear(game);
}

/** Whatever still counts is at its end: the picture that has just come may not have touched it. */
function settle() {
  for (const [element, { timer, wrote, goal }] of running) {
    clearInterval(timer);
    if (element.textContent === wrote) element.textContent = goal;
  }
  running.clear();
}

function tally(game) {
  const before = numbers;
  numbers = new Map();
  for (const element of game.querySelectorAll("[data-tally]")) {
    const key = element.dataset.tally;
    const number = Number(element.textContent);
    numbers.set(key, number);
    const difference = number - (since.get(key) ?? number);
    const step = number - (before.get(key) ?? number);
    const holder = element.parentElement;
    holder.classList.toggle("is-changed", difference !== 0);
    if (difference) holder.dataset.change = difference > 0 ? `+${difference}` : `\u2212${-difference}`;
    else delete holder.dataset.change;
    if (step && !calm.matches) count(element, number - step, number);
  }
}

function count(element, from, to) {
  const begin = performance.now();
  const entry = { timer: 0, wrote: "", goal: String(to) };
  const write = () => {
    const done = Math.min((performance.now() - begin) / COUNTING, 1);
    entry.wrote = String(Math.round(from + (to - from) * done));
    element.textContent = entry.wrote;
    if (done < 1) return;
    clearInterval(entry.timer);
    running.delete(element);
  };
  entry.timer = setInterval(write, PACE);
  running.set(element, entry);
  element.textContent = entry.wrote = String(from);
}

const standing = (cell) => `${cell.dataset.tile ?? ""} ${cell.querySelector(".man")?.getAttribute("class") ?? ""}`;

function appear(game) {
  const before = pieces;
  pieces = new Map([...game.querySelectorAll(".board .cell")].map((cell) => [cell.id, standing(cell)]));
  if (!before || calm.matches) return;
  for (const [id, piece] of pieces) {
    if (piece === before.get(id) || piece === " ") continue;
    const drawn = document.getElementById(id).querySelector(".man, .plate");
    drawn?.animate({ transform: ["scale(0.3)", "scale(1)"], opacity: [0, 1] }, GROW);
  }
}
