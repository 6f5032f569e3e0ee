import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

import { inTransaction } from "../in-transaction.ts";
import { frameColumns } from "../journal-rows.ts";
import { isPlace, onlyEntry, ownInRange, withOwnFrames } from "../linked-frames.ts";
import { prepareQuery } from "../prepare-query.ts";

/** Rows moved in one transaction: the write-ahead log stays short, and an upgrade that is interrupted goes on from here. */
const rowsAtOnce = 5_000;
/** Texts that others lean on whose positions are at hand; those of other vehicles are found again. */
const modelsAtHand = 200_000;

/** Whether frames of schema version 19 wait to be moved. */
export function hasIndexedFrames(database: DatabaseSync): boolean {
  return (
    prepareQuery(database, "SELECT 1 FROM sqlite_schema WHERE name = 'indexed_frame'").get() !== undefined
  );
}

/**
 * Moves the frames of schema version 19 into the table of version 20, in their order, each with the position it had. Texts
 * and scores stay the bytes they are, damaged ones too.
 */
export function moveIndexedFrames(database: DatabaseSync): void {
  if (!hasIndexedFrames(database)) return;
  const mover = new FrameMover(database);
  while (mover.moveSome() > 0);
  database.exec("DROP TABLE indexed_frame");
}

type IndexedRow = Readonly<Record<string, SQLOutputValue>> & {
  readonly position: number;
  readonly vehicle_key: number;
  readonly seq: number;
  readonly like_seq: number | null;
};

/** A vehicle's newest frame that is moved. */
interface End {
  readonly seq: number;
  readonly position: number;
}

class FrameMover {
  readonly #database: DatabaseSync;
  /** Positions of texts that others lean on, by vehicle and entry. */
  readonly #models = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns how many it moved. */
  moveSome(): number {
    return inTransaction(this.#database, () => {
      const rows = prepareQuery<IndexedRow>(
        this.#database,
        "SELECT * FROM indexed_frame ORDER BY position LIMIT ?",
      ).all(rowsAtOnce);
      this.#moveAll(rows);
      const gone = this.#database.prepare("DELETE FROM indexed_frame WHERE position <= ?");
      gone.run(rows.at(-1)?.position ?? 0);
      return rows.length;
    });
  }

  #moveAll(rows: readonly IndexedRow[]): void {
    const run = prepareStatements(this.#database);
    const ends = new Map<number, End | undefined>();
    for (const row of rows) {
      const { position, vehicle_key: vehicleKey, seq, like_seq: likeSeq } = row;
      if (!ends.has(vehicleKey)) ends.set(vehicleKey, run.end.get(vehicleKey));
      const end = ends.get(vehicleKey);
      const like = likeSeq === null ? undefined : this.#positionOf(vehicleKey, likeSeq);
      const moved: IndexedRow = {
        ...row,
        back: end === undefined ? null : position - end.position,
        like_back: like === undefined ? null : position - like,
      };
      run.add.run(...frameColumns.map((column) => moved[column] ?? null));
      if (isPlace(seq, end?.seq ?? 0)) run.keepPlace.run(vehicleKey, seq, position);
      run.keepNewest.run(position, vehicleKey);
      ends.set(vehicleKey, { seq, position });
      if (likeSeq === null) this.#keepModel(vehicleKey, row);
    }
  }

  #keepModel(vehicleKey: number, { seq, position }: End): void {
    if (this.#models.size === modelsAtHand) this.#models.clear();
    this.#models.set(`${vehicleKey} ${seq}`, position);
  }

  #positionOf(vehicleKey: number, seq: number): number | undefined {
    const position =
      this.#models.get(`${vehicleKey} ${seq}`) ??
      prepareQuery<End>(
        this.#database,
        `${withOwnFrames} SELECT position, seq FROM own WHERE ${ownInRange}`,
      ).get(onlyEntry(vehicleKey, seq))?.position;
    if (position !== undefined) this.#keepModel(vehicleKey, { seq, position });
    return position;
  }
}

function prepareStatements(database: DatabaseSync) {
  const places = frameColumns.map(() => "?").join(", ");
  return {
    end: prepareQuery<End>(
      database,
      "SELECT seq, position FROM frame WHERE position = (SELECT newest_position FROM vehicle WHERE vehicle_key = ?)",
    ),
    add: database.prepare(`INSERT INTO frame (${frameColumns.join(", ")}) VALUES (${places})`),
    keepPlace: database.prepare("INSERT INTO frame_place (vehicle_key, seq, position) VALUES (?, ?, ?)"),
    keepNewest: database.prepare("UPDATE vehicle SET newest_position = ? WHERE vehicle_key = ?"),
  };
}
