import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { nameScoring } from "../app/journal/name-scoring.ts";
import { verifyStates } from "../app/journal/verify-states.ts";
import { type FleetForTests, callerOf, openFleetForTests, streamForTests } from "../fleet-for-tests.ts";
import { openReadable } from "../storage/sqlite/open-database.ts";
import { SqliteAudit } from "../storage/sqlite/audit/sqlite-audit.ts";
import { verifyInThreads } from "./verify-in-threads.ts";

const vehicles = 7;
let fleet: FleetForTests;
let address: string;
let needs: Parameters<typeof verifyInThreads>[0];

beforeAll(async () => {
  fleet = await openFleetForTests();
  for (let at = 0; at < vehicles; at += 1) {
    await fleet.send(callerOf("acme"), streamForTests({ vehicleId: `van-${at}`, frames: 10 + at }));
  }
  address = join(fleet.dataDir, "plumbline.db");
  const audit = new SqliteAudit(openReadable(address));
  needs = { audit, address, settings: defaultSettings, scoring: nameScoring(defaultSettings) };
});
afterAll(() => fleet.close());

const always = { threads: 3, worthThreads: 0 };

test("threads find of a sound store what one finds, and tell their progress", async () => {
  const done: number[] = [];
  const report = await verifyInThreads({ ...needs, onProgress: (at) => done.push(at) }, always);
  expect(report).toEqual(verifyStates(needs));
  expect(report).toMatchObject({ vehicles, entries: 91, scoresCompared: 91, differences: [] });
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("what differs is listed in the order of the vehicles, whichever thread found it", async () => {
  const database = new DatabaseSync(address);
  database.exec("UPDATE frame SET score = x'00' WHERE seq IN (3, 4)");
  database.close();
  const report = await verifyInThreads(needs, always);
  expect(report).toEqual(verifyStates(needs));
  expect(report.differences.map(({ vehicleId, seq }) => `${vehicleId} ${seq}`)).toEqual(
    Array.from({ length: vehicles }, (_, at) => [`van-${at} 3`, `van-${at} 4`]).flat(),
  );
});

test("a thread that cannot read is a fault, not a report without its vehicles", async () => {
  const nowhere = join(fleet.dataDir, "none.db");
  await expect(verifyInThreads({ ...needs, address: nowhere }, always)).rejects.toThrow(/unable to open/);
});
