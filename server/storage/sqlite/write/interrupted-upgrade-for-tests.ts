import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";

import { openDatabase, openForReading } from "../open-database.ts";

/**
 * Opens a folder of an earlier version while the power goes after a frame's position: what was moved until then stays
 * moved, nobody reads the rest meanwhile, and the next start may finish it.
 */
export function interruptUpgrade(
  path: string,
  { version, afterPosition, moved }: { version: number; afterPosition: number; moved: number },
): void {
  withDatabase(path, (older) =>
    older.exec(`CREATE TRIGGER stop BEFORE DELETE ON frame WHEN OLD.position > ${afterPosition}
      BEGIN SELECT RAISE(ABORT, 'the power went'); END`),
  );
  expect(() => openDatabase(path)).toThrow("the power went");
  expect(() => openForReading(path)).toThrow(`schema version ${version}`);
  withDatabase(path, (half) => {
    expect(half.prepare("SELECT count(*) AS moved FROM frame").get()).toEqual({ moved });
    half.exec("DROP TRIGGER stop");
  });
}

function withDatabase(path: string, act: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(path);
  try {
    act(database);
  } finally {
    database.close();
  }
}
