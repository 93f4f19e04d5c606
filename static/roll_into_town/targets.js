/* From `choices` (engine/roll_into_town/choices.py) and what is picked to the moves that each cell stands for, and to
   what a move brings. Pure. */

export const WATERS = ["N", "E", "S", "W", "NE", "ES", "SW", "NW", "NS", "EW", "NES", "ESW", "NSW", "NEW"];
const RESOURCES = ["food", "stone", "wood"];

/** The cells that can be chosen now, `[{cell: [row, column], moves: [move, ...]}]`; several moves: which way it lies.
 *
 * `picked`: {die, icon, building, pay}, each null, or 0, as long as nothing is picked. */
export function targets(choices, picked) {
  switch (choices?.phase) {
    case "discover":
      return drawn(choices, picked);
    case "construct":
      return built(choices, picked);
    case "gather":
      return harvested(choices);
    case "upkeep":
      return grown(choices);
    default:
      return [];
  }
}

/** The icon that the picked die draws: its own, or for a star the picked one; null as long as that is open. */
export function iconOf(choices, picked) {
  const die = choices.dice?.find((each) => each.die === picked.die);
  if (!die || die.why) return null;
  const icon = die.icons.length === 1 ? die.icons[0] : picked.icon;
  return icon && !choices.icons[icon] ? icon : null;
}

/** Which way a move's piece lies: the sides of a river or coast, the side of a cathedral's nave, "" for all others. */
export function turnOf(move) {
  if (move.building === "cathedral") return move.flip ? "W" : "E";
  return move.water ?? move.ends ?? "";
}

/** The effect that the engine foretells of a move (engine/roll_into_town/prospects.py); null where it says nothing. */
export function brings(choices, move) {
  const here = ([row, column]) => row === move.cell[0] && column === move.cell[1];
  if (move.type === "harvest") return choices.harvest.find(({ cell }) => here(cell))?.brings ?? null;
  const holds = ([, ...places]) =>
    places.length === 0 || places.some((place) => here(place) && (place.length === 2 || place.includes(turnOf(move))));
  return choices.brings?.[move.icon ?? move.building ?? "tree"]?.find(holds)?.[0] ?? null;
}

function drawn(choices, picked) {
  const icon = iconOf(choices, picked);
  if (!icon) return [];
  const draw = { type: "draw", die: picked.die, icon };
  if (icon === "river") {
    return choices.river.map(({ cell, ends }) => ({ cell, moves: ends.map((each) => ({ ...draw, cell, ends: each })) }));
  }
  if (icon === "coast") {
    return choices.blank.map((cell) => ({ cell, moves: WATERS.map((water) => ({ ...draw, cell, water })) }));
  }
  return choices.blank.map((cell) => ({ cell, moves: [{ ...draw, cell }] }));
}

function built(choices, picked) {
  const entry = choices.buildings.find((each) => each.building === picked.building);
  if (!entry || entry.why) return [];
  const traded = trades(entry.cost, entry.pay[picked.pay] ?? entry.pay[0]);
  const build = (cell) => ({ type: "build", building: entry.building, cell, ...(traded.length && { trades: traded }) });
  if (entry.spots) {
    return entry.spots.map(([row, column, sides]) => ({
      cell: [row, column],
      moves: [...sides].map((side) => ({ ...build([row, column]), ...(side === "W" && { flip: true }) })),
    }));
  }
  const cells = entry.cells === "blank" ? choices.blank : entry.cells;
  return cells.map((cell) => ({ cell, moves: [build(cell)] }));
}

/** The trades that turn `cost` into `pay`, [food, stone, wood]: pairs of what is given twice and what it stands for. */
function trades(cost, pay) {
  const given = [];
  const wanted = [];
  RESOURCES.forEach((name, index) => {
    const beyond = pay[index] - (cost[name] ?? 0);
    for (let times = 0; times < beyond; times += 2) given.push(name);
    for (let times = 0; times < -beyond; times += 1) wanted.push(name);
  });
  return given.map((from, index) => [from, wanted[index]]);
}

function harvested(choices) {
  const useful = choices.harvest.filter((entry) => !entry.why);
  return useful.map(({ cell, trees }) => ({ cell, moves: [{ type: "harvest", cell }], trees }));
}

// Forests of one group share their cells, and whose tree it is changes nothing: the first that has one due.
function grown(choices) {
  const found = [];
  choices.groups.forEach((cells, group) => {
    const forest = choices.grow.find((entry) => entry.group === group && !entry.why)?.forest;
    if (forest) found.push(...cells.map((cell) => ({ cell, moves: [{ type: "grow", forest, cell }] })));
  });
  return found;
}
