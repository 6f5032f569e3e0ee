import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import type { WorkQueueItem } from "../../clients/typescript/generated/contract.ts";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { whyNoPage } from "../open-browser.ts";
import { runProgram } from "../run-program.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";
import { sendSeededFleet } from "./seeded/send-seeded-fleet.ts";

const skipReason = whyNoPage("index.html");
if (skipReason !== null) console.warn(`e2e/console/queue-sentences.system.ts is skipped: ${skipReason}`);

const python = join(import.meta.dirname, "../../clients/python/.venv/bin/python");
const askQueue = `
import json, sys
from plumbline import Plumbline
with Plumbline(base_url=sys.argv[1], api_key=sys.argv[2]) as service:
    queue = service.fleet.queue()
    print(json.dumps([[item.vehicle_id, item.to_do, item.why] for item in queue.data]))
`;

type Told = readonly [vehicleId: string, toDo: string | undefined, why: string];
const toldOf = ({ vehicle_id, to_do, why }: Pick<WorkQueueItem, "vehicle_id" | "to_do" | "why">): Told => [
  vehicle_id,
  to_do,
  why,
];
const inOneLine = (text: string) => text.replaceAll(/\s+/gu, " ");

describe.skipIf(skipReason !== null)("what to do about a vehicle, and why, is the same at every door", () => {
  let opened: OpenedConsole;
  let told: readonly Told[];
  beforeAll(async () => {
    opened = await openConsole(async (client) => {
      await sendSeededFleet(client);
      await leaveOneUnrestored(client);
    });
    told = (await opened.client.fleet.queue()).data.map(toldOf);
  }, 120_000);
  afterAll(() => opened?.close());

  test("there is more than one kind of thing to say", () => {
    expect(new Set(told.map(([, toDo]) => toDo)).size).toBeGreaterThan(2);
    expect(told.some(([, toDo]) => toDo?.includes("the repair did not restore it"))).toBe(true);
  });

  test("in the vehicle's own answer", async () => {
    const vehicles = await Promise.all(told.map(([id]) => opened.client.vehicles.get(id)));
    expect(vehicles.map(toldOf)).toEqual(told);
  });

  test("on the fleet's page and on the vehicle's", async () => {
    const { page, context } = await opened.open("/fleet");
    const rows = page.locator(".queue-row");
    await rows.first().waitFor();
    const all = page.getByRole("button", { name: /^Show all/ });
    if ((await all.count()) > 0) await all.click();
    await expect.poll(() => rows.count()).toBe(told.length);
    for (const [id, toDo = "", why] of told) {
      const row = rows.filter({ has: page.getByRole("link", { name: id, exact: true }) });
      expect(inOneLine(await row.locator(".queue-action").innerText()).split(" · ")[0]).toBe(toDo);
      expect(await row.locator(".queue-why").innerText()).toBe(why);
    }
    for (const [id, toDo = "", why] of told) {
      await page.goto(`/vehicles/${id}`);
      const answer = page.getByRole("region", { name: toDo, exact: true });
      expect(await answer.locator(".answer-why").innerText()).toBe(why);
    }
    await context.close();
  }, 60_000);

  test("on the command line", async () => {
    const url = ["--url", opened.url];
    const asked = JSON.parse((await runRecorded(["queue", ...url, "--json"])).out);
    expect(asked.data.map(toldOf)).toEqual(told);
    const { out } = await runRecorded(["queue", ...url], { columns: 400 });
    for (const [id, toDo = "", why] of told) {
      expect(out).toContain(id);
      expect(inOneLine(out)).toContain(`${toDo} ${why}`);
    }
  });

  test.skipIf(!existsSync(python))("in Python", async () => {
    const run = await runProgram(python, ["-c", askQueue, opened.url, developmentApiKey]);
    expect(run.stderr).toBe("");
    expect(JSON.parse(run.stdout)).toEqual(told);
  });
});

/** A vehicle whose camera stays turned after its repair: its tier is NOMINAL again, and the fault is there. */
async function leaveOneUnrestored(client: Plumbline): Promise<void> {
  const frames = Array.from({ length: 260 }, (_, at) => turnedFrame(at, at < 80 ? 0 : 1.5));
  await client.telemetry.ingestBatch(frames.slice(0, 130));
  await client.vehicles.commandWork("unrestored", { action: "repaired", comment: "windscreen replaced" });
  await client.telemetry.ingestBatch(frames.slice(130));
}

function turnedFrame(minute: number, turnedDeg: number) {
  // A little noise that is the same at every run: a reading that repeats itself would count as stuck.
  const noise = (phase: number) => 0.02 * Math.sin(phase + 2.399 * minute * minute);
  const yaw = ((turnedDeg + noise(1)) * Math.PI) / 180;
  return {
    vehicle_id: "unrestored",
    timestamp: new Date(Date.UTC(2026, 2, 1) + minute * 60_000).toISOString(),
    sensors: {
      camera_rotation_matrix: [Math.cos(yaw), -Math.sin(yaw), 0, Math.sin(yaw), Math.cos(yaw), 0, 0, 0, 1],
      radar_range_bias_m: noise(2) / 2,
      lidar_registration_error_m: 0.05 + noise(3) / 5,
      lidar_confidence: 0.9,
    },
  };
}
