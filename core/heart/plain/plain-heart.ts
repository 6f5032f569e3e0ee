import type { Heart } from "../open-heart.ts";

/**
 * The plain form of the engine: its sources as they stand, run by Node. This defines the numbers and instructions that
 * AssemblyScript knows (../engine/machine.d.ts), over one buffer, with the same bits: binary32 by Math.fround, lanes one by
 * one. For tests, coverage and the debugger; thousands of times slower than the compiled form.
 */

const bytes = 16 * 1024 * 1024;
const buffer = new ArrayBuffer(bytes);
const view = new DataView(buffer);
const whole = new Int32Array(buffer);

interface Lanes {
  readonly floats: Float32Array;
  readonly whole: Int32Array;
}
function newLanes(): Lanes {
  const own = new ArrayBuffer(16);
  return { floats: new Float32Array(own), whole: new Int32Array(own) };
}
/** Results of instructions, in a ring: none but a splat outlives the next 256. */
const ring = Array.from({ length: 256 }, newLanes);
let newest = 0;
function lanesOf(): Lanes {
  newest = (newest + 1) & 255;
  return ring[newest]!;
}
/** Lane by lane, as binary32. */
function each(a: Lanes, b: Lanes, of: (a: number, b: number) => number): Lanes {
  const result = lanesOf();
  for (let lane = 0; lane < 4; lane += 1) result.floats[lane] = of(a.floats[lane]!, b.floats[lane]!);
  return result;
}
/** Lane by lane, as whole numbers of 32 bits. */
function eachWhole(a: Lanes, of: (lane: number, a: number) => number): Lanes {
  const result = lanesOf();
  for (let lane = 0; lane < 4; lane += 1) result.whole[lane] = of(lane, a.whole[lane]!);
  return result;
}
function compared(a: Lanes, b: Lanes, of: (a: number, b: number) => boolean): Lanes {
  return eachWhole(a, (lane) => (of(a.floats[lane]!, b.floats[lane]!) ? -1 : 0));
}

const f32x4 = {
  splat: (value: number) => {
    const result = newLanes();
    result.floats.fill(value);
    return result;
  },
  add: (a: Lanes, b: Lanes) => each(a, b, (x, y) => x + y),
  sub: (a: Lanes, b: Lanes) => each(a, b, (x, y) => x - y),
  mul: (a: Lanes, b: Lanes) => each(a, b, (x, y) => x * y),
  abs: (a: Lanes) => each(a, a, Math.abs),
  pmin: (a: Lanes, b: Lanes) => each(a, b, (x, y) => (y < x ? y : x)),
  pmax: (a: Lanes, b: Lanes) => each(a, b, (x, y) => (x < y ? y : x)),
  gt: (a: Lanes, b: Lanes) => compared(a, b, (x, y) => x > y),
  ge: (a: Lanes, b: Lanes) => compared(a, b, (x, y) => x >= y),
};
const i32x4 = {
  splat: (value: number) => {
    const result = newLanes();
    result.whole.fill(value);
    return result;
  },
  shl: (a: Lanes, places: number) => eachWhole(a, (_, x) => x << places),
  shr_u: (a: Lanes, places: number) => eachWhole(a, (_, x) => x >>> places),
  bitmask: (a: Lanes) => a.whole.reduce((mask, x, lane) => mask | (x < 0 ? 1 << lane : 0), 0),
};
const v128 = {
  load: (at: number) => eachWhole(lanesOf(), (lane) => whole[(at >> 2) + lane]!),
  store: (at: number, value: Lanes) => {
    whole.set(value.whole, at >> 2);
  },
  and: (a: Lanes, b: Lanes) => eachWhole(a, (lane, x) => x & b.whole[lane]!),
  or: (a: Lanes, b: Lanes) => eachWhole(a, (lane, x) => x | b.whole[lane]!),
};

Object.assign(globalThis, {
  f64: Object.assign((value: number) => value, {
    load: (at: number, offset = 0) => view.getFloat64(at + offset, true),
    store: (at: number, value: number, offset = 0) => {
      view.setFloat64(at + offset, value, true);
    },
  }),
  f32: Object.assign(Math.fround.bind(Math), {
    load: (at: number, offset = 0) => view.getFloat32(at + offset, true),
    store: (at: number, value: number, offset = 0) => {
      view.setFloat32(at + offset, value, true);
    },
  }),
  i32: Object.assign((value: number) => Math.trunc(value), {
    load: (at: number, offset = 0) => view.getInt32(at + offset, true),
    store: (at: number, value: number, offset = 0) => {
      view.setInt32(at + offset, value, true);
    },
  }),
  usize: (value: number) => value,
  memory: {
    copy: (to: number, from: number, length: number) => {
      new Uint8Array(buffer).copyWithin(to, from, from + length);
    },
    fill: (at: number, value: number, length: number) => {
      new Uint8Array(buffer, at, length).fill(value);
    },
  },
  f32x4,
  i32x4,
  v128,
});

/** The engine's sources as Node runs them, one for the whole process; after the machine, which their tables are laid with. */
export const plainHeart: Heart = { ...(await import("../engine/heart.ts")), memory: { buffer } };
