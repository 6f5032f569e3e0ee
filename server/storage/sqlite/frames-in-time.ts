import type { Query } from "./prepare-query.ts";

/**
 * A vehicle's frames by capture time, without an index of times. Nearly all come in order, so that the newest capture
 * time so far grows with the entries, and a time is found by halving them. Only those that do not come in order (behind_us
 * is set) have an index.
 */
export class FramesInTime {
  readonly #newestBy: Query<Place>;

  constructor(query: <Row>(sql: string) => Query<Row>) {
    this.#newestBy = query(
      `SELECT seq, timestamp_us + ifnull(behind_us, 0) AS newestUs FROM frame
       WHERE vehicle_key = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
    );
  }

  /** The newest capture time of all its frames; null for a vehicle without. */
  newestUs(vehicleKey: number): number | null {
    return this.#newestBy.get(vehicleKey, Number.MAX_SAFE_INTEGER)?.newestUs ?? null;
  }

  /** The first entry from which on the vehicle's newest capture time is this one or later; null while it is not. */
  firstReaching(vehicleKey: number, timestampUs: number): number | null {
    const last = this.#newestBy.get(vehicleKey, Number.MAX_SAFE_INTEGER);
    if (last === undefined || last.newestUs < timestampUs) return null;
    let before = 0;
    let { seq } = last;
    while (seq - before > 1) {
      const middle = Math.floor((before + seq) / 2);
      const place = this.#newestBy.get(vehicleKey, middle);
      if (place === undefined || place.newestUs < timestampUs) before = middle;
      else ({ seq } = place);
    }
    return seq;
  }
}

interface Place {
  readonly seq: number;
  /** The newest capture time of the frames up to this entry. */
  readonly newestUs: number;
}
