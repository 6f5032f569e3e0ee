import type * as Engine from "./engine/heart.ts";

/** The engine: its functions, and the memory that they work in. Addresses are bytes, numbers little-endian. */
export type Heart = typeof Engine & { readonly memory: { readonly buffer: ArrayBuffer } };

/** From here on memory is a caller's own: below are the engine's tables and working rows. */
export const freeMemory = 65_536;

/** An instance of the compiled engine (heart.wasm) with memory of its own. It imports nothing. */
export function openHeart(compiled: WebAssembly.Module, mebibytes = 16): Heart {
  const heart = new WebAssembly.Instance(compiled).exports as unknown as Heart & {
    readonly memory: WebAssembly.Memory;
  };
  const pages = mebibytes * 16 - heart.memory.buffer.byteLength / 65_536;
  if (pages > 0) heart.memory.grow(pages);
  return heart;
}
