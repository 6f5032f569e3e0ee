import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { startServiceProcess, type ServiceProcess } from "../service-process.ts";

/** A disk that is full before the service starts: a small one of its own, which takes the right to mount. */
let folder: string;
let disk: string;
let service: ServiceProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-full-"));
  disk = join(folder, "disk");
  mkdirSync(disk);
  expect(mountSmall(disk)).toBe(true);
});
afterEach(async () => {
  await service?.kill();
  service = null;
  spawnSync("umount", [disk]);
  rmSync(folder, { recursive: true });
});

function mountSmall(path: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", path]).status === 0;
}

function mayMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), "plumbline-mount-"));
  const isMounted = mountSmall(path);
  if (isMounted) spawnSync("umount", [path]);
  rmSync(path, { recursive: true });
  return isMounted;
}

if (!mayMount()) console.warn("full-at-start.system.ts is skipped: it may not mount a disk here.");

const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
let sent = 0;

async function sendFrame(): Promise<{ readonly status: number; readonly text: string }> {
  const timestamp = new Date(Date.UTC(2026, 2, 1) + sent * 1_000).toISOString();
  const body = JSON.stringify({ vehicle_id: "van", timestamp, sensors: { radar_range_bias_m: 0.01 } });
  const answer = await fetch(`${service!.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status === 200) sent += 1;
  return { status: answer.status, text };
}

async function framesStored(): Promise<number> {
  const answer = await fetch(`${service!.url}/v1/vehicles/van`, { headers });
  return ((await answer.json()) as { frames: number }).frames;
}

function fill(): string {
  const path = join(disk, "other-data");
  spawnSync("dd", ["if=/dev/zero", `of=${path}`, "bs=4k"]);
  expect(statfsSync(disk).bavail).toBe(0);
  return path;
}

test.skipIf(!mayMount()).each(["stop", "kill"] as const)(
  "after a %s and with a full disk the service starts, serves reads, refuses writes, and takes them again once there is room",
  async (end) => {
    sent = 0;
    const dataDir = join(disk, "data");
    service = await startServiceProcess({ dataDir, port: 0 });
    for (let at = 0; at < 5; at += 1) expect((await sendFrame()).status).toBe(200);
    await service[end]();

    // Twice: a start that was spent on a full disk must not be the last one.
    for (let round = 0; round < 2; round += 1) {
      const others = fill();
      service = await startServiceProcess({ dataDir, port: 0 });
      expect(await framesStored()).toBe(sent);
      const refused = await sendFrame();
      expect(refused.status, refused.text).toBe(503);
      expect(JSON.parse(refused.text)).toMatchObject({
        code: "storage_unavailable",
        detail: "The disk is full.",
      });
      const readiness = await fetch(`${service.url}/readyz`);
      expect(readiness.status).toBe(503);
      expect(await readiness.json()).toMatchObject({ checks: { store: "The disk is full." } });
      for (const path of ["fleet/health-summary", "evidence", "log/checkpoint"]) {
        expect((await fetch(`${service.url}/v1/${path}`, { headers })).status).toBe(200);
      }

      rmSync(others);
      await expect.poll(async () => (await sendFrame()).status, { interval: 200 }).toBe(200);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      expect(await framesStored()).toBe(sent);
      await service[end]();
    }
    service = null;
  },
);
