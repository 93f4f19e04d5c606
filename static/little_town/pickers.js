/* The small choices inside a move: coins instead of resources, what to pawn, what the workers eat. What has been picked
 * lives in plain values; each `paint...` shows a value in the markup that the server made for it, so a new picture from the
 * server loses nothing. Options are the engine's, read from data attributes. */

const PRICE = 3; // coins for one resource (LT-1.7)
const options = (element, name = "options") => JSON.parse(element.dataset[name]);
const total = (combo) => Object.values(combo).reduce((sum, n) => sum + n, 0);

/* --- coins for resources: {wood: 1} ------------------------------------------------------------------------------ */

const same = (a, b) => total(a) === total(b) && Object.keys(a).every((kind) => (a[kind] ?? 0) === (b[kind] ?? 0));

/** The way to pay with the fewest coins. */
export function cheapest(ways) {
  return ways.reduce((best, way) => (total(way) < total(best) ? way : best));
}

function stepped(ways, combo, kind, by) {
  const next = { ...combo, [kind]: (combo[kind] ?? 0) + by };
  if (!next[kind]) delete next[kind];
  return ways.find((way) => same(way, next)) ?? null;
}

const paidInCoins = (unit, combo) => Number(unit.dataset.number) <= (combo[unit.dataset.kind] ?? 0);

const swapped = (unit, combo) =>
  stepped(options(unit.closest(".payer")), combo, unit.dataset.kind, paidInCoins(unit, combo) ? -1 : 1);

/** The combo after a click on a resource: 3 coins for it, or itself again; unchanged where that is no way to pay. */
export const stepPayer = (unit, combo) => swapped(unit, combo) ?? combo;

export function paintPayer(payer, combo) {
  for (const unit of payer.querySelectorAll(".unit")) {
    unit.setAttribute("aria-pressed", paidInCoins(unit, combo));
    unit.disabled = !swapped(unit, combo);
  }
}

/* --- the pawnshop: {give: [kind, kind], take: [kind, kind]} ------------------------------------------------------ */

const holds = (pair, picked) => {
  const left = [...pair];
  return picked.every((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

const possible = (pairs, picked) => pairs.some((pair) => holds(pair, picked));

/** The picks after a click on a kind: it joins, the older of two goes. */
export function stepPawn(button, picks) {
  const { side } = button.closest("[data-side]").dataset;
  const pairs = options(button.closest(".pawn"), side);
  const { kind } = button.dataset;
  const tries = [[...picks[side], kind].slice(-2), [kind]];
  return { ...picks, [side]: tries.find((each) => possible(pairs, each)) ?? picks[side] };
}

export function paintPawn(pawn, picks) {
  for (const button of pawn.querySelectorAll(".pawn-kind")) {
    const { side } = button.closest("[data-side]").dataset;
    const { kind } = button.dataset;
    const n = picks[side].filter((each) => each === kind).length;
    button.toggleAttribute("data-n", n > 0);
    button.setAttribute("aria-pressed", n > 0);
    button.querySelector("[data-count]").textContent = n > 1 ? n : "";
    button.disabled = !possible(options(pawn, side), [kind]);
  }
}

export const pawnReady = (picks) => picks.give.length === 2 && picks.take.length === 2;

/* --- feeding: {fish, wheat, coins} ------------------------------------------------------------------------------- */

const KINDS = ["fish", "wheat", "coins"];
const worth = (kind) => (kind === "coins" ? PRICE : 1);
const fed = (meal) => meal.fish + meal.wheat + meal.coins / PRICE;
const most = (feed, kind) => Math.max(...options(feed).map((each) => each[KINDS.indexOf(kind)]));

export function proposal(feed) {
  const [fish, wheat, coins] = options(feed, "proposal");
  return { fish, wheat, coins };
}

/** The meal after a click: one portion more or less; where all are fed already, another kind makes room. */
export function stepFeed(button, meal) {
  const feed = button.closest(".feed");
  const { kind } = button.closest("[data-kind]").dataset;
  const next = { ...meal, [kind]: meal[kind] + Number(button.dataset.step) * worth(kind) };
  if (next[kind] < 0 || next[kind] > most(feed, kind)) return meal;
  const others = ["coins", "wheat", "fish"].filter((each) => each !== kind);
  while (fed(next) > Number(feed.dataset.eat)) {
    const giving = others.find((each) => next[each] > 0);
    if (!giving) return meal;
    next[giving] -= worth(giving);
  }
  return next;
}

export function mealAllowed(feed, meal) {
  return options(feed).some((option) => KINDS.every((kind, i) => option[i] === meal[kind]));
}

export function paintFeed(feed, meal) {
  const hungry = Number(feed.dataset.eat) - fed(meal);
  const allowed = mealAllowed(feed, meal);
  for (const row of feed.querySelectorAll(".feed-row")) {
    const { kind } = row.dataset;
    row.querySelector("[data-n]").textContent = meal[kind];
    row.querySelector('[data-step="-1"]').disabled = meal[kind] === 0;
    row.querySelector('[data-step="1"]').disabled = meal[kind] >= most(feed, kind);
  }
  feed.querySelector("[data-fed]").textContent = fed(meal);
  feed.querySelector("[data-hungry]").textContent = hungry;
  feed.querySelector("[data-lost]").textContent = hungry * Number(feed.dataset.penalty);
  feed.querySelector("[data-if-hungry]").hidden = !hungry || !allowed;
  feed.querySelector("[data-if-not]").hidden = allowed;
}
