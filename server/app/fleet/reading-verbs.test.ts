import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { SchemaName } from "../../../core/contract/schemas/named-schemas.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { scenarioTypes } from "../../../core/contract/scenario-types.ts";
import type {
  EvidenceBundle,
  ScenarioFeedRequest,
  VehicleList,
  VehicleSeries,
} from "../../../core/contract/types.ts";
import { packScore, unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { openDataFolder } from "../../storage/data-folder.ts";
import { openDatabase } from "../../storage/sqlite/open-database.ts";
import { ownJson } from "../own-json.ts";
import type { Application } from "../application.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { angleDegOf, deltaBetween } from "../../../core/scenario/poses/pose-at.ts";
import {
  callerOf,
  firstFrameUs,
  openFleetForTests,
  streamForTests,
  type FleetForTests,
} from "../../fleet-for-tests.ts";

const acme = callerOf("acme");
const globex = callerOf("globex");

/** 80 good frames, then the radar reads 0.6 m too far. */
const faultAt = 80;
const frames = 140;
const radarStep = (at: number) => (at < faultAt ? 0 : 0.6);

let fleet: FleetForTests;

beforeAll(async () => {
  fleet = await openFleetForTests();
  await fleet.send(acme, [
    ...streamForTests({ vehicleId: "quiet", frames, fleetId: "vans", region: "north" }),
    ...streamForTests({
      vehicleId: "broken",
      frames,
      fleetId: "trucks",
      region: "acme-south",
      metadata: { latitude: 48.1, longitude: -11.5 },
      radarFaultM: radarStep,
    }),
    ...streamForTests({ vehicleId: "new", frames: 3, fleetId: "vans" }),
    ...streamForTests({ vehicleId: "twin", frames: 30, fleetId: "vans", region: "acme-south" }),
  ]);
  await fleet.send(globex, streamForTests({ vehicleId: "twin", frames: 7 }));
});
afterAll(() => fleet.close());

/** The answer, once it is known to be what the contract says. */
async function fitting<T>(name: SchemaName, answer: Promise<T>): Promise<T> {
  const value = await answer;
  expect(validate(name, value)).toEqual([]);
  return value;
}

async function codeOf(asking: Promise<unknown>): Promise<string> {
  const outcome = await asking.catch((fault: unknown) => fault);
  return outcome instanceof Refusal ? outcome.code : `no refusal: ${JSON.stringify(outcome)}`;
}

const makeScenario = (caller: typeof acme, request: ScenarioFeedRequest) =>
  fleet.application.feedScenario(caller, request, { requestId: "r", receivedAtUs: 0 });

async function brokenEvidence(): Promise<string> {
  const { evidence_id: evidenceId } = (await fleet.application.listVehicles(acme, { limit: 10 })).data.find(
    (vehicle) => vehicle.vehicle_id === "broken",
  )!;
  return evidenceId!;
}

describe("the health summary", () => {
  test("counts tiers that add up, frames, and shows the worst vehicle first", async () => {
    const summary = await fitting("FleetHealthSummary", fleet.application.summariseFleet(acme, {}));
    expect(summary).toMatchObject({
      total_vehicles: 4,
      critical_count: 1,
      caution_count: 0,
      silent_count: 0,
      frames_24h: 2 * frames + 33,
      open_breaches: 1,
    });
    expect(summary.nominal_count + summary.unknown_count).toBe(3);
    expect(summary.worst[0]).toMatchObject({ vehicle_id: "broken", tier: "CRITICAL" });
    expect(summary).not.toHaveProperty("by_fleet");
  });

  test("can be narrowed and grouped", async () => {
    const vans = await fleet.application.summariseFleet(acme, { fleets: ["vans"] });
    expect(vans).toMatchObject({ total_vehicles: 3, critical_count: 0, frames_24h: frames + 33 });
    const south = await fleet.application.summariseFleet(acme, { regions: ["acme-south"] });
    expect(south.total_vehicles).toBe(2);
    const byFleet = await fitting(
      "FleetHealthSummary",
      fleet.application.summariseFleet(acme, { groupBy: "fleet" }),
    );
    expect(byFleet.by_fleet?.map(({ fleet_id, total_vehicles }) => [fleet_id, total_vehicles])).toEqual([
      ["trucks", 1],
      ["vans", 3],
    ]);
    const byRegion = await fitting(
      "FleetHealthSummary",
      fleet.application.summariseFleet(acme, { groupBy: "region" }),
    );
    expect(byRegion.by_region?.map(({ region }) => region)).toEqual([null, "acme-south", "north"]);
  });

  test("turns silent NOMINAL vehicles into UNKNOWN ones, but forgets no fault", async () => {
    fleet.clock.nowUs += 120_000_000;
    try {
      const summary = await fleet.application.summariseFleet(acme, { silentAfterS: 60 });
      expect(summary).toMatchObject({
        silent_count: 4,
        nominal_count: 0,
        unknown_count: 3,
        critical_count: 1,
      });
      expect(summary.worst[0]).toMatchObject({ vehicle_id: "broken", tier: "CRITICAL", silent: true });
      const usual = await fleet.application.summariseFleet(acme, {});
      expect(usual.silent_count).toBe(0);
    } finally {
      fleet.clock.nowUs -= 120_000_000;
    }
  });
});

describe("the vehicle list", () => {
  test("is turned page by page with its cursor", async () => {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: VehicleList = await fitting(
        "VehicleList",
        fleet.application.listVehicles(acme, {
          limit: 1,
          sort: "vehicle_id",
          ...(cursor !== null && { cursor }),
        }),
      );
      names.push(...page.data.map((vehicle) => vehicle.vehicle_id));
      expect(page.has_more).toBe(page.next_cursor !== null);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(names).toEqual(["broken", "new", "quiet", "twin"]);
  });

  test("takes no cursor of another order, filter or organisation", async () => {
    const { next_cursor: cursor } = await fleet.application.listVehicles(acme, { limit: 1 });
    const turn = { limit: 1, cursor: cursor! };
    expect(await codeOf(fleet.application.listVehicles(acme, { ...turn, sort: "vehicle_id" }))).toBe(
      "cursor_invalid",
    );
    expect(await codeOf(fleet.application.listVehicles(acme, { ...turn, tiers: ["NOMINAL"] }))).toBe(
      "cursor_invalid",
    );
    expect(await codeOf(fleet.application.listVehicles(globex, turn))).toBe("cursor_invalid");
  });

  test("can be narrowed by tier", async () => {
    const { data } = await fleet.application.listVehicles(acme, { limit: 10, tiers: ["CRITICAL"] });
    expect(data.map((vehicle) => vehicle.vehicle_id)).toEqual(["broken"]);
  });
});

describe("one vehicle", () => {
  test("tells what moved, since when, against what, with its evidence", async () => {
    const vehicle = await fitting("VehicleDetail", fleet.application.showVehicle(acme, "broken"));
    expect(vehicle).toMatchObject({
      tier: "CRITICAL",
      recommended_action: "calibration_required",
      probable_fault_source: "radar",
      frames,
      silent: false,
      reference: null,
      cusum_limit: defaultSettings.change.limitNats,
    });
    expect(vehicle.first_frame_at).toBe("2026-03-01T08:00:00.000Z");
    expect(vehicle.last_frame_at).toBe("2026-03-01T08:02:19.000Z");
    expect(vehicle.baseline.needed).toBe(0);
    expect(vehicle.extrinsics.radar!.drift_m).toBeGreaterThan(0.5);
    expect(vehicle.extrinsics.radar!.drift_m).toBeLessThan(0.7);
    expect(vehicle.measurements.radar_drift_mm).toBeCloseTo(vehicle.extrinsics.radar!.drift_m * 1000, 6);
    expect(vehicle.open_breach!.frame_seq).toBeGreaterThan(faultAt);
    expect(vehicle.open_breach!.evidence_id).toBe(await brokenEvidence());
    const seqs = vehicle.tier_history.map((change) => change.frame_seq);
    expect(seqs).toEqual([...seqs].sort((one, other) => other - one));
    expect(vehicle.tier_history[0]!.to).toBe("CRITICAL");
    expect(vehicle.tier_since).toBe(vehicle.tier_history[0]!.at);
  });

  test("without enough frames is still learning, and shows no baseline it does not have", async () => {
    const vehicle = await fitting("VehicleDetail", fleet.application.showVehicle(acme, "new"));
    expect(vehicle).toMatchObject({ tier: "UNKNOWN", cusum_statistic: null, open_breach: null });
    expect(vehicle.baseline).toMatchObject({ state: "learning", frames: 3, needed: 47 });
  });

  test("shows the reference it was registered with, until that is withdrawn", async () => {
    const rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const register = (matrix: number[] | null) =>
      fleet.application.registerReference(
        acme,
        "twin",
        { camera_rotation_matrix: matrix, source: "factory" },
        { requestId: "req", receivedAtUs: 0 },
      );
    const registered = await register(rotation);
    const shown = await fitting("VehicleDetail", fleet.application.showVehicle(acme, "twin"));
    expect(shown.reference).toEqual(registered);
    await register(null);
    expect((await fleet.application.showVehicle(acme, "twin")).reference).toBeNull();
  });

  test("that does not exist is refused", async () => {
    expect(await codeOf(fleet.application.showVehicle(acme, "nobody"))).toBe("vehicle_not_found");
    expect(await codeOf(fleet.application.readSeries(acme, "nobody", { points: 9 }))).toBe(
      "vehicle_not_found",
    );
  });
});

describe("a series", () => {
  async function readSeries(
    vehicleId: string,
    query: Parameters<Application["readSeries"]>[2],
  ): Promise<VehicleSeries> {
    return ownJson((await fleet.application.readSeries(acme, vehicleId, query)).json);
  }

  test("has every frame while they are few, and the breach is in it", async () => {
    const series = await fitting("VehicleSeries", readSeries("broken", { points: 500 }));
    expect(series).toMatchObject({ frames, downsampled: false });
    expect(series.timestamps).toHaveLength(frames);
    expect(series.channels.map(({ channel }) => channel)).toEqual([
      "camera_x",
      "camera_y",
      "camera_z",
      "radar",
      "lidar",
    ]);
    const breachAt = series.cusum_statistic.findIndex(
      (value) => value !== null && value >= defaultSettings.change.limitNats,
    );
    expect(breachAt).toBeGreaterThanOrEqual(faultAt);
    expect(series.tiers.at(-1)).toBe("CRITICAL");
  });

  test("keeps the largest statistic and the worst tier when it is down-sampled", async () => {
    const fine = await readSeries("broken", { points: 500 });
    const coarse = await fitting("VehicleSeries", readSeries("broken", { points: 7 }));
    expect(coarse.downsampled).toBe(true);
    expect(coarse.timestamps.length).toBeLessThanOrEqual(7);
    const largest = (values: readonly (number | null)[]) => Math.max(...values.map((value) => value ?? 0));
    expect(largest(coarse.cusum_statistic_max!)).toBe(largest(fine.cusum_statistic));
    expect(largest(coarse.t2_max!)).toBe(largest(fine.t2));
    expect(coarse.tiers).toContain("CRITICAL");
  });

  test("covers the times asked, both ends included", async () => {
    const second = (at: number) => firstFrameUs + at * 1_000_000;
    const series = await readSeries("quiet", {
      fromUs: second(10),
      toUs: second(12),
      points: 500,
    });
    expect(series.frame_seqs).toEqual([11, 12, 13]);
    expect(series.from).toBe("2026-03-01T08:00:10.000Z");
    const empty = await fitting("VehicleSeries", readSeries("quiet", { fromUs: second(9999), points: 500 }));
    expect(empty).toMatchObject({ frames: 0, from: null, to: null, timestamps: [] });
    expect(
      await codeOf(
        fleet.application.readSeries(acme, "quiet", { fromUs: second(2), toUs: second(1), points: 5 }),
      ),
    ).toBe("query_parameter_invalid");
  });
});

test("the work queue says what to do with the broken vehicle, and leaves the healthy ones out", async () => {
  const queue = await fitting("WorkQueue", fleet.application.rankWorkQueue(acme, { limit: 10 }));
  expect(queue.data.map((item) => item.vehicle_id)).toEqual(["broken"]);
  expect(queue.data[0]).toMatchObject({
    rank: 1,
    tier: "CRITICAL",
    recommended_action: "calibration_required",
    evidence_id: await brokenEvidence(),
    discovery: true,
  });
  expect(queue.false_discovery_rate).toBe(0.1);
  expect(queue.data[0]!.e_value).toBeGreaterThan(100);
  expect(queue.data[0]!.why).toMatch(
    /^The radar range is off by \+0\.(5[5-9]|6[0-5])\d m, .* \(CRITICAL since 2026-03-01 08:01 UTC\)\.$/,
  );
});

describe("evidence", () => {
  test("is listed with the measurements its bundle was signed with", async () => {
    const list = await fitting("EvidenceList", fleet.application.listEvidence(acme, { limit: 10 }));
    expect(list.data).toHaveLength(1);
    const item = list.data[0]!;
    const { bundle, frames } = await fleet.application.readEvidence(acme, item.event_id);
    const signed = JSON.parse(new TextDecoder().decode(bundle)) as EvidenceBundle;
    expect(validate("EvidenceBundle", signed)).toEqual([]);
    const { measured, ...numbers } = signed.measurements;
    expect(measured).toEqual({ camera: true, radar: true, lidar: true, health: true });
    expect(item.measurements).toEqual({ ...numbers, lidar_drift_m: expect.any(Number) });
    expect(item).toMatchObject({
      event_id: signed.event_id,
      vehicle_id: signed.vehicle_id,
      tier: signed.tier,
      signature: signed.signature,
      detected_at: signed.breach.detected_at,
      issued_at: signed.issued_at,
      frame_count: signed.frames.count,
    });
    const lines = new TextDecoder().decode(frames).trimEnd().split("\n");
    expect(lines).toHaveLength(item.frame_count);
  });

  test("keeps those measurements in the list when its frames are scored again by other rules", async () => {
    const [item] = (await fleet.application.listEvidence(acme, { limit: 10 })).data;
    const database = openDatabase(openDataFolder(fleet.dataDir).database);
    const before = database.prepare("SELECT position, score FROM frame").all() as {
      readonly position: number;
      readonly score: Uint8Array;
    }[];
    const rewrite = database.prepare("UPDATE frame SET score = ? WHERE position = ?");
    try {
      for (const { position, score } of before) {
        const other = { ...unpackScore(score), radarDriftMm: 1.25, cameraDriftDeg: 0.5, healthScore: 12.5 };
        rewrite.run(packScore(other), position);
      }
      expect((await fleet.application.listEvidence(acme, { limit: 10 })).data).toEqual([item]);
    } finally {
      for (const { position, score } of before) rewrite.run(score, position);
      database.close();
    }
  });

  test("can be narrowed, and an unknown id is refused", async () => {
    const ofQuiet = await fleet.application.listEvidence(acme, { limit: 10, vehicleId: "quiet" });
    expect(ofQuiet.data).toEqual([]);
    expect(await codeOf(fleet.application.readEvidence(acme, "EVB-20260301-000000000000"))).toBe(
      "evidence_not_found",
    );
  });
});

describe("a scenario", () => {
  test("starts from the worst vehicle, guesses what happened to it, and comes out the same again", async () => {
    const feed = await fitting("ScenarioFeed", makeScenario(acme, {}));
    expect(feed).toMatchObject({
      scenario_type: "bumper_repair_radar",
      parameters: {
        initial_drift_state: { tier: "CRITICAL" },
        visualizer: {
          format: "service_web_demo_v1",
          duration_s: 20,
          map_center: [48.1, -11.5],
          highlight_vehicle_id: "broken",
        },
        truth: { onset_s: 5, is_sensor_fault: true },
      },
      provenance: { kind: "fitted", vehicle_id: "broken" },
    });
    expect(feed.parameters.trajectory.drift_deg).toHaveLength(201);
    expect(await makeScenario(acme, {})).toEqual(feed);
    const reseeded = await makeScenario(acme, { seed: 42 });
    expect(reseeded.seed).toBe(42);
    expect(reseeded.scenario_id).not.toBe(feed.scenario_id);
  });

  test("takes tier and measurements from the evidence it is asked for", async () => {
    const evidenceId = await brokenEvidence();
    const { bundle } = await fleet.application.readEvidence(acme, evidenceId);
    const signed = JSON.parse(new TextDecoder().decode(bundle)) as EvidenceBundle;
    const feed = await fitting(
      "ScenarioFeed",
      makeScenario(acme, { evidence_id: evidenceId, vehicle_id: null }),
    );
    expect(feed.parameters.initial_drift_state).toMatchObject({
      tier: signed.tier,
      camera_drift_deg: signed.measurements.camera_drift_deg,
    });
    expect(feed.provenance).toMatchObject({
      kind: "fitted",
      vehicle_id: "broken",
      evidence_event_id: evidenceId,
    });
    const [camera] = feed.parameters.initial_drift_state.sensors;
    if (camera === undefined) throw new Error("no camera");
    expect(camera.measured_dof).toEqual(["roll", "pitch", "yaw"]);
    expect(angleDegOf(deltaBetween(camera.baseline, camera.now))).toBeCloseTo(
      signed.measurements.camera_drift_deg,
      9,
    );
  });

  test("is of the type, length, place and seed asked for, and a healthy vehicle's is nominal", async () => {
    const asked = await fitting(
      "ScenarioFeed",
      makeScenario(acme, {
        scenario_type: "post_collision",
        vehicle_id: "quiet",
        duration_s: 40,
        map_center: [37.7749, -122.4194],
        seed: 7,
      }),
    );
    expect(asked.scenario_type).toBe("post_collision");
    expect(asked.seed).toBe(7);
    // Twice the usual length: the impact comes twice as late, and settles as fast as ever.
    expect(asked.parameters.drift_model.params).toMatchObject({ t0: 10, ts: 0.15 });
    expect(asked.parameters.visualizer.map_center).toEqual([37.7749, -122.4194]);
    const drift = asked.parameters.trajectory.drift_deg;
    expect(drift).toHaveLength(401);
    expect(drift.slice(0, 100).every((deg) => deg === 0)).toBe(true);
    expect(drift.at(-1)).toBeCloseTo(1.41, 6);

    const healthy = await makeScenario(acme, { vehicle_id: "quiet" });
    expect(healthy).toMatchObject({
      scenario_type: "nominal_control",
      parameters: { truth: { onset_s: null, is_sensor_fault: false } },
    });
    expect(healthy.parameters.visualizer.map_center).toEqual([0, 0]);
  });

  test.each(scenarioTypes)("%s can be had for any vehicle", async (type) => {
    const feed = await makeScenario(acme, { scenario_type: type, duration_s: 60 });
    expect(validate("ScenarioFeed", feed)).toEqual([]);
  });

  test("of an empty fleet is a nominal one with no vehicle", async () => {
    const feed = await fitting("ScenarioFeed", makeScenario(callerOf("nobody"), {}));
    expect(feed.scenario_type).toBe("nominal_control");
    expect(feed.parameters.visualizer.highlight_vehicle_id).toBe("none");
    expect(feed.provenance).toEqual({
      kind: "synthetic",
      measured: [],
      n_vehicles: 0,
      privacy: "no position of a vehicle",
    });
  });

  test("of something unknown, or of two things that do not belong together, is refused", async () => {
    const ask = (request: Parameters<typeof makeScenario>[1]) => codeOf(makeScenario(acme, request));
    expect(await ask({ vehicle_id: "nobody" })).toBe("vehicle_not_found");
    expect(await ask({ evidence_id: "EVB-20260301-000000000000" })).toBe("evidence_not_found");
    expect(await ask({ evidence_id: await brokenEvidence(), vehicle_id: "quiet" })).toBe("not_allowed");
  });
});

describe("an empty fleet", () => {
  test("is answered, not refused", async () => {
    const nobody = callerOf("nobody");
    const summary = await fitting("FleetHealthSummary", fleet.application.summariseFleet(nobody, {}));
    expect(summary).toMatchObject({ total_vehicles: 0, frames_24h: 0, worst: [] });
    const list = await fitting("VehicleList", fleet.application.listVehicles(nobody, { limit: 5 }));
    expect(list).toEqual({ data: [], has_more: false, next_cursor: null });
    const queue = await fitting("WorkQueue", fleet.application.rankWorkQueue(nobody, { limit: 5 }));
    expect(queue.data).toEqual([]);
    const evidence = await fitting("EvidenceList", fleet.application.listEvidence(nobody, { limit: 5 }));
    expect(evidence.data).toEqual([]);
  });
});

describe("what one organisation has, another never sees", () => {
  /** Every answer a caller can read, as one text. */
  async function everythingTo(caller: typeof acme, evidenceId: string): Promise<string> {
    const { application } = fleet;
    const answers = await Promise.allSettled([
      application.summariseFleet(caller, { groupBy: "fleet" }),
      application.summariseFleet(caller, { groupBy: "region" }),
      application.summariseFleet(caller, { regions: ["acme-south"] }),
      ...["urgency", "vehicle_id", "last_frame_at", "health_score"].map((sort) =>
        application.listVehicles(caller, { limit: 100, sort }),
      ),
      ...["broken", "quiet", "new", "twin"].flatMap((vehicleId) => [
        application.showVehicle(caller, vehicleId),
        application.readSeries(caller, vehicleId, { points: 100 }),
        makeScenario(caller, { vehicle_id: vehicleId }),
        application.listEvidence(caller, { limit: 100, vehicleId }),
      ]),
      application.rankWorkQueue(caller, { limit: 100 }),
      application.readEvidence(caller, evidenceId).then(({ bundle }) => new TextDecoder().decode(bundle)),
      application.listEvidence(caller, { limit: 100 }),
      makeScenario(caller, {}),
      makeScenario(caller, { evidence_id: evidenceId }),
    ]);
    return JSON.stringify(
      answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason))),
    );
  }
  const acmesOwn = ["broken", "quiet", "acme-south", "trucks", "vans", '"new"'];

  test("the search finds acme's secrets where they belong", async () => {
    const seen = await everythingTo(acme, await brokenEvidence());
    for (const secret of [...acmesOwn, await brokenEvidence()]) expect(seen).toContain(secret);
  });

  test("and none of them in what globex reads, though both have a vehicle of the same name", async () => {
    const evidenceId = await brokenEvidence();
    const seen = await everythingTo(globex, evidenceId);
    for (const secret of [...acmesOwn, evidenceId]) expect(seen).not.toContain(secret);
    const twin = await fleet.application.showVehicle(globex, "twin");
    expect(twin).toMatchObject({ frames: 7, fleet_id: "default", region: null });
    expect(await fleet.application.summariseFleet(globex, {})).toMatchObject({
      total_vehicles: 1,
      frames_24h: 7,
      open_breaches: 0,
    });
  });

  test("a foreign id and an unknown one get the same refusal", async () => {
    const refusalOf = async (asking: Promise<unknown>) => {
      const fault = await asking.catch((thrown: unknown) => thrown);
      expect(fault).toBeInstanceOf(Refusal);
      return { code: (fault as Refusal).code, detail: (fault as Refusal).detail };
    };
    const { application } = fleet;
    expect(await refusalOf(application.readEvidence(globex, await brokenEvidence()))).toEqual(
      await refusalOf(application.readEvidence(globex, "EVB-20260301-000000000000")),
    );
    expect(await refusalOf(application.showVehicle(globex, "broken"))).toEqual(
      await refusalOf(application.showVehicle(globex, "nobody")),
    );
    expect(await refusalOf(makeScenario(globex, { vehicle_id: "broken" }))).toEqual(
      await refusalOf(makeScenario(globex, { vehicle_id: "nobody" })),
    );
  });

  test("a key for some fleets sees nothing of the others", async () => {
    const vansOnly = callerOf("acme", ["vans"]);
    const seen = await everythingTo(vansOnly, await brokenEvidence());
    for (const secret of ["broken", "trucks", await brokenEvidence()]) expect(seen).not.toContain(secret);
    expect(seen).toContain("quiet");
    expect(await codeOf(fleet.application.summariseFleet(vansOnly, { fleets: ["trucks"] }))).toBe(
      "fleet_not_allowed",
    );
    expect(await fleet.application.summariseFleet(vansOnly, {})).toMatchObject({
      total_vehicles: 3,
      frames_24h: frames + 33,
    });
  });
});
