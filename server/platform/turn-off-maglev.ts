import { setFlagsFromString } from "node:v8";

/**
 * Node.js 24 has this V8 to its end. Processes under it are known to end by a signal, without a word or with a failed
 * check, while its compiler Maglev works beside them on a machine short of processors: see docs/decisions/0019.
 */
export function hasUnsafeMaglev(v8Version: string): boolean {
  return v8Version.startsWith("13.6.");
}

/** For this process and every thread it begins later. TurboFan, which compiles what runs longest, stays on. */
export function turnOffMaglev(v8Version: string = process.versions.v8): void {
  if (hasUnsafeMaglev(v8Version)) setFlagsFromString("--no-maglev");
}
