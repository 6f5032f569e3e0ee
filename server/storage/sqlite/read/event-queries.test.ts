import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe } from "vitest";

import { SqliteStore } from "../write/sqlite-store.ts";
import { eventReaderContract } from "../../event-reader.contract.ts";
import { openDatabase, openForReading } from "../open-database.ts";
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
    database.exec("PRAGMA synchronous = OFF");
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
