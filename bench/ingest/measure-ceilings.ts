import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { type DiskProbe, probeDisk } from "../service/disk-probe.ts";

/** What the pieces cost that no service of the kind can do without, in the same minute, on one thread. */
export interface Ceilings extends DiskProbe {
  /** JSON.parse of the bytes: processor time a frame. */
  readonly parseCpuUs: number;
  /** The same rows into SQLite, on the disk: processor time a frame, and time on the clock. */
  readonly insertCpuUs: number;
  readonly insertUs: number;
  /** The same bytes into a file, on the disk: time on the clock a frame. */
  readonly fdatasyncUs: number;
}

/** A thread's time is known to a few milliseconds: parsing is done again until it takes many. */
const framesParsed = 60_000;

/** Of frames in groups of so many: a request's, or those that one commit can hold. */
export function measureCeilings(
  frames: readonly string[],
  { group, folder }: { readonly group: number; readonly folder: string },
): Ceilings {
  const groups = Array.from({ length: Math.ceil(frames.length / group) }, (_, at) =>
    frames.slice(at * group, (at + 1) * group),
  );
  const bodies = groups.map((some) => Buffer.from(`[${some.join(",")}]`));
  const times = Math.ceil(framesParsed / frames.length);
  const parsed = timed(() => {
    for (let time = 0; time < times; time += 1) bodies.forEach((body) => JSON.parse(body.toString()));
  });
  const inserted = insertAll(groups, folder);
  const synced = syncAll(bodies, folder);
  return {
    parseCpuUs: parsed.cpuUs / (times * frames.length),
    insertCpuUs: inserted.cpuUs / frames.length,
    insertUs: inserted.tookUs / frames.length,
    fdatasyncUs: synced.tookUs / frames.length,
    ...probeDisk(folder),
  };
}

/** Text and a score of 64 bytes as a row, the vehicle's place in the order of frames as its key. */
function insertAll(groups: readonly (readonly string[])[], folder: string) {
  const database = new DatabaseSync(join(folder, `ceiling-${process.hrtime.bigint()}.db`));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec("CREATE TABLE frames (seq INTEGER PRIMARY KEY, frame TEXT NOT NULL, score BLOB NOT NULL)");
  const insert = database.prepare("INSERT INTO frames (frame, score) VALUES (?, ?)");
  const score = new Uint8Array(64);
  const spent = timed(() => {
    for (const group of groups) {
      database.exec("BEGIN");
      for (const frame of group) insert.run(frame, score);
      database.exec("COMMIT");
    }
  });
  database.close();
  return spent;
}

function syncAll(bodies: readonly Buffer[], folder: string) {
  const file = openSync(join(folder, "ceiling.bytes"), "w");
  const spent = timed(() => {
    for (const body of bodies) {
      writeSync(file, body);
      fdatasyncSync(file);
    }
  });
  closeSync(file);
  return spent;
}

function timed(work: () => void): { readonly tookUs: number; readonly cpuUs: number } {
  const before = process.threadCpuUsage();
  const beganMs = performance.now();
  work();
  const tookUs = 1000 * (performance.now() - beganMs);
  const { user, system } = process.threadCpuUsage(before);
  return { tookUs, cpuUs: user + system };
}
