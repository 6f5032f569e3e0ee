import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { FrameCount } from "../../../../app/ports/changes.ts";

/** Counts of received frames older than this are not needed. */
const keptMinutes = 48 * 60;
/** As vehicle.sql has it: a block is so many minutes. */
const minutesOfBlock = [1, 16, 256] as const;

/** The frames taken in, by time of receipt. */
export class FrameTallyRows {
  readonly #add: StatementSync;
  readonly #drop: StatementSync;
  /** By organisation, the minute at which the oldest went last; what a commit that was undone brings back goes a minute later. */
  readonly #droppedBy = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      `INSERT INTO frame_tally (organisation, level, block, fleet_id, region, frames, late) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET frames = frames + excluded.frames, late = late + excluded.late`,
    );
    this.#drop = database.prepare(
      "DELETE FROM frame_tally WHERE organisation = ? AND level = ? AND block < ?",
    );
  }

  /** What is kept ends before the newest of these minutes. */
  add(counts: readonly FrameCount[]): void {
    const newest = new Map<string, number>();
    for (const { organisation, fleetId, region, minute, frames, late } of counts) {
      newest.set(organisation, Math.max(minute, newest.get(organisation) ?? minute));
      for (const [level, minutes] of minutesOfBlock.entries()) {
        this.#add.run(organisation, level, Math.floor(minute / minutes), fleetId, region ?? "", frames, late);
      }
    }
    for (const [organisation, minute] of newest) {
      if (this.#droppedBy.get(organisation) === minute) continue;
      this.#droppedBy.set(organisation, minute);
      for (const [level, minutes] of minutesOfBlock.entries()) {
        this.#drop.run(organisation, level, Math.floor((minute - keptMinutes) / minutes));
      }
    }
  }
}
