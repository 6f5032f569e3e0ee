import { expect, test } from "vitest";

import { validate } from "../../../core/contract/requests/validate.ts";
import { unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { describeState, type VehicleView } from "../../../core/scoring/verdict/describe-state.ts";
import type { VerdictNote } from "../../../core/scoring/verdict/explain-verdict.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import { radarFrame, startUs, streamOf } from "../../storage/frames-for-tests.ts";
import { vehicleForTests } from "../../vehicle-for-tests.ts";
import { storedVehicleOf } from "../journal/stored-vehicle-for-tests.ts";
import type { StoredVehicle } from "../journal/rebuild-vehicle.ts";
import type { ChangeTimes } from "../ports/reading/vehicle-analysis.ts";
import type { VehicleHistory } from "../ports/reading/vehicle-reader.ts";
import type { VehicleSummary } from "../ports/vehicle-summary.ts";
import { axisOf, openVehicle, showVehicle } from "./show-vehicle.ts";

const hourUs = 3_600_000_000;
const blank: VehicleHistory = { firstTimestampUs: null, evidence: [], tierChanges: [], reference: null };
/** Its sensors are settled. */
const settled = storedVehicleOf(streamOf("van-1", { frames: 60 }));
const young = storedVehicleOf([radarFrame("van-1", 0)]);

function viewOf({ states: [stored] }: StoredVehicle, more: Partial<VehicleView> = {}): VehicleView {
  if (stored === undefined) throw new Error("no state is stored");
  return { ...describeState(unpackState(stored.state), defaultSettings), ...more };
}

interface Given {
  readonly summary?: VehicleSummary | null;
  readonly view?: VehicleView;
  readonly notes?: readonly VerdictNote[];
  readonly changeBegan?: ChangeTimes | null;
  readonly history?: Partial<VehicleHistory>;
}

function needsFor({
  summary = settled.summary,
  view = viewOf(settled),
  notes = [],
  changeBegan = null,
  history = {},
}: Given) {
  const asked: unknown[] = [];
  const unasked = () => Promise.reject(new Error("not asked for"));
  const needs = {
    nowUs: () => startUs + hourUs,
    silentAfterS: 3600,
    settings: defaultSettings,
    vehicles: {
      async openVehicle(ask: unknown) {
        asked.push(ask);
        return summary;
      },
      readHistory: async () => ({ ...blank, ...history }),
      findFrame: unasked,
    },
    work: {
      findWork: async () => [null],
      listWorkEntries: unasked,
      listHeld: unasked,
      countSnoozed: unasked,
    },
    analysis: {
      async describeState(ask: unknown) {
        asked.push(ask);
        return { view, notes, changeBegan, newestUs: { camera: startUs, radar: null, lidar: null } };
      },
      gatherSeries: unasked,
      followSeries: unasked,
      listResiduals: unasked,
      compareSettings: unasked,
    },
  };
  return { asked, needs };
}
async function shown(given: Given = {}) {
  const vehicle = await showVehicle(callerForTests, "van-1", needsFor(given).needs);
  expect(validate("VehicleDetail", vehicle)).toEqual([]);
  return vehicle;
}

test("a vehicle is shown as of its newest entry, and looked for within the caller's scope", async () => {
  const { asked, needs } = needsFor({});
  const limited = { ...callerForTests, fleets: ["vans"] };
  expect(await showVehicle(limited, "van-1", needs)).toMatchObject({ vehicle_id: "van-1", frames: 60 });
  expect(asked).toEqual([
    { scope: { organisation: "acme", fleets: ["vans"] }, vehicleId: "van-1" },
    { vehicleKey: 1, bySeq: 60 },
  ]);
});

test("one that is not there, or not to be seen, is not found", async () => {
  const { needs } = needsFor({ summary: null });
  const opening = openVehicle(callerForTests, "van-9", needs);
  await expect(opening).rejects.toMatchObject({ code: "vehicle_not_found" });
  await expect(showVehicle(callerForTests, "van-9", needs)).rejects.toMatchObject({
    code: "vehicle_not_found",
  });
});

test("a vehicle that learns has no extrinsics, no change and no reference, and its health is whole", async () => {
  expect(await shown({ summary: young.summary, view: viewOf(young) })).toMatchObject({
    extrinsics: { camera: null, radar: null, lidar: null },
    reference: null,
    change_point: null,
    trend: null,
    open_breach: null,
    baseline: { state: "learning", camera_rotation_matrix: null, channels: [] },
    tier_history: [],
  });
});

test("a settled vehicle shows where each sensor stands, and the limits it is held to", async () => {
  const view = viewOf(settled);
  const { extrinsics, cusum_limit: limit, monitored_sensors: monitored } = await shown();
  expect(extrinsics.radar).toEqual({
    radar_range_bias_m: view.live.radarBiasM,
    drift_m: view.live.radarDriftM,
    drift_sd_m: view.live.radarDriftSdM,
  });
  expect(extrinsics.lidar).toEqual({
    lidar_registration_error_m: view.live.lidarErrorM,
    drift_m: view.live.lidarDriftM,
    drift_sd_m: view.live.lidarDriftSdM,
  });
  expect(extrinsics.camera).toMatchObject({
    camera_rotation_matrix: view.live.cameraRotation,
    drift_deg: view.live.cameraDriftDeg,
    drift_sd_deg: view.live.cameraDriftSdDeg,
  });
  expect(limit).toBe(defaultSettings.change.limitNats);
  expect(monitored).toEqual(["camera", "radar", "lidar"]);
});

test("the limits a drift is held to are those of the settings, each in its sensor's unit", async () => {
  const { cameraDeg, radarM, lidarM } = defaultSettings.limits;
  const { sensor_limits: limits } = await shown();
  expect(limits).toEqual({ camera_deg: cameraDeg, radar_m: radarM, lidar_m: lidarM });
});

test("when a change began is said in the vehicle's own time, with both intervals", async () => {
  expect((await shown()).change_began).toBeNull();
  const secondUs = (second: number) => startUs + second * 1_000_000;
  const changeBegan: ChangeTimes = {
    atUs: secondUs(60),
    likelyUs: [secondUs(50), secondUs(70)],
    widelyUs: [secondUs(20), secondUs(90)],
  };
  const { change_began: shownBegan } = await shown({ changeBegan });
  const second = (time: string | undefined) => (Date.parse(time ?? "") * 1000 - startUs) / 1_000_000;
  expect(second(shownBegan?.at)).toBe(60);
  expect(shownBegan?.between_50.map(second)).toEqual([50, 70]);
  expect(shownBegan?.between_90.map(second)).toEqual([20, 90]);
});

test("which shift of a channel is no drift is shown beside its baseline", async () => {
  const { baseline } = viewOf(settled);
  expect((await shown()).baseline.channels.map((channel) => channel.harmless_shift)).toEqual(
    baseline.channels.map(({ harmlessShift }) => harmlessShift),
  );
  expect(baseline.channels).toHaveLength(5);
});

test("the axis of a camera that has not turned is not shown, however its estimate scatters", async () => {
  const live = { ...viewOf(settled).live, cameraDriftVectorDeg: [0.1, 0, 0] } as const;
  const cameraAt = async (cameraDriftDeg: number) =>
    (await shown({ view: viewOf(settled, { live: { ...live, cameraDriftDeg } }) })).extrinsics.camera;
  expect(await cameraAt(0)).toMatchObject({ drift_deg: 0, drift_axis: null });
  expect(await cameraAt(0.1)).toMatchObject({ drift_deg: 0.1, drift_axis: [1, 0, 0] });
});

test("a sensor that has fallen silent is not monitored", async () => {
  const sensors = viewOf(settled).sensors.map((one) => ({ ...one, monitored: one.sensor !== "lidar" }));
  expect((await shown({ view: viewOf(settled, { sensors }) })).monitored_sensors).toEqual([
    "camera",
    "radar",
  ]);
});

test("what a vehicle started from is said in the unit of each sensor", async () => {
  const noise = { sd: 0.03, vehicles: 10 };
  const prior = { sensors: { camera: null, radar: noise, lidar: noise, confidence: null }, atUs: startUs };
  const { baseline } = viewOf(settled);
  const shownPrior = (await shown({ view: viewOf(settled, { baseline: { ...baseline, prior } }) })).baseline
    .fleet_prior;
  const stated = { scale: 0.03, vehicles: 10 };
  expect(shownPrior).toEqual({
    taken_at: "2026-03-01T08:00:00.000Z",
    sensors: [
      { sensor: "radar", unit: "m", ...stated },
      { sensor: "lidar", unit: "ln", ...stated },
    ],
  });
});

test("a vehicle gone silent is unknown since its newest frame was received", async () => {
  const lastReceivedUs = startUs - 1_000;
  const summary = vehicleForTests({ tier: "NOMINAL", tierSinceUs: 0, lastReceivedUs });
  expect(await shown({ summary })).toMatchObject({
    tier: "UNKNOWN",
    silent: true,
    tier_since: "2026-03-01T07:59:59.999Z",
  });
});

test("its first frame is dated by its capture, or else by its receipt", async () => {
  const summary = vehicleForTests({ firstReceivedUs: startUs });
  const firstAt = async (firstTimestampUs: number | null) =>
    (await shown({ summary, history: { firstTimestampUs } })).first_frame_at;
  expect([await firstAt(startUs - 1_000_000), await firstAt(null)]).toEqual([
    "2026-03-01T07:59:59.000Z",
    "2026-03-01T08:00:00.000Z",
  ]);
});

test("history, reference and open breach are shown as they are stored", async () => {
  const cameraRotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const at = "2026-03-01T08:00:00.000Z";
  const openBreach = {
    evidenceId: "EVB-20260301-0123456789AB",
    worstTier: "CAUTION" as const,
    seq: 50,
    openedAtUs: startUs,
  };
  const change = {
    seq: 50,
    atUs: startUs,
    from: "NOMINAL",
    to: "CAUTION",
    reason: "caution_limit_exceeded",
  } as const;
  const reference = { cameraRotation, source: "plant", validFromUs: startUs, registeredAtUs: startUs };
  const vehicle = await shown({
    summary: { ...settled.summary, openBreach },
    history: { tierChanges: [change], reference },
  });
  expect(vehicle).toMatchObject({
    open_breach: { evidence_id: openBreach.evidenceId, opened_at: at, frame_seq: 50 },
    tier_history: [
      { at, from: "NOMINAL", to: "CAUTION", decided_by: "caution_limit_exceeded", frame_seq: 50 },
    ],
    reference: { camera_rotation_matrix: cameraRotation, source: "plant", valid_from: at, registered_at: at },
  });
});

test("notes are there only where there are some", async () => {
  const notes = [{ code: "breach_below_limits", text: "It is small." }] as const;
  expect((await shown({ notes })).notes).toEqual(notes);
  expect(await shown()).not.toHaveProperty("notes");
});

test.each([
  [
    [3, 0, -4],
    [0.6, 0, -0.8],
  ],
  [[0, 0, 0], null],
  [null, null],
] as const)("the axis of %j is %j", (vector, axis) => {
  expect(axisOf(vector)).toEqual(axis);
});
