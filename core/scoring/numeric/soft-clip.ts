import { exp } from "./exp.ts";
import { ln } from "./ln.ts";

/**
 * The normal score of a Student t variable with the given degrees of freedom (Wallace 1959, "Bounds on normal
 * approximations to Student's and the chi-square distributions"): heavy-tailed noise becomes nearly normal, and one
 * outlying value is worth at most a few σ.
 */
export function softClip(u: number, degrees: number): number {
  const size = Math.sqrt(degrees * ln(1 + (u * u) / degrees)) * ((8 * degrees + 1) / (8 * degrees + 3));
  return u < 0 ? -size : size;
}

/** The value of which this is the soft clip. */
export function unclipped(clipped: number, degrees: number): number {
  const score = (clipped * (8 * degrees + 3)) / (8 * degrees + 1);
  const size = Math.sqrt(degrees * (exp((score * score) / degrees) - 1));
  return clipped < 0 ? -size : size;
}
