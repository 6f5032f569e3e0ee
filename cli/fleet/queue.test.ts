import { expect, test } from "vitest";
import type { WorkQueue } from "../../clients/typescript/generated/contract.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const queue: WorkQueue = { data: [], false_discovery_rate: 0.1, as_of: "2026-03-01T08:00:00.000Z" };

test("filters become query parameters, and --json is the answer", async () => {
  const service = await answeringService({ "/v1/fleet/queue": queue });
  const run = await runRecorded([
    "queue",
    "--url",
    service.url,
    "--fleet",
    "a",
    "b",
    "--limit",
    "5",
    "--json",
  ]);
  expect(service.seen.map(({ url }) => url)).toEqual(["/v1/fleet/queue?fleet_id=a&fleet_id=b&limit=5"]);
  expect(JSON.parse(run.out)).toEqual(queue);
});

test("the queue fits 80 columns, and a wider terminal", async () => {
  const why =
    "The radar range bias moved by +0.262 m since 2025-03-01 07:40 UTC, beyond the critical limit of 0.250 m; its baseline rests on 480 frames.";
  const item = {
    rank: 1,
    vehicle_id: "veh-0042",
    fleet_id: "vans-north",
    region: null,
    tier: "CRITICAL",
    recommended_action: "calibration_required",
    probable_fault_source: "multi_modal",
    why,
    since: "2025-03-01T07:41:10.000Z",
    evidence_id: "EVB-20250301-7K3M9Q2XW4HJ",
    e_value: 712000,
    discovery: true,
    priority: 3059.8,
  } as const;
  const data = [item, { ...item, rank: 10, vehicle_id: "veh-0001", evidence_id: null }];
  const service = await answeringService({ "/v1/fleet/queue": { ...queue, data } });
  const { out } = await runRecorded(["queue", "--url", service.url]);
  const lines = out.split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.map((line) => line.trim()).join(" ")).toContain(why);
  expect(out).toContain("evidence EVB-20250301-7K3M9Q2XW4HJ");
  const wide = await runRecorded(["queue", "--url", service.url], { columns: 200 });
  expect(wide.out.split("\n").some((line) => line.trim() === why)).toBe(true);
});
