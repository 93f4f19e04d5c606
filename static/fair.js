/* What this browser keeps of a room for the receipt at its end (receipt.js): the commitment as it was first shown to it,
 * and the salts that it made. A salt is kept before it is sent. */

import { hex } from "./hex.js";
import { keep, recall, thin } from "./store.js";

const PREFIX = "machi:fair:";
const MOST = 200; // rooms; the oldest are forgotten

/** `{commitment, salts}` of a room: null and [] where nothing is kept. */
export function kept(room) {
  const known = recall("localStorage", PREFIX + room);
  return { commitment: known?.commitment ?? null, salts: known?.salts ?? [] };
}

/** Make a salt for that room, 16 random bytes as hex, and keep it beside the commitment that was shown before. */
export function newSalt(room, commitment) {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)));
  remember(room, commitment, [...kept(room).salts, salt]);
  return salt;
}

/** Keep the commitment of a room whose game has begun without this browser: no salt of it counts there. */
export function keepCommitment(room, commitment) {
  remember(room, commitment, kept(room).salts);
}

/** Who stands up before the start takes the salt away. */
export function forgetSalts(room) {
  if (kept(room).salts.length) remember(room, null, []);
}

/** The commitment seen first stays: a later one would be another promise. */
function remember(room, commitment, salts) {
  const first = kept(room).commitment ?? (commitment || null);
  keep("localStorage", PREFIX + room, { commitment: first, salts, at: Date.now() });
  thin("localStorage", PREFIX, MOST);
}
