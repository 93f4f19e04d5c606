/* How chance follows from a room's secret and the players' salts, as engine/core/draws.py has it: written a second time,
 * so that a browser need not believe the server (receipt.js). */

import { hmac, sha256 } from "./digest.js";
import { hex, unhex } from "./hex.js";

const text = new TextEncoder();

/** The commitment for a secret, both hex. */
export function commitment(secret) {
  return hex(sha256(unhex(secret)));
}

/** The seed of a game, hex, from its secret and the salt of each seat, hex or "". */
export function gameSeed(secret, salts) {
  return hex(hmac(unhex(secret), text.encode(salts.map((salt) => `${salt}/`).join(""))));
}

/** Draw `k` of the stream `label`: uniform over 0 .. n-1, n <= 256. `seed`: hex. */
export function draw(seed, label, k, n) {
  const limit = 256 - (256 % n);
  for (let block = 0; ; block += 1) {
    const found = hmac(unhex(seed), text.encode(`${label}/${k}/${block}`)).find((byte) => byte < limit);
    if (found !== undefined) return found % n;
  }
}

/** `items` in the order that the stream gives them: Fisher-Yates from the end. */
export function shuffled(seed, label, items) {
  const result = [...items];
  for (let j = result.length - 1; j > 0; j -= 1) {
    const other = draw(seed, label, result.length - 1 - j, j + 1);
    [result[j], result[other]] = [result[other], result[j]];
  }
  return result;
}
