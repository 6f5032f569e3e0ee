/**
 * A vehicle's frames, found from one another: each says how many positions before it the vehicle's frame before it stands.
 * The way back begins at the vehicle's newest frame, or at a place that is kept about every 64 entries, so that any entry
 * is at most so many steps away. Nothing but the table's end is written for a frame.
 */
export const placeEveryEntries = 64;

/** Whether a place is kept at a frame, the vehicle's frame before which is entry `beforeSeq` (0: none). */
export function isPlace(seq: number, beforeSeq: number): boolean {
  return Math.floor(seq / placeEveryEntries) > Math.floor(beforeSeq / placeEveryEntries);
}

/** Behind every entry: through the end of a journal. */
const endOfJournal = Number.MAX_SAFE_INTEGER;

/**
 * Begins a query; then `own` holds position and entry number of frames of the vehicle `:vehicleKey`, the newest first: all
 * of the entries after `:afterSeq` through `:throughSeq`, perhaps some newer ones, and the one before all these.
 */
export const withOwnFrames = `WITH RECURSIVE own (position, seq, back) AS (
    SELECT position, seq, back FROM frame WHERE vehicle_key = :vehicleKey AND position = coalesce(
      (SELECT position FROM frame_place WHERE vehicle_key = :vehicleKey AND seq >= :throughSeq ORDER BY seq LIMIT 1),
      (SELECT newest_position FROM vehicle WHERE vehicle_key = :vehicleKey))
    UNION ALL
    SELECT frame.position, frame.seq, frame.back FROM own CROSS JOIN frame ON frame.position = own.position - own.back
      WHERE own.seq > :afterSeq + 1 AND frame.vehicle_key = :vehicleKey)`;

/** Which of `own` were asked for. */
export const ownInRange = "own.seq > :afterSeq AND own.seq <= :throughSeq";

/** The values of `withOwnFrames`. */
export interface FrameRange {
  readonly vehicleKey: number;
  readonly afterSeq: number;
  readonly throughSeq: number;
}

/** The range of one entry. */
export function onlyEntry(vehicleKey: number, seq: number) {
  return { vehicleKey, afterSeq: seq - 1, throughSeq: seq };
}

/** The range of all entries after one. */
export function entriesAfter(vehicleKey: number, afterSeq: number) {
  return { vehicleKey, afterSeq, throughSeq: endOfJournal };
}
