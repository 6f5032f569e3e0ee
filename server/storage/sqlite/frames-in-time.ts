import { ownFrames } from "./journal-rows.ts";
import { ownInRange, placeEveryEntries, withOwnFrames } from "./linked-frames.ts";
import type { Query } from "./prepare-query.ts";

/** A vehicle's frame that is the first to reach a capture time. */
export interface FrameFound {
  readonly seq: number;
  readonly position: number;
}

/**
 * A vehicle's frames by capture time, without an index of times. Nearly all come in order, so that the newest capture
 * time so far grows with the entries, and a time is found by halving them. Only those that do not come in order (behind_us
 * is set) have an index.
 */
export class FramesInTime {
  readonly #newest: Query<Place>;
  readonly #placeBy: Query<Place>;
  readonly #placeFrom: Query<Place>;
  readonly #firstIn: Query<FrameFound>;

  constructor(query: <Row>(sql: string) => Query<Row>) {
    this.#newest = query(
      `SELECT frame.seq, ${newestUs} AS newestUs FROM vehicle JOIN frame ON frame.position = newest_position
       WHERE vehicle.vehicle_key = ?`,
    );
    const placesIn = `SELECT place.seq, ${newestUs} AS newestUs FROM frame_place AS place JOIN frame USING (position)
       WHERE place.vehicle_key = ? AND place.seq BETWEEN ? AND ?`;
    this.#placeBy = query(`${placesIn} ORDER BY place.seq DESC LIMIT 1`);
    this.#placeFrom = query(`${placesIn} ORDER BY place.seq LIMIT 1`);
    this.#firstIn = query(
      `${withOwnFrames} SELECT own.seq, own.position FROM ${ownFrames}
       WHERE ${ownInRange} AND ${newestUs} >= :timestampUs ORDER BY own.seq LIMIT 1`,
    );
  }

  /** The newest capture time of all its frames; null for a vehicle without. */
  newestUs(vehicleKey: number): number | null {
    return this.#newest.get(vehicleKey)?.newestUs ?? null;
  }

  /** The first frame from which on the vehicle's newest capture time is this one or later; null while it is not. */
  firstReaching(vehicleKey: number, timestampUs: number): FrameFound | null {
    const last = this.#newest.get(vehicleKey);
    if (last === undefined || last.newestUs < timestampUs) return null;
    let afterSeq = 0;
    let throughSeq = last.seq;
    while (throughSeq - afterSeq > placeEveryEntries) {
      const place = this.#placeBetween(vehicleKey, afterSeq, throughSeq);
      if (place === undefined) break;
      if (place.newestUs < timestampUs) afterSeq = place.seq;
      else throughSeq = place.seq;
    }
    // Between two places that are kept its frames are gone through.
    return this.#firstIn.get({ vehicleKey, afterSeq, throughSeq, timestampUs }) ?? null;
  }

  /** A kept place about in the middle between two entries, neither included. */
  #placeBetween(vehicleKey: number, afterSeq: number, endSeq: number): Place | undefined {
    const middle = Math.floor((afterSeq + endSeq) / 2);
    return (
      this.#placeBy.get(vehicleKey, afterSeq + 1, middle) ??
      this.#placeFrom.get(vehicleKey, middle + 1, endSeq - 1)
    );
  }
}

/** The newest capture time of the frames up to one. */
const newestUs = "frame.timestamp_us + ifnull(frame.behind_us, 0)";

interface Place {
  readonly seq: number;
  readonly newestUs: number;
}
