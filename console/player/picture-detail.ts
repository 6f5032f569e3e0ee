/** Share of the screen's resolution that a moving picture is drawn at. */
export const finest = 1;
const coarsest = 0.5;
/** Slower than 20 pictures a second looks like a slide show. */
const slowMs = 50;

/** What the next picture is drawn at, by how long this one came after the last. Unknown (NaN): as before. */
export function coarser(detail: number, sinceLastMs: number): number {
  return sinceLastMs > slowMs ? Math.max(coarsest, detail / 2) : detail;
}
