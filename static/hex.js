/* Bytes as text. */

/** Bytes as lower-case hex digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of hex digits; an Error for anything else. */
export function unhex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error(`not hex: ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
