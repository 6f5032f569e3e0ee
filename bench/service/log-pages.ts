import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { uniform } from "../../core/scenario/counter-random.ts";
import { fleetFrames } from "../../simulator/generate-fleet.ts";
import { openReadable } from "../../server/storage/sqlite/open-database.ts";
import { prepareQuery } from "../../server/storage/sqlite/prepare-query.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder, incoming, openBenchLedger } from "./bench-ledger.ts";
import { calmFleet } from "./load-frames.ts";

/**
 * Which tables' pages a commit writes into the log: pages a commit and bytes a frame, counted in the log itself. Vehicles
 * come in another order each second, as those of a real fleet do. What is later moved into the database comes on top.
 *
 *     npm run bench:log-pages -- [--vehicles 4000] [--frames 12000] [--commit 500]
 */

const { values } = parseArgs({
  options: {
    vehicles: { type: "string", default: "4000" },
    frames: { type: "string", default: "12000" },
    commit: { type: "string", default: "500" },
  },
});
const options = {
  vehicles: Number(values.vehicles),
  frames: Number(values.frames),
  commit: Number(values.commit),
};
/** Seconds before the pages are counted. */
const warmUpS = 20;
/** As many frames as the ledger takes in one commit. */
const warmUpAtOnce = 5_000;
const tablesShown = 12;

/** SQLite's file format, section 4.1: places in the log's header and in front of each page. */
const header = { bytes: 32, pageSizeAt: 8, saltAt: 16 };
const pageHeader = { bytes: 24, saltAt: 8 };

const dataDir = mkdtempSync(join(cacheFolder(), "log-pages-"));
try {
  console.log(JSON.stringify({ ...runStamp(), options }));
  await measure();
} finally {
  rmSync(dataDir, { recursive: true });
}

async function measure(): Promise<void> {
  const { ingest, close } = await openBenchLedger(dataDir);
  const seconds = framesBySecond();
  for (const some of pieces(seconds.slice(0, warmUpS).flat(), warmUpAtOnce)) await ingest(some.map(incoming));
  const newPages = pageCounter();
  newPages();
  const counts = new Map<number, number>();
  for (const some of pieces(seconds.slice(warmUpS).flat().slice(0, options.frames), options.commit)) {
    await ingest(some.map(incoming));
    for (const page of newPages()) counts.set(page, 1 + (counts.get(page) ?? 0));
  }
  print(counts);
  await close();
}

/** Of every second a frame of each vehicle, in another order. */
function framesBySecond() {
  const { vehicles, frames } = options;
  const fleet = calmFleet(vehicles);
  return Array.from({ length: warmUpS + Math.ceil(frames / vehicles) }, (_, second) =>
    [...fleetFrames(fleet, second, second + 1)]
      .map((frame, at) => ({ frame, lot: uniform(1, second, at) }))
      .sort((one, other) => one.lot - other.lot)
      .map(({ frame }) => frame),
  );
}

function* pieces<Item>(items: readonly Item[], length: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += length) yield items.slice(from, from + length);
}

/** The pages in the log since the last call, by number. A log that is begun anew has another salt. */
function pageCounter(): () => readonly number[] {
  let seen = { salt: 0, pages: 0 };
  return () => {
    const log = readFileSync(join(dataDir, "plumbline.db-wal"));
    const salt = log.readUInt32BE(header.saltAt);
    const step = pageHeader.bytes + log.readUInt32BE(header.pageSizeAt);
    const pages: number[] = [];
    for (let at = header.bytes; at + step <= log.length; at += step) {
      if (log.readUInt32BE(at + pageHeader.saltAt) !== salt) break;
      pages.push(log.readUInt32BE(at));
    }
    const fresh = pages.slice(seen.salt === salt ? seen.pages : 0);
    seen = { salt, pages: pages.length };
    return fresh;
  };
}

function print(counts: ReadonlyMap<number, number>): void {
  const database = openReadable(join(dataDir, "plumbline.db"));
  const owners = prepareQuery<{ page: number; name: string }>(
    database,
    "SELECT pageno AS page, name FROM dbstat",
  ).all();
  const pageBytes = prepareQuery<{ page_size: number }>(database, "PRAGMA page_size").get()?.page_size ?? 0;
  database.close();
  const byTable = new Map<string, number>();
  for (const { page, name } of owners) byTable.set(name, (counts.get(page) ?? 0) + (byTable.get(name) ?? 0));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const largest = [...byTable].sort(([, one], [, other]) => other - one).slice(0, tablesShown);
  const commits = Math.ceil(options.frames / options.commit);
  console.table(
    [...largest, ["all", all] as const].map(([name, pages]) => ({
      "table or index": name,
      "pages a commit": Number((pages / commits).toFixed(1)),
      "B a frame": Math.round((pages * (pageHeader.bytes + pageBytes)) / options.frames),
    })),
  );
}
