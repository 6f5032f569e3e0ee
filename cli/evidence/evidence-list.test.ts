import { expect, test } from "vitest";
import { answeringService, problem } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("evidence of an unknown vehicle is not reported as a vehicle without evidence", async () => {
  const none = { data: [], has_more: false, next_cursor: null };
  const service = await answeringService({
    "/v1/evidence": none,
    "/v1/vehicles/veh-0042": { vehicle_id: "veh-0042" },
    "/v1/vehicles/veh-0024": problem(404, "vehicle_not_found"),
    "/v1/vehicles/veh-0099": problem(403, "insufficient_scope"),
  });
  const listOf = (...args: string[]) => runRecorded(["evidence", "list", ...args, "--url", service.url]);
  expect(await listOf("--vehicle", "veh-0024")).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("no vehicle of this organisation is called veh-0024"),
  });
  expect(await listOf("--vehicle", "veh-0042")).toMatchObject({
    exitCode: 0,
    out: "No evidence of veh-0042 was issued.\n",
  });
  expect(await listOf("--vehicle", "veh-0099")).toMatchObject({
    exitCode: 0,
    out: "No evidence of veh-0099 was issued.\n",
  });
  expect((await listOf("--vehicle", "veh-0042", "--tier", "CRITICAL")).out).toBe(
    "No evidence of veh-0042 fits the tier CRITICAL.\n",
  );
  expect((await listOf()).out).toContain("No evidence was issued yet");
});

test.each([
  [1, "Evidence of 1 breach waits: issuer and log are not named."],
  [3, "Evidence of 3 breaches waits: issuer and log are not named."],
])(
  "evidence that waits for its issuer's name (%i) does not read like none",
  async (awaiting_issuer, said) => {
    const service = await answeringService({
      "/v1/evidence": { data: [], awaiting_issuer, has_more: false, next_cursor: null },
    });
    const { out } = await runRecorded(["evidence", "list", "--url", service.url]);
    expect(out).toContain(said);
    expect(out).toContain("npx plumbline init");
  },
);

test("what was erased is listed with the time, and only then", async () => {
  const kept = {
    event_id: "EVB-20260301-7K3M9Q2XW4HJ",
    vehicle_id: "veh-0042",
    trigger: "breach_opened",
    supersedes: null,
    superseded_by: null,
    tier: "CRITICAL",
    probable_fault_source: "radar",
    detected_at: "2026-03-01T07:41:10.000Z",
    measurements: { camera_drift_deg: 0, radar_drift_mm: 262, lidar_drift_m: null, health_score: 40 },
    frame_count: 60,
  };
  const erased = { ...kept, event_id: "EVB-20260301-7K3M9Q2XW4HK", erased_at: "2026-04-01T09:00:00.000Z" };
  const listing = async (data: readonly object[]) => {
    const service = await answeringService({ "/v1/evidence": { data, has_more: false, next_cursor: null } });
    return (await runRecorded(["evidence", "list", "--url", service.url])).out.split("\n");
  };
  const [head, first, second] = await listing([kept, erased]);
  expect(head).toMatch(/ERASED \(UTC\)$/u);
  expect(first).not.toContain("2026-04-01");
  expect(second).toMatch(/2026-04-01 09:00:00$/u);
  expect((await listing([kept]))[0]).not.toContain("ERASED");
  // What was not measured is no drift of 0, and no drift is none that was not measured.
  expect(first).toMatch(/ a breach opened +radar .* 0\.00 +0\.262 +not measured /u);
});

test("evidence of one breach is listed with the one before it", async () => {
  const first = {
    event_id: "EVB-20260301-7K3M9Q2XW4HJ",
    trigger: "breach_opened",
    supersedes: null,
    superseded_by: "EVB-20260301-7K3M9Q2XW4HK",
    vehicle_id: "veh-0042",
    tier: "CAUTION",
    probable_fault_source: "radar",
    detected_at: "2026-03-01T07:41:10.000Z",
    measurements: { camera_drift_deg: null, radar_drift_mm: 262, lidar_drift_m: null, health_score: 70 },
    frame_count: 60,
  };
  const next = {
    ...first,
    event_id: first.superseded_by,
    trigger: "tier_worsened",
    supersedes: first.event_id,
    superseded_by: null,
    tier: "CRITICAL",
  };
  const service = await answeringService({
    "/v1/evidence": { data: [next, first], has_more: false, next_cursor: null },
  });
  const { out } = await runRecorded(["evidence", "list", "--url", service.url]);
  const [head, newest, oldest] = out.split("\n");
  expect(head).toMatch(/SUPERSEDES$/u);
  expect(newest).toMatch(
    /^EVB-20260301-7K3M9Q2XW4HK .* the tier became worse .* EVB-20260301-7K3M9Q2XW4HJ$/u,
  );
  expect(oldest).not.toContain("7K3M9Q2XW4HK");
});
