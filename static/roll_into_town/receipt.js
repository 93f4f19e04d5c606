/* The dice of each round, from the seed (randomness: stream "dice/round", one draw for each die). */

import { draw } from "../draws.js";

const FACES = 6;

export function rolled(seed, round, dice) {
  return Array.from({ length: dice }, (_, die) => draw(seed, `dice/${round}`, die, FACES) + 1);
}

document.addEventListener("machi:seed", ({ detail: { seed, compare } }) => {
  for (const row of document.querySelectorAll("[data-round]")) {
    compare(row, rolled(seed, row.dataset.round, Number(row.dataset.dice)));
  }
});
