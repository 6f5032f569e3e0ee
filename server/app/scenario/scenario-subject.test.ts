import { expect, test } from "vitest";

import { packScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { startUs } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { journalForTests } from "../analysis/journal-for-tests.ts";
import type { StoredEvidence } from "../ports/reading/evidence-reader.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { findScenarioSubject } from "./scenario-subject.ts";

const hourUs = 3_600_000_000;
const score = journalForTests({ frames: 50 }).scores.at(-1)!;
/** A verdict by which the camera has turned, so far along each axis. */
const turned = (along: Readonly<Record<string, number>>, cameraDriftDeg: number): Score => ({
  ...score,
  cameraDriftDeg,
  channels: score.channels.map((one) => ({ ...one, drift: along[one.channel] ?? 0 })),
});

interface Given {
  readonly vehicle?: VehicleSummary | null;
  readonly verdict?: Score;
  readonly raw?: string;
  readonly evidence?: StoredEvidence;
}

function needsFor({ vehicle = null, verdict = score, raw = "{}", evidence }: Given) {
  const asked: unknown[] = [];
  const unasked = () => Promise.reject(new Error("not asked for"));
  const needs = {
    nowUs: () => startUs + hourUs,
    silentAfterS: 3600,
    fleet: {
      countFleet: unasked,
      async listVehicles(ask: unknown) {
        asked.push(ask);
        return vehicle === null ? [] : [vehicle];
      },
    },
    vehicles: {
      openVehicle: async () => vehicle,
      readHistory: unasked,
      async findFrame(ask: { readonly seq: number }) {
        asked.push(ask);
        if (verdict === undefined) return null;
        return { seq: ask.seq, timestampUs: startUs, score: packScore(verdict), raw };
      },
    },
    evidence: {
      findEvidence: async () => evidence ?? null,
      countWaiting: async () => 0,
      listEvidence: unasked,
      readCustody: unasked,
    },
  };
  return { asked, needs };
}
const find = (given: Given, request = {}) =>
  findScenarioSubject(callerForTests, request, needsFor(given).needs);

test("an empty fleet has nothing to start from", async () => {
  expect(await find({})).toBeNull();
});

test("where none is named the most urgent vehicle within the caller's scope is asked for", async () => {
  const { asked, needs } = needsFor({});
  await findScenarioSubject({ ...callerForTests, fleets: ["vans"] }, {}, needs);
  const filter = {
    scope: { organisation: "acme", fleets: ["vans"] },
    regions: null,
    silentBeforeUs: startUs,
  };
  expect(asked).toEqual([
    { filter, tiers: null, actionable: false, order: "urgency", after: null, limit: 1 },
  ]);
});

test("a vehicle before its first verdict starts from nothing but its name", async () => {
  const { asked, needs } = needsFor({ vehicle: vehicleForTests({ scoredSeq: null }) });
  expect(await findScenarioSubject(callerForTests, { vehicle_id: "van-1" }, needs)).toEqual({
    vehicleKey: 1,
    vehicleId: "van-1",
    fleetId: "default",
    name: { vehicle_id: "van-1" },
    tier: "UNKNOWN",
    turns: { camera: { driftDeg: 0, axis: null } },
    score: null,
    position: null,
    partNumbers: {},
  });
  expect(asked).toEqual([]);
});

test.each([
  ["NOMINAL", 0, "NOMINAL"],
  ["NOMINAL", -1, "UNKNOWN"],
  ["CRITICAL", -1, "CRITICAL"],
] as const)("a %s vehicle last received an hour and %i µs ago is %s", async (tier, offUs, today) => {
  const vehicle = vehicleForTests({ tier, lastReceivedUs: startUs + offUs });
  expect(await find({ vehicle })).toMatchObject({ tier: today });
});

test("the axis is the camera's drift brought to length one, and none where the angle is zero", async () => {
  const vehicle = vehicleForTests({ scoredSeq: 9, cameraDriftDeg: 1.3 });
  const verdict = turned({ camera_x: 0.3, camera_y: -0.4, camera_z: 1.2 }, 1.3);
  const subject = await find({ vehicle, verdict });
  expect(subject?.turns.camera.axis?.map((part) => part * 1.3)).toEqual(
    [0.3, -0.4, 1.2].map((part) => expect.closeTo(part, 12)),
  );
  expect(subject).toMatchObject({ turns: { camera: { driftDeg: 1.3 } }, score: { cameraDriftDeg: 1.3 } });
  expect(await find({ vehicle, verdict: turned({ camera_x: 0.3 }, 0) })).toMatchObject({
    turns: { camera: { axis: null } },
  });
});

test.each([
  [{ latitude: 48.1, longitude: -11.5 }, [48.1, -11.5]],
  [{ latitude: -90, longitude: 180 }, [-90, 180]],
  [{ latitude: 90.1, longitude: 0 }, null],
  [{ latitude: 0, longitude: -180.5 }, null],
  [{ latitude: "48.1", longitude: -11.5 }, null],
  [{ latitude: 48.1 }, null],
  [undefined, null],
])("metadata %j says %j", async (metadata, position) => {
  const vehicle = vehicleForTests({ scoredSeq: 9 });
  expect((await find({ vehicle, raw: JSON.stringify({ metadata }) }))?.position).toEqual(position);
});

test("a place is told to a hundredth of a degree, and not to the depot's door", async () => {
  const raw = JSON.stringify({ metadata: { latitude: 48.137154, longitude: -11.576124 } });
  const subject = await find({ vehicle: vehicleForTests({ scoredSeq: 9 }), raw });
  expect(subject?.position).toEqual([48.14, -11.58]);
});

test("part numbers are those the frame's metadata names as text", async () => {
  const metadata = { camera_part_number: "CAM-7731-B", radar_part_number: 4711, colour: "red" };
  const subject = await find({
    vehicle: vehicleForTests({ scoredSeq: 9 }),
    raw: JSON.stringify({ metadata }),
  });
  expect(subject?.partNumbers).toEqual({ camera: "CAM-7731-B" });
});

const issued: StoredEvidence = {
  vehicleKey: 1,
  vehicleId: "van-1",
  seq: 12,
  bundle: utf8(JSON.stringify({ tier: "CRITICAL", measurements: { camera_drift_deg: 0.7 } })),
  frames: new Uint8Array(0),
  isIntact: true,
  isSealed: true,
  tombstone: null,
};

test("evidence says how the vehicle was when it was issued, whatever it is now", async () => {
  const { asked, needs } = needsFor({ vehicle: vehicleForTests({ tier: "NOMINAL" }), evidence: issued });
  const request = { evidence_id: "EVB-1", vehicle_id: "van-1" };
  expect(await findScenarioSubject(callerForTests, request, needs)).toMatchObject({
    tier: "CRITICAL",
    turns: { camera: { driftDeg: 0.7 } },
    name: { vehicle_id: "van-1", evidence_event_id: "EVB-1" },
  });
  expect(asked).toEqual([{ vehicleKey: 1, seq: 12 }]);
});

test.each([
  ["a vehicle that is not there", {}, { vehicle_id: "van-9" }, "vehicle_not_found"],
  ["evidence that is not there", {}, { evidence_id: "EVB-9" }, "evidence_not_found"],
  [
    "evidence of another vehicle",
    { vehicle: vehicleForTests({ vehicleId: "van-2" }), evidence: issued },
    { evidence_id: "EVB-1", vehicle_id: "van-2" },
    "not_allowed",
  ],
])("%s is refused", async (_, given, request, code) => {
  await expect(find(given, request)).rejects.toMatchObject({ code });
});
