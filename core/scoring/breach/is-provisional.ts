import type { Breach } from "../model/state.ts";

/** Whether what a vehicle is accused of rests on an early verdict alone. */
export function isProvisional(breach: Breach | null): boolean {
  return breach !== null && breach.early !== null && !breach.early.confirmed;
}
