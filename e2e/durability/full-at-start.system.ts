import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, statSync, truncateSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";

import { ServiceFolder, mayMount } from "./service-folder.ts";

/** A disk that is full before the service starts: a small one of its own, which takes the right to mount. */
const place = new ServiceFolder("full");
if (!mayMount) console.warn("full-at-start.system.ts is skipped: it may not mount a disk here.");

beforeEach(() => {
  mkdirSync(place.at("disk"));
  if (mayMount) place.mount(place.at("disk"), "6m");
});

const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
let sent = 0;

async function sendFrame(): Promise<{ readonly status: number; readonly text: string }> {
  const timestamp = new Date(Date.UTC(2026, 2, 1) + sent * 1_000).toISOString();
  const body = JSON.stringify({ vehicle_id: "van", timestamp, sensors: { radar_range_bias_m: 0.01 } });
  const answer = await fetch(`${place.service.url}/v1/telemetry/ingest`, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.status === 200) sent += 1;
  return { status: answer.status, text };
}

async function framesStored(): Promise<number> {
  const answer = await fetch(`${place.service.url}/v1/vehicles/van`, { headers });
  return ((await answer.json()) as { frames: number }).frames;
}

function fill(): string {
  const path = place.at("disk/other-data");
  spawnSync("dd", ["if=/dev/zero", `of=${path}`, "bs=4k"]);
  expect(statfsSync(place.at("disk")).bavail).toBe(0);
  return path;
}

test.skipIf(!mayMount).each(["stop", "kill"] as const)(
  "after a %s and with a full disk the service starts, serves reads, refuses writes, and takes them again once there is room",
  async (end) => {
    sent = 0;
    const dataDir = place.at("disk/data");
    await place.start({ dataDir });
    for (let at = 0; at < 5; at += 1) expect((await sendFrame()).status).toBe(200);
    await place.end(end);

    // Twice: a start that was spent on a full disk must not be the last one.
    for (let round = 0; round < 2; round += 1) {
      const others = fill();
      const url = await place.start({ dataDir });
      expect(await framesStored()).toBe(sent);
      const refused = await sendFrame();
      expect(refused.status, refused.text).toBe(503);
      expect(JSON.parse(refused.text)).toMatchObject({
        code: "storage_unavailable",
        detail: "The disk is full.",
      });
      const readiness = await fetch(`${url}/readyz`);
      expect(readiness.status).toBe(503);
      expect(await readiness.json()).toMatchObject({ checks: { store: "The disk is full." } });
      for (const path of ["fleet/health-summary", "evidence", "log/checkpoint"]) {
        expect((await fetch(`${url}/v1/${path}`, { headers })).status).toBe(200);
      }

      rmSync(others);
      await expect.poll(async () => (await sendFrame()).status, { interval: 200 }).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await framesStored()).toBe(sent);
      await place.end(end);
    }
  },
);

test.skipIf(!mayMount)(
  "a disk that fills up is told once, stays full until there is real room, and is told once when that is over",
  async () => {
    sent = 0;
    const dataDir = place.at("disk/data");
    const url = await place.start({ dataDir });
    for (let at = 0; at < 5; at += 1) expect((await sendFrame()).status).toBe(200);
    const others = fill();
    await expect.poll(async () => (await sendFrame()).status, { interval: 20 }).toBe(503);
    // Room for some rows, and less than writes resume with.
    truncateSync(others, statSync(others).size - 256 * 1024);
    for (let at = 0; at < 25; at += 1) {
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    rmSync(others);
    await expect.poll(async () => (await sendFrame()).status, { interval: 200 }).toBe(200);
    const { service } = place;
    await place.end();
    const lines = service.said().split("\n");
    const saying = (text: string) => lines.filter((line) => line.includes(text));
    expect(saying("nothing can be stored for now")).toHaveLength(1);
    expect(saying("writing again")).toHaveLength(1);
    expect(saying('"reason":"The disk is full."').join("\n")).toMatch(/storage_unavailable.*request put off/);
  },
);
