/* Little Town Builders in the hand: which card is open, what lights up, what a tap sends. What can be chosen comes from
 * the engine's `choices`, every word from the server; nothing here knows a rule. */

import { announce, choices, play } from "../machi.js";
import * as board from "./board.js";
import * as changes from "./changes.js";
import * as keys from "./keys.js";
import { fresh as news } from "./news.js";
import * as pick from "./pickers.js";

const fresh = () => ({ building: null, use: null, pay: {}, pawn: { give: [], take: [] }, meal: null });
const ui = { tab: "town", cursor: [0, 0], at: null, ...fresh() };
let now = null;
let sending = false; // from a tap until the picture after it is shown: what lies between is out of date
let awaited = 0;
let title = "";

const desk = matchMedia("(min-width: 900px) and (min-height: 560px) and (orientation: landscape)"); // as in play.css

const one = (selector) => document.querySelector(`#game ${selector}`);
const all = (selector) => document.querySelectorAll(`#game ${selector}`);
const offered = () => (ui.building && !now?.build.why ? now?.build.tiles.find((t) => t.building === ui.building && !t.why) : null);
const usable = (cell) => now?.use.find((u) => board.key(u.cell) === cell && !u.why);

/* --- showing ----------------------------------------------------------------------------------------------------- */

/** After every new picture from the server: what was open stays open, unless one's own position has changed. */
function shown() {
  const game = document.getElementById("game");
  if (!game?.querySelector(".lt")) return;
  now = choices();
  const more = sending;
  if (Number(game.dataset.at) >= awaited) sending = false;
  if (game.dataset.at !== ui.at) Object.assign(ui, fresh(), { at: game.dataset.at });
  board.rove(ui.cursor);
  board.labour();
  changes.show(game, more);
  paint();
  keys.keep(board.cellAt(ui.cursor));
  tell(game);
}

/** For who listens: what others did, and what is asked now where that has changed. */
function tell(game) {
  const lines = news(game);
  const asked = one(".lt-title").textContent.trim();
  if (title && asked !== title) lines.push(asked, one(".lt-hint").textContent.trim());
  title = asked;
  if (lines.length) announce(lines.join(" \u00b7 "));
}

function paint() {
  one(".lt").dataset.tab = ui.tab;
  for (const button of all(".lt-tabs [data-pane-to]")) button.setAttribute("aria-pressed", button.dataset.paneTo === ui.tab);
  paintMarket();
  paintPanels();
  board.light(lit());
  board.ghost(null);
  for (const cell of board.cells()) cell.classList.toggle("is-picked", cell.dataset.cell === ui.use);
  for (const ask of all("[data-ask]")) ask.hidden = (ask.dataset.ask === "build") !== Boolean(offered());
}

/** Which tile is chosen; and, while a tile can be built at all, which of them can be. */
function paintMarket() {
  const offers = now && !now.build.why ? now.build.tiles : null;
  const ready = new Set(offers?.filter((tile) => !tile.why).map((tile) => tile.building));
  for (const button of all(".tile")) {
    const { building } = button.dataset;
    button.setAttribute("aria-pressed", building === ui.building);
    button.classList.toggle("is-ready", ready.has(building));
    button.classList.toggle("is-out", Boolean(offers) && !ready.has(building));
  }
}

function paintPanels() {
  let open = null;
  for (const panel of all(".detail")) {
    const { panel: kind, building, cell } = panel.dataset;
    panel.hidden = !(kind === "use" ? cell === ui.use : !ui.use && building === ui.building);
    if (!panel.hidden) open = panel;
  }
  const market = one(".market");
  if (market) market.hidden = Boolean(open) && !desk.matches;
  const feed = one(".feed");
  if (feed) paintMeal(feed, open);
  if (open) paintPicks(open);
  const barred = open?.querySelector("[data-barred]");
  if (barred) barred.textContent = ` ${one(".tray").dataset.barred ?? ""}`.trimEnd();
}

function paintPicks(panel) {
  const payer = panel.querySelector(".payer");
  const pawn = panel.querySelector(".pawn");
  if (payer) pick.paintPayer(payer, ui.pay);
  if (pawn) pick.paintPawn(pawn, ui.pawn);
  const confirm = panel.querySelector("[data-use-now]");
  if (confirm) confirm.disabled = Boolean(pawn) && !pick.pawnReady(ui.pawn);
}

function paintMeal(feed, open) {
  ui.meal ??= pick.proposal(feed);
  feed.hidden = Boolean(open);
  pick.paintFeed(feed, ui.meal);
  one("[data-feed-now]").disabled = !pick.mealAllowed(feed, ui.meal);
}

/** "row,column" to place, build or use: what a tap does there. */
function lit() {
  if (!now) return new Map();
  if (offered()) return new Map(now.build.cells.map((cell) => [board.key(cell), "build"]));
  const uses = now.use.filter((u) => !u.why).map((u) => [board.key(u.cell), "use"]);
  const places = now.place.why ? [] : now.place.cells.map((cell) => [board.key(cell), "place"]);
  return new Map([...places, ...uses]);
}

/* --- sending ----------------------------------------------------------------------------------------------------- */

/** Send moves one after the other until one is refused. A second tap before the answer is shown does nothing. */
async function send(...moves) {
  if (sending) return;
  sending = true;
  changes.begin();
  awaited = Infinity;
  let reached = 0;
  for (const move of moves) {
    const answer = await play(move);
    if (answer.error) break;
    reached = answer.at;
  }
  awaited = reached;
  if (Number(document.getElementById("game").dataset.at) >= awaited) sending = false;
}

const withCoins = (move, combo) => (Object.keys(combo).length ? { ...move, coins_for: combo } : move);

function useNow() {
  const entry = usable(ui.use);
  if (!entry) return;
  const move = { type: "use", cell: entry.cell };
  if (!entry.give) send(withCoins(move, ui.pay));
  else if (pick.pawnReady(ui.pawn)) send({ ...move, ...ui.pawn });
}

/** A use that leaves nothing to choose goes at once, any other opens its sheet; a second tap takes what is on it. */
function useCell(cell) {
  const entry = usable(cell);
  if (ui.use === cell) return useNow();
  if (!entry.give && entry.coins_for.length === 1) {
    return send(withCoins({ type: "use", cell: entry.cell }, entry.coins_for[0]));
  }
  Object.assign(ui, fresh(), { use: cell, pay: entry.give ? {} : pick.cheapest(entry.coins_for), tab: "town" });
  paint();
  if (keys.inUse()) keys.focus(...all(".detail:not([hidden]) .step"), one(".detail:not([hidden]) [data-use-now]"));
  return undefined;
}

function cellClicked(cell) {
  moveTo(board.at(cell));
  const place = board.at(cell);
  if (cell.dataset.lit === "place") send({ type: "place", cell: place });
  else if (cell.dataset.lit === "build") send(withCoins({ type: "build", building: ui.building, cell: place }, ui.pay));
  else if (cell.dataset.lit === "use") useCell(cell.dataset.cell);
  // A cell where the chosen tile cannot go says why (see `said`); the choice stays.
  else if (!(offered() && cell.dataset.taken)) openTile(cell.dataset.tile ?? null);
}

/** Open a tile's card (the same again, or null: close it) with the way to pay that takes the fewest coins. */
function openTile(building) {
  const meal = ui.meal;
  Object.assign(ui, fresh(), { meal, building: building === ui.building ? null : building });
  const ways = offered()?.coins_for;
  if (ways) ui.pay = pick.cheapest(ways);
  paint();
  if (keys.inUse()) follow(building);
}

/** By keys the focus goes along: to a cell for the open tile, to its card, or back to where one came from. */
function follow(building) {
  const here = board.cellAt(ui.cursor);
  const cell = offered() && (here.dataset.lit === "build" ? here : one(".cell[data-lit=build]"));
  if (cell) moveTo(board.at(cell));
  keys.focus(cell, building && one(`.tile[data-building="${building}"]`), one(".detail:not([hidden]) [data-shut]"), here);
}

function moveTo(place) {
  ui.cursor = place;
  board.rove(place);
}

/* --- events ------------------------------------------------------------------------------------------------------ */

const CLICKS = [
  ["[data-pane-to]", (button) => { ui.tab = button.dataset.paneTo; paint(); }],
  [".tile", (button) => openTile(button.dataset.building)],
  ["[data-shut]", () => openTile(null)],
  ["[data-use-now]", useNow],
  ["[data-take-free]", () => send(...now.for_nothing.cells.map((cell) => ({ type: "use", cell })))],
  ["[data-sure]", askOnce],
  ["[data-feed-now]", () => send({ type: "feed", ...ui.meal })],
  [".unit", (button) => { ui.pay = pick.stepPayer(button, ui.pay); paint(); }],
  [".pawn-kind", (button) => { ui.pawn = pick.stepPawn(button, ui.pawn); paint(); }],
  [".feed [data-step]", (button) => { ui.meal = pick.stepFeed(button, ui.meal); paint(); }],
  ["[data-cells]", (button) => { ui.tab = "town"; paint(); board.mark(JSON.parse(button.dataset.cells)); }],
  ["[data-lights]", (button) => board.mark([], button.dataset.lights)],
  [".cell", cellClicked],
];

function clicked(event) {
  if (!event.target.closest("#game .lt")) return;
  board.mark([]);
  for (const [selector, act] of CLICKS) {
    const target = event.target.closest(selector);
    if (target && !target.disabled) {
      act(target);
      break;
    }
  }
  const cell = event.target.closest(".cell");
  board.say(cell, cell && !cell.dataset.lit ? said(cell) : "");
}

/** Ending with something useful undone asks once: the same button then says what is left, and a second tap ends. */
function askOnce(button) {
  button.textContent = button.dataset.sure;
  button.classList.add("is-sure");
  announce(button.dataset.sure);
  delete button.dataset.sure;
  button.dataset.play = JSON.stringify({ type: "end_turn" });
}

/** What a cell is; what it costs and brings to choose it, or why it cannot be chosen. */
function said(cell) {
  const { lit: kind, says, taken } = cell.dataset;
  if (kind === "place") return board.beside(cell);
  if (kind === "build") return deal(cell);
  return offered() && taken ? taken : says + board.note(cell);
}

/** The words of the open tile with its points on that cell: the tile's own, and what it does to castle and watchtower. */
function deal(cell) {
  const { points } = offered();
  const { cells, beside } = now.build;
  const place = cells.findIndex((each) => board.key(each) === cell.dataset.cell);
  const total = (Array.isArray(points) ? points[place] : points) + (beside[place] ?? 0);
  const words = one(".detail:not([hidden]) [data-deal]");
  words.querySelector("[data-worth]").textContent = total < 0 ? `\u2212${-total}` : `+${total}`;
  return words.textContent.replace(/\s+/g, " ").trim();
}

/** Pointing at a cell, by mouse, focus or finger: what it is, and what would stand there. */
function point(cell) {
  board.say(cell, cell ? said(cell) : "");
  const kind = cell?.dataset.lit;
  if (kind === "build") board.ghost(cell, one(".detail:not([hidden]) .detail-pic"));
  else if (kind === "place") board.ghost(cell, one(".own-men svg"));
  else board.ghost(null);
  if (kind === "place") board.around(cell);
}

/** Nothing is chosen any more; by keys the focus is where the choice began. */
function drop() {
  const { building, use } = ui;
  openTile(null);
  keys.focus(use && board.cellAt(use.split(",")), one(`.tile[data-building="${building}"]`));
}

function pressed(event) {
  if (event.key === "Escape" && (ui.building || ui.use)) drop();
  else keys.arrow(event, moveTo);
}

document.addEventListener("machi:shown", shown);
desk.addEventListener("change", () => one(".lt") && paint());
document.addEventListener("click", clicked);
document.addEventListener("keydown", pressed);
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("#game .cell:focus-visible")) point(event.target);
  if (event.target.matches?.("#game .event")) board.mark(JSON.parse(event.target.dataset.cells ?? "[]"));
});
// A finger shows what it is about to choose while it lies there; moved away it chooses nothing.
document.addEventListener("pointerdown", (event) => {
  const cell = event.pointerType === "mouse" ? null : event.target.closest("#game .cell[data-lit]");
  if (cell) point(cell);
});
document.addEventListener("pointercancel", () => document.getElementById("bubble") && point(null));
document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "mouse" && event.target.closest("#game .board")) point(event.target.closest(".cell"));
});
document.addEventListener("pointerout", (event) => {
  if (event.pointerType === "mouse" && event.target.closest("#game .board")) point(null);
});
