import { setFlagsFromString } from "node:v8";

/**
 * Node.js 24 has this V8 to its end. Where threads share WebAssembly, as Node's own `fetch` and its stripping of types
 * do, it may free one compiled wrapper twice and end the process by a signal: see docs/decisions/0019.
 */
export function freesWasmCodeTwice(v8Version: string): boolean {
  return v8Version.startsWith("13.6.");
}

/** For this process and all its threads: compiled WebAssembly is freed with its module, and no sooner. */
export function keepWasmCode(v8Version: string = process.versions.v8): void {
  if (freesWasmCodeTwice(v8Version)) setFlagsFromString("--no-wasm-code-gc");
}
