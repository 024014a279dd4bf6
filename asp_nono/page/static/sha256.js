// SHA-256 (FIPS 180-4) of a text. The browser's own works only on pages of secure origins, and
// only asynchronously.

const K = new Uint32Array(64);
const START = new Uint32Array(8);

/** The constants are the first 32 bits of the fractions of roots of the first primes. */
function prepare() {
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  for (let number = 2, found = 0; found < 64; number += 1) {
    if (Array.from({ length: Math.floor(Math.sqrt(number)) - 1 }, (_, k) => k + 2).some((k) => number % k === 0)) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(number));
    K[found] = fraction(Math.cbrt(number));
    found += 1;
  }
}
prepare();

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The first 16 hexadecimal digits of the hash. */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = Uint32Array.from(START);
  for (let from = 0; from < padded.length; from += 64) block(state, view, from);
  return [...state.subarray(0, 2)].map((word) => word.toString(16).padStart(8, '0')).join('');
}

const W = new Uint32Array(64);

function block(state, view, from) {
  for (let t = 0; t < 16; t += 1) W[t] = view.getUint32(from + 4 * t);
  for (let t = 16; t < 64; t += 1) {
    const [old, last] = [W[t - 15], W[t - 2]];
    W[t] = W[t - 16] + W[t - 7] + (turn(old, 7) ^ turn(old, 18) ^ (old >>> 3)) + (turn(last, 17) ^ turn(last, 19) ^ (last >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + W[t]) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, number) => {
    state[number] += word;
  });
}
