import { mkdtempSync, rmSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { vehicleForTests } from "../../../../vehicle-for-tests.ts";
import { sensorsSha256In } from "../../../../app/journal/sensors-digest.ts";
import { noChanges } from "../../../../app/ports/changes.ts";
import { framesWithTexts, receivedText } from "../../journal-rows.ts";
import { openDatabase } from "../../open-database.ts";
import { prepareQuery } from "../../prepare-query.ts";
import { FrameRows } from "./frame-rows.ts";
import { SqliteStore } from "../sqlite-store.ts";

let folder: string;
let database: DatabaseSync;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-frames-"));
  database = openDatabase(join(folder, "plumbline.db"));
  database.exec("PRAGMA synchronous = OFF");
  const vehicles = [vehicleForTests({ vehicleKey: 1 })];
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "tests-1", vehicles }),
  );
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function frameAt(
  seq: number,
  {
    sensors = { radar_range_bias_m: seq / 100 },
    ...more
  }: { readonly sensors?: object; readonly metadata?: object } = {},
) {
  const timestampUs = seq * 1_000;
  const raw = JSON.stringify({ vehicle_id: "van-1", sensors, ...more });
  const frame = { raw, timestampUs, sensorsSha256: sensorsSha256In(raw) ?? "" };
  const rest = { vehicleKey: 1, score: new Uint8Array([1]), evidenceId: null } as const;
  return { seq, frame, receivedAtUs: 0, ...rest };
}

const stored = () =>
  prepareQuery<{ seq: number; likeSeq: number | null; raw: string }>(
    database,
    `SELECT frame.seq, model.seq AS likeSeq, ${receivedText} AS raw FROM ${framesWithTexts} ORDER BY frame.seq`,
  ).all();

test("texts lean on the newest of their pattern, on none further than 256 entries back", () => {
  const rows = new FrameRows(database);
  const lidar = { sensors: { lidar_confidence: 0.5 } };
  const frames = Array.from({ length: 300 }, (_, at) => frameAt(at + 1, at % 2 === 0 ? {} : lidar));
  rows.add(frames);
  expect(stored().map(({ raw }) => raw)).toEqual(frames.map(({ frame }) => frame.raw));
  const leans = stored().map(({ likeSeq }) => likeSeq);
  expect([leans[0], leans[1], leans[2], leans[3]]).toEqual([null, null, 1, 2]);
  expect([leans[254], leans[256], leans[257], leans[258]]).toEqual([1, null, null, 257]);
});

test("times far from the frame's come back: programs write the first or last year for none", () => {
  const rows = new FrameRows(database);
  const metadata = { calibrated: "0001-01-01T00:00:00Z", valid_until: "9999-12-31T23:59:59.999Z" };
  const frames = [1, 2, 3].map((seq) => frameAt(seq, { metadata }));
  rows.add(frames);
  expect(stored().map(({ raw }) => raw)).toEqual(frames.map(({ frame }) => frame.raw));
  expect(stored().map(({ likeSeq }) => likeSeq)).toEqual([null, 1, 1]);
});

test("after a restart the pattern is read from the newest frame", () => {
  const before = new FrameRows(database);
  before.add([1, 2].map((seq) => frameAt(seq)));
  const after = new FrameRows(database);
  after.add([3, 4].map((seq) => frameAt(seq)));
  expect(stored().map(({ likeSeq }) => likeSeq)).toEqual([null, 1, 1, 1]);
});

test("no text leans on one whose transaction was undone", async () => {
  const store = new SqliteStore(database);
  const write = (seqs: readonly number[], fault?: Error) =>
    store.transact(async (transaction) => {
      const vehicles = [vehicleForTests({ vehicleKey: 1 })];
      const frames = seqs.map((seq) => {
        const { frame, ...rest } = frameAt(seq);
        const named = {
          ...frame,
          vehicleId: "van-1",
          timestamp: "",
          sensors: "{}",
          warnings: [],
          dropped: [],
          reading: { timestampUs: frame.timestampUs },
        };
        return { ...rest, frame: named };
      });
      await transaction.write({ ...noChanges, scoring: "tests-1", vehicles, frames });
      if (fault !== undefined) throw fault;
    });
  await expect(write([1, 2], new Error("no room"))).rejects.toThrow("no room");
  await write([1, 2]);
  await write([3]);
  expect(stored()).toEqual(
    [1, 2, 3].map((seq) => ({ seq, likeSeq: seq === 1 ? null : 1, raw: frameAt(seq).frame.raw })),
  );
});

test("a frame is found by its whole identity, whatever shares its time or the stored part of its digest", () => {
  const rows = new FrameRows(database);
  const one = frameAt(1);
  rows.add([one]);
  const { timestampUs, sensorsSha256 } = one.frame;
  const find = (more: object = {}) => rows.find({ vehicleKey: 1, timestampUs, sensorsSha256, ...more });
  expect(find()).toEqual({ seq: 1, score: new Uint8Array([1]), evidenceId: null });
  expect(find({ timestampUs: timestampUs + 1 })).toBeNull();
  expect(find({ vehicleKey: 2 })).toBeNull();
  expect(find({ sensorsSha256: `${sensorsSha256.slice(0, 8)}${"0".repeat(56)}` })).toBeNull();
  database.exec("UPDATE frame SET text = '{'");
  expect(find()).toMatchObject({ seq: 1 });
});

test("frames that do not come in order are found as those that do, also after a restart", () => {
  const timesUs = [50, 10, 60, 60, 20, 70, 5, 80, 60];
  const frames = timesUs.map((timestampUs, at) => {
    const one = frameAt(at + 1);
    return { ...one, frame: { ...one.frame, timestampUs } };
  });
  let rows = new FrameRows(database);
  rows.add(frames.slice(0, 4));
  rows = new FrameRows(database);
  rows.add(frames.slice(4));
  const found = frames.map(({ frame }) => rows.find({ vehicleKey: 1, ...frame })?.seq);
  expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const behind = database.prepare("SELECT behind_us FROM frame ORDER BY seq").all();
  expect(behind.map((row) => row["behind_us"])).toEqual([null, 40, null, 0, 40, null, 65, null, 20]);
  const { sensorsSha256 } = frames[0]!.frame;
  expect(rows.find({ vehicleKey: 1, timestampUs: 60, sensorsSha256 })).toBeNull();
});

test("frames of more vehicles than are at hand are linked as those of few", async () => {
  const vehicles = [1, 2, 3].map((vehicleKey) =>
    vehicleForTests({ vehicleKey, vehicleId: `van-${vehicleKey}` }),
  );
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "tests-1", vehicles }),
  );
  const rows = new FrameRows(database, 1);
  const frameOf = (vehicleKey: number, seq: number) => ({ ...frameAt(seq), vehicleKey });
  rows.add([frameOf(1, 1), frameOf(2, 1), frameOf(1, 2), frameOf(3, 1), frameOf(1, 3)]);
  rows.add([frameOf(2, 2), frameOf(1, 4), frameOf(2, 3), frameOf(1, 5)]);
  const links = database.prepare("SELECT vehicle_key, back FROM frame ORDER BY position").all();
  const backs = [null, null, 2, null, 2, 4, 2, 2, 2];
  expect(links.map((row) => row["back"])).toEqual(backs);
});
