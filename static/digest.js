/* SHA-256 (FIPS 180-4) and HMAC (RFC 2104) of bytes: browsers have crypto.subtle under https only, and games are played
 * over plain http, too. Checked against WebCrypto by a test. */

const BLOCK = 64; // bytes
const WORDS = 2 ** 32;
const PRIMES = firstPrimes(64);
// The standard's constants: the first 32 bits behind the point of roots of primes.
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function firstPrimes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

function fraction(number) {
  return Math.floor((number % 1) * WORDS);
}

function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** The 32 bytes of SHA-256. */
export function sha256(bytes) {
  const data = padded(bytes);
  const state = Int32Array.from(START);
  for (let at = 0; at < data.byteLength; at += BLOCK) compress(state, new DataView(data.buffer, at, BLOCK));
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => result.setInt32(4 * n, word));
  return new Uint8Array(result.buffer);
}

/** A one bit, zeros, and the length in bits as 8 bytes, to whole blocks. */
function padded(bytes) {
  const data = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  data.set(bytes);
  data[bytes.length] = 0x80;
  const length = new DataView(data.buffer, data.length - 8);
  length.setUint32(0, Math.floor((bytes.length * 8) / WORDS));
  length.setUint32(4, (bytes.length * 8) % WORDS);
  return data;
}

function compress(state, block) {
  const w = new Int32Array(64);
  for (let n = 0; n < 64; n += 1) w[n] = n < 16 ? block.getInt32(4 * n) : scheduled(w, n);
  let [a, b, c, d, e, f, g, h] = state;
  for (let n = 0; n < 64; n += 1) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[n] + w[n]) | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => {
    state[n] += word;
  });
}

function scheduled(w, n) {
  const [early, late] = [w[n - 15], w[n - 2]];
  const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return w[n - 16] + one + w[n - 7] + two;
}

/** The 32 bytes of HMAC-SHA256. */
export function hmac(key, message) {
  const pad = new Uint8Array(BLOCK);
  pad.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(pad.map((byte) => byte ^ 0x36), message));
  return sha256(joined(pad.map((byte) => byte ^ 0x5c), inner));
}

function joined(one, two) {
  const both = new Uint8Array(one.length + two.length);
  both.set(one);
  both.set(two, one.length);
  return both;
}
