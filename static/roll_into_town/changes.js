/* What a frame has changed is seen: new pieces appear, resources count, dice roll, new pieces of others are ringed.
   Only the page before and after are compared. All of it is done within 400 ms, and nothing moves for who wants none. */

import { all, root } from "./tray.js";

const COUNTING = 350; // ms
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");
let before = null;
const news = new Map(); // seat to the keys of the cells that are new on its map

/** To be called after every change of the page. */
export function reveal() {
  const now = { cells: tokensOf(all(".rit-board .cell")), goods: goods(), round: root().dataset.round, maps: maps() };
  if (before) {
    for (const cell of fresh(before.cells, now.cells)) flash(all(`.rit-board [data-cell="${cell}"]`)[0], "rit-fresh");
    for (const [name, count] of now.goods) if (before.goods.has(name)) countUp(name, before.goods.get(name), count);
    if (before.round !== now.round) for (const die of all(".rit-die")) flash(die, "rit-rolling");
    for (const [seat, cells] of now.maps) noteNews(seat, fresh(before.maps.get(seat) ?? cells, cells));
  }
  before = now;
  for (const [seat, cells] of news) ring(seat, cells);
}

const tokensOf = (cells) => new Map([...cells].map((cell) => [cell.dataset.cell, cell.dataset.holds]));
const goods = () => new Map([...all("[data-good]")].map((each) => [each.dataset.good, Number(each.dataset.count)]));

function maps() {
  const rows = ({ dataset }) => JSON.parse(dataset.map);
  const cells = (map) => new Map(map.flatMap((row, r) => row.map((token, c) => [`${r},${c}`, token])));
  return new Map([...all(".rit-other")].map((each) => [each.dataset.seat, cells(rows(each))]));
}

function fresh(old, now) {
  return [...now].filter(([cell, token]) => token !== "." && old.get(cell) !== token).map(([cell]) => cell);
}

function flash(element, name) {
  if (!element || still.matches) return;
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}

function countUp(name, from, to) {
  const place = all(`[data-good="${name}"]`)[0];
  if (from === to || still.matches) return;
  flash(place, to > from ? "rit-rose" : "rit-fell");
  const begin = performance.now();
  const step = (now) => {
    // A later frame may have brought another number meanwhile.
    if (!place.isConnected || Number(place.dataset.count) !== to) return;
    const done = Math.min((now - begin) / COUNTING, 1);
    place.querySelector(".num").textContent = String(Math.round(from + (to - from) * done));
    if (done < 1) requestAnimationFrame(step);
  };
  step(begin);
}

function noteNews(seat, cells) {
  if (!cells.length) return;
  news.set(seat, cells);
  if (root().dataset.tab !== "others") all('[data-show="others"]')[0]?.classList.add("rit-news");
}

/** Rings on the map of another player, around what its last round has brought. */
function ring(seat, cells) {
  const map = all(`.rit-other[data-seat="${seat}"] .rit-land`)[0];
  if (!map) return;
  for (const old of map.querySelectorAll(".rit-ring")) old.remove();
  map.append(
    ...cells.map((cell) => {
      const [row, column] = cell.split(",").map(Number);
      const element = document.createElementNS(SVG, "rect");
      const place = { class: "rit-ring", x: column * 48 + 2, y: row * 48 + 2, width: 44, height: 44, rx: 8 };
      for (const [attribute, value] of Object.entries(place)) element.setAttribute(attribute, value);
      return element;
    }),
  );
}
