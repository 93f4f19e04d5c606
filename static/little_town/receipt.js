/* Market, deal and start player from the seed (streams "buildings", "objectives" and "start"; rule LT-1.5). */

import { draw, shuffled } from "../draws.js";

/** `rules`: the tables in their order, as templates/little_town/receipt.html gives them. */
export function dealt(seed, { tiles, market: size, fixed, cards, needs, seats, held }) {
  const market = fixed ?? shuffled(seed, "buildings", tiles).slice(0, size);
  const possible = (card) => {
    const [least, of] = needs[card] ?? [0, []];
    return market.filter((tile) => of.includes(tile)).length >= least;
  };
  const pile = shuffled(seed, "objectives", cards);
  const first = pile.splice(0, seats * held);
  const hands = Array.from({ length: seats }, (_, seat) => first.filter((_card, n) => n % seats === seat));
  const replaced = [];
  for (const hand of hands) {
    for (const place of hand.keys()) {
      while (!possible(hand[place])) {
        replaced.push(hand[place]);
        hand[place] = pile.shift();
      }
    }
  }
  return { market, hands, replaced, start: draw(seed, "start", 0, seats) };
}

document.addEventListener("machi:seed", ({ detail: { seed, compare } }) => {
  const { market, hands, replaced, start } = dealt(seed, JSON.parse(document.getElementById("lt-draws").dataset.rules));
  const things = { market: () => market, hand: (row) => hands[row.dataset.of], replaced: () => replaced, start: () => [start] };
  for (const row of document.querySelectorAll("[data-draw]")) compare(row, things[row.dataset.draw](row));
});
