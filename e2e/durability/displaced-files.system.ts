import { copyFileSync, cpSync, linkSync, mkdirSync, renameSync, truncateSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { runPlumbline } from "../service-process.ts";
import { ServiceFolder, mayMount } from "./service-folder.ts";

/** Somebody takes the files away under a service at work: what is not in its folder must not be acknowledged. */
const place = new ServiceFolder("displaced");
if (!mayMount) console.warn("displaced-files.system.ts mounts nothing: it may not here.");

const database = () => join(place.dataDir, "plumbline.db");
const elsewhere = () => place.at("elsewhere");

interface Cell {
  readonly name: string;
  readonly act: () => void;
  /** What /readyz says of it. */
  readonly says: RegExp;
  /** What was acknowledged is in the folder when the service starts again. */
  readonly isKept: boolean;
}

const cells: readonly Cell[] = [
  {
    name: "the database is deleted",
    act: () => unlinkSync(database()),
    says: /^The database file was deleted or moved/,
    isKept: false,
  },
  {
    name: "the database is renamed within its folder",
    act: () => renameSync(database(), `${database()}.old`),
    says: /^The database file was deleted or moved/,
    isKept: false,
  },
  {
    name: "the database is deleted and a hard link to it stays elsewhere",
    act() {
      linkSync(database(), elsewhere());
      unlinkSync(database());
    },
    says: /^The database file was deleted or moved/,
    isKept: false,
  },
  {
    name: "a copy of the database is put in its place",
    act() {
      copyFileSync(database(), elsewhere());
      renameSync(elsewhere(), database());
    },
    says: /^The database file was replaced/,
    isKept: false,
  },
  {
    name: "the database is cut short",
    act: () => truncateSync(database(), 0),
    says: /^The database file was cut short/,
    isKept: false,
  },
  {
    name: "the write-ahead log is deleted",
    act: () => unlinkSync(`${database()}-wal`),
    says: /write-ahead log was deleted/,
    isKept: true,
  },
  {
    name: "the log's index is deleted",
    act: () => unlinkSync(`${database()}-shm`),
    says: /^The index .* was deleted/,
    isKept: true,
  },
  {
    name: "the lock file is deleted",
    act: () => unlinkSync(join(place.dataDir, "writer.lock")),
    says: /lock file was deleted/,
    isKept: true,
  },
  {
    name: "the folder is renamed",
    act: () => renameSync(place.dataDir, elsewhere()),
    says: /^The data folder was renamed or deleted/,
    isKept: false,
  },
  {
    name: "a copy of the folder is put in its place",
    act() {
      cpSync(place.dataDir, elsewhere(), { recursive: true });
      renameSync(place.dataDir, place.at("first"));
      renameSync(elsewhere(), place.dataDir);
    },
    says: /^The data folder was replaced/,
    isKept: false,
  },
  ...(mayMount
    ? [
        {
          name: "something is mounted over the folder",
          act: () => place.mount(place.dataDir, "1m"),
          says: /^The data folder was replaced, or something was mounted over it/,
          isKept: false,
        },
      ]
    : []),
];

const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
const startMs = Date.UTC(2026, 2, 1);

function frameOf(vehicle: string, at: number): object {
  const timestamp = new Date(startMs + at * 1_000).toISOString();
  return { vehicle_id: vehicle, timestamp, sensors: { radar_range_bias_m: 0.01 } };
}

/** Sends groups of frames one after another, until three in a row were refused. */
async function hammer(url: string, vehicle: string, groupSize: number) {
  const acknowledged: number[] = [];
  const refused: number[] = [];
  let refusedInARow = 0;
  let isTakenAfterRefusal = false;
  for (let at = 0; refusedInARow < 3; at += groupSize) {
    const group = Array.from({ length: groupSize }, (_, offset) => frameOf(vehicle, at + offset));
    const body = JSON.stringify(groupSize === 1 ? group[0] : group);
    const answer = await fetch(`${url}/v1/telemetry/ingest`, { method: "POST", headers, body });
    const text = await answer.text();
    const numbers = group.map((_, offset) => at + offset);
    if (answer.status === 200) {
      isTakenAfterRefusal ||= refused.length > 0;
      acknowledged.push(...numbers);
    } else {
      expect(answer.status, text).toBe(503);
      expect(JSON.parse(text)).toMatchObject({ code: "storage_unavailable" });
      refused.push(...numbers);
    }
    refusedInARow = answer.status === 200 ? 0 : refusedInARow + 1;
  }
  return { acknowledged: acknowledged.length, refused, isTakenAfterRefusal };
}

async function framesStored(url: string, vehicle: string): Promise<number> {
  const answer = await fetch(`${url}/v1/vehicles/${vehicle}`, { headers });
  if (answer.status === 404) return 0;
  return ((await answer.json()) as { frames: number }).frames;
}

test.each(cells)(
  "$name: nothing is acknowledged any more, and what was before can still be read",
  async ({ act, says, isKept }) => {
    mkdirSync(place.dataDir);
    const url = await place.start();
    const loads = [
      { vehicle: "single", size: 1 },
      { vehicle: "batch", size: 20 },
    ];
    const sending = loads.map(({ vehicle, size }) => hammer(url, vehicle, size));
    await expect.poll(() => framesStored(url, "batch").catch(() => 0)).toBeGreaterThan(60);
    act();
    const sent = await Promise.all(sending);

    expect(sent.map(({ isTakenAfterRefusal }) => isTakenAfterRefusal)).toEqual([false, false]);
    const readiness = await fetch(`${url}/readyz`);
    expect(readiness.status).toBe(503);
    expect((await readiness.json()) as object).toMatchObject({
      status: "unavailable",
      checks: { store: expect.stringMatching(says) as unknown },
    });
    expect((await fetch(`${url}/health`)).status).toBe(503);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    await expect.poll(() => place.service.said()).toContain("the store's files were taken away");
    expect(place.service.said()).toContain("save what you need before you stop it");
    for (const [at, { vehicle, size }] of loads.entries()) {
      // The group that was on its way to the disk at that moment may be there; nothing after it is.
      const stored = await framesStored(url, vehicle);
      expect(stored).toBeGreaterThanOrEqual(sent[at]!.acknowledged);
      expect(stored).toBeLessThanOrEqual(sent[at]!.acknowledged + size);
    }
    expect(await place.end()).toBe(0);
    if (!isKept) return;

    await place.start();
    for (const [at, { vehicle, size }] of loads.entries()) {
      const { acknowledged, refused } = sent[at]!;
      const stored = await framesStored(place.service.url, vehicle);
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      expect(stored).toBeLessThanOrEqual(acknowledged + size);
      const body = JSON.stringify(refused.map((number) => frameOf(vehicle, number)));
      await fetch(`${place.service.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
      expect(await framesStored(place.service.url, vehicle)).toBe(acknowledged + refused.length);
    }
  },
);

test("readiness tells that the database is gone although nobody writes", async () => {
  const url = await place.start();
  unlinkSync(database());
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
});

test("a service whose database is gone does not begin another log in the folder of the first", async () => {
  await place.start();
  unlinkSync(database());
  await place.end();
  const again = await runPlumbline(["serve", "--dev", "--port", "0", "--data-dir", place.dataDir]);
  expect(again.exitCode).not.toBe(0);
  expect(again.err).toMatch(/plumbline\.db is missing, but a log of \d+ entries was signed in this folder/);
  expect(again.err).toContain("Put the newest copy of the database back");
  const administered = await runPlumbline([
    "keys",
    "create",
    "--org",
    "acme",
    "--name",
    "n",
    "--preset",
    "admin",
    "--data-dir",
    place.dataDir,
  ]);
  expect(administered.exitCode).not.toBe(0);
  const still = await runPlumbline(["serve", "--dev", "--port", "0", "--data-dir", place.dataDir]);
  expect(still.err).toContain("is missing, but a log of");
});
