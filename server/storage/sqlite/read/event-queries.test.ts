import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { SqliteStore } from "../write/sqlite-store.ts";
import { eventReaderContract } from "../../event-reader.contract.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { toVersion9 } from "../schema/version-9-for-tests.ts";
import { vehicleWith } from "../../reading-ports.contract.ts";
import { eventQueries } from "./event-queries.ts";
import { ReadingDatabase } from "./reading-database.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-events-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the SQLite store keeps the promises about events", () => {
  eventReaderContract(async () => {
    const database = openDatabase(join(folder, "plumbline.db"));
    const reading = openForReading(join(folder, "plumbline.db"));
    const queries = eventQueries(new ReadingDatabase(reading));
    return {
      store: new SqliteStore(database),
      reader: {
        readEvents: async (ask) => queries.readEvents(ask),
        findEventSpan: async (ask) => queries.findEventSpan(ask),
      },
      async close() {
        reading.close();
        database.close();
      },
    };
  });
});

test("an upgrade from version 9 has no events, and of vehicles silent for long nobody will be told", async () => {
  const path = join(folder, "plumbline.db");
  const before = openDatabase(path);
  const changes = vehicleWith(1);
  const [vehicle] = changes.vehicles;
  const { lastReceivedUs = 0 } = vehicle ?? {};
  const old = lastReceivedUs - 2 * 86_400_000_000;
  await new SqliteStore(before).transact((transaction) =>
    transaction.write({
      ...changes,
      vehicles: [
        ...changes.vehicles,
        { ...vehicle!, vehicleKey: 2, vehicleId: "gone", firstReceivedUs: old, lastReceivedUs: old },
      ],
    }),
  );
  toVersion9(before);
  before.close();
  const after = openDatabase(path);
  const silent = prepareQuery<{ id: string; since: number }>(
    after,
    "SELECT vehicle_id AS id, silent_since_us AS since FROM vehicle WHERE silent_since_us IS NOT NULL",
  );
  expect(silent.all()).toEqual([{ id: "gone", since: old }]);
  expect(after.prepare("SELECT count(*) AS n FROM event").get()).toEqual({ n: 0 });
  after.close();
});
