/**
 * Random numbers that need no history: the value for step k of a stream is a pure function of (seed, stream, k), so a
 * timeline can be cut, scrubbed and replayed in any order. Integer arithmetic modulo 2³² and one exact division: every
 * language gives the same bits. The mixer is the 32-bit finaliser of MurmurHash3 (Appleby, public domain).
 */
export function u32(seed: number, stream: number, step: number): number {
  const start = mix((seed ^ mix(Math.imul(stream, 0x9e3779b9))) >>> 0);
  return mix((start + Math.imul(step, 0x9e3779b1)) >>> 0);
}

/** Uniform on [0, 1), a multiple of 2⁻³². */
export function uniform(seed: number, stream: number, step: number): number {
  return u32(seed, stream, step) / 2 ** 32;
}

/**
 * Mean 0, variance 1, within ±6: twelve uniforms less six. No logarithm, and every partial sum is exact, so it is the
 * same everywhere; the price is tails lighter than the normal's beyond about 3.5.
 */
export function gaussian(seed: number, stream: number, step: number): number {
  let sum = 0;
  for (let draw = 0; draw < 12; draw += 1) sum += uniform(seed, stream, step * 12 + draw);
  return sum - 6;
}

function mix(value: number): number {
  let hash = value;
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return hash >>> 0;
}
