import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { runPlumbline, startServiceProcess, type ServiceProcess } from "../service-process.ts";

/** Somebody takes the files away under a service at work: what is not in its folder must not be acknowledged. */
let folder: string;
let dataDir: string;
let service: ServiceProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-displaced-"));
  dataDir = join(folder, "data");
});
afterEach(async () => {
  await service?.kill();
  service = null;
  if (mountsHere.delete(dataDir)) spawnSync("umount", [dataDir]);
  rmSync(folder, { recursive: true });
});

const mountsHere = new Set<string>();
const canMount = (() => {
  const place = mkdtempSync(join(tmpdir(), "plumbline-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", place]).status === 0;
  if (isMounted) spawnSync("umount", [place]);
  rmSync(place, { recursive: true });
  return isMounted;
})();
if (!canMount) console.warn("displaced-files.system.ts mounts nothing: it may not here.");

const database = () => join(dataDir, "plumbline.db");
const elsewhere = () => join(folder, "elsewhere");

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
    act: () => unlinkSync(join(dataDir, "writer.lock")),
    says: /lock file was deleted/,
    isKept: true,
  },
  {
    name: "the folder is renamed",
    act: () => renameSync(dataDir, elsewhere()),
    says: /^The data folder was renamed or deleted/,
    isKept: false,
  },
  {
    name: "a copy of the folder is put in its place",
    act() {
      cpSync(dataDir, elsewhere(), { recursive: true });
      renameSync(dataDir, join(folder, "first"));
      renameSync(elsewhere(), dataDir);
    },
    says: /^The data folder was replaced/,
    isKept: false,
  },
  ...(canMount
    ? [
        {
          name: "something is mounted over the folder",
          act() {
            spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", dataDir]);
            mountsHere.add(dataDir);
          },
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
    mkdirSync(dataDir);
    service = await startServiceProcess({ dataDir, port: 0 });
    const { url } = service;
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
    await expect
      .poll(() => service?.said(), { timeout: 60_000 })
      .toContain("the store's files were taken away");
    expect(service.said()).toContain("save what you need before you stop it");
    for (const [at, { vehicle, size }] of loads.entries()) {
      // The group that was on its way to the disk at that moment may be there; nothing after it is.
      const stored = await framesStored(url, vehicle);
      expect(stored).toBeGreaterThanOrEqual(sent[at]!.acknowledged);
      expect(stored).toBeLessThanOrEqual(sent[at]!.acknowledged + size);
    }
    expect(await service.stop()).toBe(0);
    service = null;
    if (!isKept) return;

    service = await startServiceProcess({ dataDir, port: 0 });
    for (const [at, { vehicle, size }] of loads.entries()) {
      const { acknowledged, refused } = sent[at]!;
      const stored = await framesStored(service.url, vehicle);
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      expect(stored).toBeLessThanOrEqual(acknowledged + size);
      const body = JSON.stringify(refused.map((number) => frameOf(vehicle, number)));
      await fetch(`${service.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
      expect(await framesStored(service.url, vehicle)).toBe(acknowledged + refused.length);
    }
  },
);

test("readiness tells that the database is gone although nobody writes", async () => {
  service = await startServiceProcess({ dataDir, port: 0 });
  unlinkSync(database());
  const { url } = service;
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
});

test("a service whose database is gone does not begin another log in the folder of the first", async () => {
  service = await startServiceProcess({ dataDir, port: 0 });
  unlinkSync(database());
  await service.stop();
  service = null;
  const again = await runPlumbline(["serve", "--dev", "--port", "0", "--data-dir", dataDir]);
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
    dataDir,
  ]);
  expect(administered.exitCode).not.toBe(0);
  const still = await runPlumbline(["serve", "--dev", "--port", "0", "--data-dir", dataDir]);
  expect(still.err).toContain("is missing, but a log of");
});
