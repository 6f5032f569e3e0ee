import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { readStoredBundle, type Bundle } from "../../../core/encoding/bundle.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { presentScoring } from "../../../core/scorers/present-scoring.ts";
import { rescorer } from "../../../core/evidence/rescore/rescore.ts";
import type { Caller } from "../application.ts";
import { noQuotas } from "../ports/quotas.ts";
import { callerOf, openFleetForTests, streamForTests, type FleetForTests } from "../../fleet-for-tests.ts";
import { exportedTrust } from "../../log-for-tests.ts";

const acme = callerOf("acme");
const ask = { requestId: "req_test", receivedAtUs: 0 };
const asked = { reason: "collision reported by the driver", case_number: "CL-2026-0311" };
const mostRequests = 3;
let fleet: FleetForTests;

/** Just beyond the critical limit: proved at CAUTION, sure to be CRITICAL frames later, and less sure in between. */
const courseM = (at: number) => (at < 210 ? 0 : 0.52);

beforeAll(async () => {
  fleet = await openFleetForTests({ quotas: { ...noQuotas, evidenceRequestsPerDay: mostRequests } });
  const frames = streamForTests({ vehicleId: "van-1", frames: 300, fleetId: "vans", radarFaultM: courseM });
  // In pieces: the breach and its step are in different commits, and the last step of the tier in a third.
  for (const [from, to] of [
    [0, 214],
    [214, 253],
    [253, 300],
  ] as const)
    await fleet.send(acme, frames.slice(from, to));
});
afterAll(() => fleet.close());

const listed = async () => (await fleet.application.listEvidence(acme, { limit: 10 })).data;

async function opened(eventId: string): Promise<Bundle> {
  const { bundle, frames } = await fleet.application.readEvidence(acme, eventId);
  const given = { ...exportedTrust(fleet.dataDir), bundle, frames };
  const report = verifyBundle(given, primitives, { rescore: rescorer(presentScoring) });
  expect(report.findings.frames.kind).toBe("pass");
  expect(validate("EvidenceBundle", JSON.parse(new TextDecoder().decode(bundle)))).toEqual([]);
  return readStoredBundle(bundle);
}

test("a breach has evidence as it opens, and once more when its tier gets worse", async () => {
  const [step, first, ...more] = await listed();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ trigger: "breach_opened", tier: "CAUTION", supersedes: null });
  expect(step).toMatchObject({ trigger: "tier_worsened", tier: "CRITICAL", superseded_by: null });
  expect([step!.supersedes, first!.superseded_by]).toEqual([first!.event_id, step!.event_id]);
});

test("the tier came back to CRITICAL within the breach without any further evidence", async () => {
  const { tier_history: history, open_breach: breach } = await fleet.application.showVehicle(acme, "van-1");
  expect(history.filter(({ to }) => to === "CRITICAL")).toHaveLength(2);
  const [step, first] = await listed();
  expect(breach).toMatchObject({
    evidence_id: step!.event_id,
    evidence: [
      { event_id: step!.event_id, trigger: "tier_worsened", tier: "CRITICAL", supersedes: first!.event_id },
      { event_id: first!.event_id, trigger: "breach_opened", tier: "CAUTION", supersedes: null },
    ],
  });
});

test("both are signed with what led to them, about one breach and its whole window", async () => {
  const [step, first] = await listed();
  const [later, earlier] = await Promise.all([opened(step!.event_id), opened(first!.event_id)]);
  const { trigger: _trigger, frame_seq: seq, detected_at: _at, ...ofBreach } = earlier.breach;
  expect(later.breach).toMatchObject({ ...ofBreach, trigger: "tier_worsened", opened_seq: seq });
  expect(later.supersedes).toBe(earlier.event_id);
  expect(later.tier_transition).toMatchObject({ before: { tier: "CAUTION" }, after: { tier: "CRITICAL" } });
  expect(later.scoring.inputs).toMatchObject({ first_seq: 1, last_seq: later.breach.frame_seq });
  expect(later.scoring.outputs).toMatchObject({ breach_opened: false, cusum_triggered: true });
  expect(later.frames.precommit?.intervals.at(-1)?.seq).toBe(later.breach.frame_seq);
});

describe("on demand", () => {
  const request = (caller: Caller, vehicleId: string) =>
    fleet.application.requestEvidence(caller, vehicleId, asked, ask);

  test("evidence is issued up to the newest frame, with reason, case and key signed", async () => {
    const [before] = await listed();
    const { value } = await request(acme, "van-1");
    expect(validate("EvidenceRequestResult", value)).toEqual([]);
    expect(value).toMatchObject({ trigger: "requested", tier: "CRITICAL", frame_seq: 300 });
    expect(value.supersedes).toBe(before!.event_id);

    const bundle = await opened(value.evidence_id);
    expect(bundle).toMatchObject({
      supersedes: before!.event_id,
      request: { ...asked, key_id: acme.keyId },
      submitter: { organisation: "acme", api_key_id: acme.keyId },
      breach: { trigger: "requested", frame_seq: 300 },
    });
    expect(bundle.frames.precommit?.intervals.at(-1)?.seq).toBe(300);
    const { open_breach: open } = await fleet.application.showVehicle(acme, "van-1");
    expect(open?.evidence_id).toBe(value.evidence_id);
    expect(open?.evidence?.map(({ trigger }) => trigger)).toEqual([
      "requested",
      "tier_worsened",
      "breach_opened",
    ]);
  });

  test("a command after the newest frame is left out, and a frame after it carries the new id", async () => {
    await fleet.application.commandBaseline(
      acme,
      "van-1",
      { action: "freeze", reason: "parked" },
      { ...ask, receivedAtUs: fleet.clock.nowUs },
    );
    const { value } = await request(acme, "van-1");
    expect(value.frame_seq).toBe(300);
    await opened(value.evidence_id);
    await fleet.send(
      acme,
      streamForTests({ vehicleId: "van-1", frames: 301, radarFaultM: courseM }).slice(300),
    );
    const { open_breach: open } = await fleet.application.showVehicle(acme, "van-1");
    expect(open?.evidence_id).toBe(value.evidence_id);
  });

  test("a vehicle without a breach, another organisation's and another fleet's are refused", async () => {
    await fleet.send(acme, streamForTests({ vehicleId: "van-2", frames: 60 }));
    const refusals = [
      [acme, "van-2", "no_breach_open"],
      [acme, "van-9", "vehicle_not_found"],
      [callerOf("globex"), "van-1", "vehicle_not_found"],
      [callerOf("acme", ["trucks"]), "van-1", "vehicle_not_found"],
    ] as const;
    for (const [caller, vehicleId, code] of refusals)
      await expect(request(caller, vehicleId)).rejects.toMatchObject({ code });
  });

  test("a key may ask so often in a day, and what it used is reported", async () => {
    const { quotas, evidenceRequests } = await fleet.application.readUsage(acme);
    expect([quotas.evidenceRequestsPerDay, evidenceRequests]).toEqual([mostRequests, 2]);
    await request(acme, "van-1");
    const refused = { code: "evidence_request_limit_reached" };
    await expect(request(acme, "van-1")).rejects.toMatchObject(refused);
    const { value } = await request({ ...acme, keyId: "another" }, "van-1");
    // Nothing was received since the interval before was closed: none is closed now, and that one is named.
    const { frames } = await opened(value.evidence_id);
    expect(frames.precommit?.intervals.at(-1)?.seq).toBe(302);
  });
});
