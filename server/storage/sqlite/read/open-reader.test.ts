import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { readingPortsContract, type ReadingStore } from "../../reading-ports.contract.ts";
import { openReader } from "./open-reader.ts";
import { openDatabase } from "../open-database.ts";
import { SqliteStore } from "../write/sqlite-store.ts";

function failTheTest(reason: string): never {
  throw new Error(`nothing may break here: ${reason}`);
}

async function openSqlite(): Promise<ReadingStore> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-reading-"));
  const file = join(folder, "ledger.db");
  const database = openDatabase(file);
  const reader = await openReader({ file, onBroken: failTheTest });
  return {
    store: new SqliteStore(database),
    reader,
    close: async () => {
      await reader.close();
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe("the SQLite store keeps the promises of the reading ports", () => {
  readingPortsContract(openSqlite);
});

test("a database that is not there is told at once", async () => {
  await expect(openReader({ file: "/nowhere/ledger.db", onBroken: failTheTest })).rejects.toThrow(
    /unable to open/,
  );
});

test("a question after the end is rejected, not left waiting", async () => {
  const opened = await openSqlite();
  await opened.close();
  const ask = opened.reader.openVehicle({ scope: { organisation: "acme", fleets: null }, vehicleId: "v" });
  await expect(ask).rejects.toThrow(/reading thread/);
});
