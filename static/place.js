/* Where a small box goes that speaks of something on the page. */

const GAP = 8; // pixels between box and thing, and to the edges of the screen
const STEP = 24;

/**
 * Put the fixed `box` beside `anchor`: below it, else above, right, left; on the screen as a whole, and where it covers as
 * little as possible of the thing and of the elements `clear`. To keep clear of those it may stand further away, or beside
 * one of them.
 */
export function place(box, anchor, clear = []) {
  const thing = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const middle = thing.left + (thing.width - width) / 2;
  const level = thing.top + (thing.height - height) / 2;
  const spots = [
    [middle, thing.bottom + GAP],
    [middle, thing.top - GAP - height],
    [thing.right + GAP, level],
    [thing.left - GAP - width, level],
    ...(clear.length ? further(thing, middle, height) : []),
    ...clear.map((element) => [element.getBoundingClientRect().right + GAP, level]),
  ].map(([left, top]) => [within(left, innerWidth - width), within(top, innerHeight - height)]);
  const kept = [thing, ...clear.map((element) => element.getBoundingClientRect())];
  const covered = ([left, top]) => kept.reduce((sum, each) => sum + overlap(each, left, top, width, height), 0);
  const best = spots.reduce((found, spot) => (covered(spot) < covered(found) ? spot : found));
  [box.style.left, box.style.top] = best.map((length) => `${Math.round(length)}px`);
}

/** Spots above and below the thing, the nearest first. */
function further(thing, middle, height) {
  const found = [];
  for (let away = GAP + STEP; away < innerHeight; away += STEP) {
    found.push([middle, thing.bottom + away], [middle, thing.top - away - height]);
  }
  return found;
}

function within(value, room) {
  return Math.max(GAP, Math.min(value, room - GAP));
}

/** The area, in square pixels, that the box at (left, top) shares with the rectangle `each`. */
function overlap(each, left, top, width, height) {
  const wide = Math.min(each.right, left + width) - Math.max(each.left, left);
  const high = Math.min(each.bottom, top + height) - Math.max(each.top, top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
