import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { noChanges } from "../../../app/ports/changes.ts";
import { vehicleForTests } from "../../../vehicle-for-tests.ts";
import { radarFrame, startUs } from "../../frames-for-tests.ts";
import { recountTallies } from "../audit/recount-tallies.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { toVersion9 } from "../schema/version-9-for-tests.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";
import { SqliteStore } from "./sqlite-store.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-described-"));
  path = join(folder, "plumbline.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

const metadata = (text: string) => ({ model: text, lat: 52.5, lon: 13.4 });
/** The newest frame of van-1 came before a late one; that of van-2 says nothing of it. */
const frames = [
  [1, 1, radarFrame("van-1", 0, { metadata: metadata("old") })],
  [1, 2, radarFrame("van-1", 60, { metadata: metadata("new") })],
  [1, 3, radarFrame("van-1", 30, { metadata: metadata("late") })],
  [2, 1, radarFrame("van-2", 0, { metadata: metadata("old") })],
  [2, 2, radarFrame("van-2", 60)],
] as const;

async function olderFolder(vehicles = [1, 2]): Promise<void> {
  const database = openDatabase(path);
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({
      ...noChanges,
      scoring: "tests-1",
      vehicles: vehicles.map((vehicleKey) =>
        vehicleForTests({
          vehicleKey,
          vehicleId: `van-${vehicleKey}`,
          newestTimestampUs: startUs + 60_000_000,
        }),
      ),
      frames: frames.map(([vehicleKey, seq, frame]) => ({
        vehicleKey,
        seq,
        frame,
        receivedAtUs: startUs,
        tier: "NOMINAL",
        score: new Uint8Array([1]),
        evidenceId: null,
      })),
    }),
  );
  toVersion9(database);
  database.close();
}

function described() {
  const database = openForReading(path);
  try {
    const rows = prepareQuery<VehicleRow>(
      database,
      `SELECT ${vehicleRowColumns} FROM vehicle WHERE vehicle_key <= 2 ORDER BY vehicle_key`,
    ).all();
    expect(recountTallies(database)).toEqual([]);
    return rows.map((row) => {
      const { attributes, position, attributesAtUs } = summaryOfRow(row);
      return { attributes, position, attributesAtUs, from: row.attributes_from };
    });
  } finally {
    database.close();
  }
}

const expected = [
  {
    attributes: { model: "new" },
    position: { latitude: 52.5, longitude: 13.4 },
    attributesAtUs: startUs + 60_000_000,
    from: 2,
  },
  { attributes: {}, position: null, attributesAtUs: null, from: 2 },
];

test("an upgrade describes each vehicle by its newest frame", async () => {
  await olderFolder();
  openDatabase(path).close();
  expect(described()).toEqual(expected);
});

test("an upgrade that was interrupted is finished at the next start", async () => {
  await olderFolder(Array.from({ length: 1_500 }, (_, at) => at + 1));
  openDatabase(path).close();
  const half = new DatabaseSync(path);
  // What a first thousand, and no second one, leaves.
  half.exec("UPDATE vehicle SET attributes_from = 0 WHERE vehicle_key = 2 OR vehicle_key > 1000");
  half.exec("CREATE INDEX vehicle_undescribed ON vehicle (vehicle_key) WHERE attributes_from = 0");
  half.close();
  expect(() => openForReading(path)).toThrow("schema version 13");
  openDatabase(path).close();
  expect(described()).toEqual(expected);
});
