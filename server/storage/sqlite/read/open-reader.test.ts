import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import { describe, expect, test, vi } from "vitest";

import { defaultSettings } from "../../../../core/scoring/settings/settings.ts";
import { analyticsReaderContract } from "../../analytics-reader.contract.ts";
import { readingPortsContract, vehicleWith, type ReadingStore } from "../../reading-ports.contract.ts";
import { openReaderHere } from "../store-here-for-tests.ts";
import { ownJson } from "../../../app/own-json.ts";
import type { SeriesValues } from "../../../app/ports/reading/vehicle-analysis.ts";
import { openReader, type ReaderOptions, type SqliteReader } from "./open-reader.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { journalReader } from "./journal-reader.ts";
import { ReadingDatabase } from "./reading-database.ts";
import { SqliteStore } from "../write/sqlite-store.ts";

function failTheTest(reason: string): never {
  throw new Error(`nothing may break here: ${reason}`);
}

const options = { settings: defaultSettings, onBroken: failTheTest };

async function openSqlite(
  open: (given: ReaderOptions) => Promise<SqliteReader> = openReaderHere,
): Promise<ReadingStore & { readonly reader: SqliteReader }> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-reading-"));
  const file = join(folder, "ledger.db");
  const database = openDatabase(file);
  database.exec("PRAGMA synchronous = OFF");
  const reader = await open({ file, ...options });
  const reading = openForReading(file);
  return {
    store: new SqliteStore(database),
    reader,
    journal: journalReader(new ReadingDatabase(reading)),
    close: async () => {
      await reader.close();
      reading.close();
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe("the SQLite store keeps the promises of the reading ports", () => {
  readingPortsContract(() => openSqlite());
});
describe("the SQLite store answers questions about a whole fleet", () => {
  analyticsReaderContract(() => openSqlite());
});

test("a database that is not there is reported at once", async () => {
  await expect(openReader({ file: "/nowhere/ledger.db", ...options })).rejects.toThrow(/unable to open/);
});

test("a question after the end is rejected, not left waiting", async () => {
  const opened = await openSqlite(openReader);
  await opened.close();
  const ask = opened.reader.openVehicle({ scope: { organisation: "acme", fleets: null }, vehicleId: "v" });
  await expect(ask).rejects.toThrow(/reading thread/);
});

test("what looks at every vehicle, or is long, is asked of a thread of its own, begun by the first such question", async () => {
  const opened = await openSqlite(openReader);
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  const filter = { scope: { organisation: "acme", fleets: null }, regions: null, silentBeforeUs: 0 };
  await opened.reader.countShares({ filter, caseTiers: ["CRITICAL"], caseAttributes: [] });
  await opened.reader.openVehicle({ scope: filter.scope, vehicleId: "v" });
  await opened.reader.countAttributes({ filter, names: 1, values: 1 });
  const list = {
    filter,
    tiers: null,
    order: "urgency",
    after: null,
    actionable: false,
  } as const;
  const series = { vehicleKey: 1, fromUs: 0, toUs: 1 };
  for (const limit of [50, 1_000]) await opened.reader.listVehicles({ ...list, limit });
  for (const points of [500, 10_000]) await opened.reader.gatherSeries({ ...series, points });
  const asked = sent.mock.calls.map(
    ([call], at) => [sent.mock.contexts[at], (call as { readonly method: string }).method] as const,
  );
  sent.mockRestore();
  expect(asked.map(([, method]) => method)).toEqual([
    "open",
    "countShares",
    "openVehicle",
    "countAttributes",
    "listVehicles",
    "listVehicles",
    "gatherSeries",
    "gatherSeries",
  ]);
  const [first] = asked.map(([thread]) => thread);
  const isOfItsOwn = asked.map(([thread]) => thread === first);
  expect(isOfItsOwn).toEqual([true, true, false, true, false, true, false, true]);
  await opened.close();
});

test("a series is one question to the thread, its answer is its points, and others are answered meanwhile", async () => {
  const opened = await openSqlite(openReader);
  const { store, reader } = opened;
  const frames = 8_000;
  await store.transact((transaction) => transaction.write(vehicleWith(frames)));
  const sent = vi.spyOn(Worker.prototype, "postMessage");
  const answered: string[] = [];
  const span = { vehicleKey: 1, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER };
  const [series] = await Promise.all([
    reader.gatherSeries({ ...span, points: 10 }).finally(() => answered.push("series")),
    reader.readHistory({ vehicleKey: 1, limit: 1 }).finally(() => answered.push("history")),
  ]);
  expect(sent).toHaveBeenCalledTimes(2);
  sent.mockRestore();
  expect(series.covered.frames).toBe(frames);
  expect(ownJson<SeriesValues>(series.columnsJson).frame_seqs).toEqual(
    Array.from({ length: 10 }, (_, at) => (at + 1) * 800),
  );
  expect(answered).toEqual(["history", "series"]);
  await opened.close();
});
