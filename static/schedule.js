/* When to try again after a lost connection. Pure, so that it can be reasoned about and tested by itself. */

const FIRST = [300, 600, 1200, 2500];
const STEADY = 4000;
const SLOW = 15000;
const PATIENCE = 120000;

/**
 * Milliseconds to wait before attempt `attempt` (0 is the first after the loss).
 * `lostFor`: milliseconds since the loss. `visible`: is the page in sight? `random`: 0 .. 1.
 * The steady waits are up to a fifth shorter, at random, so that a restarted server is not met by everybody at once;
 * never longer, so that a page in sight is back within 5 s of the server's return.
 */
export function wait(attempt, lostFor, visible, random = Math.random) {
  if (attempt < FIRST.length) return FIRST[attempt];
  const steady = visible && lostFor < PATIENCE ? STEADY : SLOW;
  return Math.round(steady * (0.8 + 0.2 * random()));
}
