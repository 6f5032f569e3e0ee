import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scenarioTypes } from "../../core/contract/scenario-types.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const id = "scn_8d0c5c1f2a7b4e90";
const kept = {
  scenario_id: id,
  scenario_type: "car_wash",
  origin: "fitted",
  seed: 7,
  duration_s: 20,
  is_sensor_fault: true,
  vehicle_id: "van-1",
  made_at: "2026-03-01T08:00:00.000Z",
};

test("types are told without a service, each with whether it is to be flagged", async () => {
  const { out } = await runRecorded(["scenario", "types"]);
  for (const type of scenarioTypes) expect(out).toContain(type);
  expect(out).toMatch(/imu_bias +no /);
  expect(out).toMatch(/car_wash +yes /);
});

test("the list shows what is kept, and narrows it as typed", async () => {
  const page = { data: [kept], has_more: false, next_cursor: null };
  const service = await answeringService({ "/v1/scenarios": page });
  const args = ["scenario", "list", "--url", service.url, "--type", "car_wash", "--vehicle", "van-1"];
  const { out } = await runRecorded(args);
  expect(out).toContain(`${id}  car_wash  fitted`);
  expect(service.seen[0]?.url).toBe("/v1/scenarios?limit=100&type=car_wash&vehicle_id=van-1");
  expect(JSON.parse((await runRecorded([...args, "--json"])).out)).toEqual([kept]);
});

test("an empty list says how one is made", async () => {
  const service = await answeringService({
    "/v1/scenarios": { data: [], has_more: false, next_cursor: null },
  });
  const { out } = await runRecorded(["scenario", "list", "--url", service.url]);
  expect(out).toContain("scenario --type post_collision");
});

test("a kept scenario is printed, and taken away", async () => {
  const service = await answeringService({ [`/v1/scenarios/${id}`]: { scenario_id: id } });
  const at = ["--url", service.url];
  expect(JSON.parse((await runRecorded(["scenario", "get", id, ...at])).out)).toEqual({ scenario_id: id });
  expect((await runRecorded(["scenario", "delete", id, ...at])).out).toBe(`${id} is deleted\n`);
  expect(service.seen.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
});

test("an export is written to the file named, byte for byte, and an unknown format refused", async () => {
  const service = await answeringService({ [`/v1/scenarios/${id}/exports/opendrive/1.7`]: { any: 1 } });
  const folder = mkdtempSync(join(tmpdir(), "plumbline-export-"));
  const file = join(folder, "streets.xodr");
  const at = ["--url", service.url, "--out", file];
  const { out } = await runRecorded(["scenario", "export", id, "opendrive/1.7", ...at]);
  expect(out).toBe(`${file}\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ any: 1 });
  rmSync(folder, { recursive: true });
  expect((await runRecorded(["scenario", "export", id, "autocad/1", ...at])).exitCode).toBe(2);
});

test("of a logical scenario one is printed, and of several the ids, each with its seed", async () => {
  const service = await answeringService({ "/v1/risk/scenario-feed": { scenario_id: id } });
  const sample = (...typed: string[]) =>
    runRecorded(["scenario", "sample", id, "--url", service.url, ...typed]);
  expect(JSON.parse((await sample()).out)).toEqual({ scenario_id: id });
  expect((await sample("--seed", "4294967295", "--count", "2")).out).toBe(`${id} 4294967295\n${id} 0\n`);
  expect(service.seen.map(({ body }) => JSON.parse(body))).toEqual(
    [1, 4_294_967_295, 0].map((seed) => ({ sampled_from: id, seed })),
  );
});
