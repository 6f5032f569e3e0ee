import { preCrashTypes } from "../../contract/schemas/scenarios/scenario-scene.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import { perRefit } from "../../sensors/scenario-kinds.ts";
import { u32 } from "../counter-random.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import type { ScenarioParams } from "../drift/drift-formulas.ts";
import { vehicleBox } from "../poses/sensor-rig.ts";

type Parameters = ScenarioFeed["parameters"];
type ScenarioEvent = Parameters["events"][number];

/** Environment, streets, actors and tags of a scenario: the model's, because no frame tells of them. */
export function sceneOf(scenario: {
  readonly type: ScenarioType;
  readonly seed: number;
  readonly vehicleId: string;
}): Pick<Parameters, "environment" | "road" | "actors" | "tags"> {
  const { type, seed, vehicleId } = scenario;
  const {
    speedMps = 10,
    rainMmH = 0,
    sunElevDeg = 40,
    ambientC = 20,
    acts = ["ego/drive-straight"],
  } = scenes[type] ?? {};
  return {
    environment: { ambient_c: ambientC, sun_elev_deg: sunElevDeg, rain_mm_h: rainMmH },
    road: { kind: "procedural", seed, params: {} },
    actors: [
      {
        id: "ego",
        role: "ego",
        ...(vehicleId !== "none" && { vehicle_id: vehicleId }),
        ...vehicleBox,
        speed_mps: speedMps,
      },
    ],
    tags: {
      iso34504: [...acts],
      iso34503_odd: [
        "scenery/road/urban",
        rainMmH > 0 ? "environment/precipitation/rain" : "environment/precipitation/none",
        sunElevDeg > 0 ? "environment/illumination/day" : "environment/illumination/night",
      ],
    },
  };
}

/** What happens to the vehicle, in order of time, up to the scenario's end. */
export function eventsOf(scenario: {
  readonly type: ScenarioType;
  readonly params: ScenarioParams;
  readonly seed: number;
  readonly durationS: number;
}): ScenarioEvent[] {
  const { type, params, seed, durationS } = scenario;
  return happenings[type](params, seed, durationS)
    .filter(({ t_s: tS }) => tS <= durationS)
    .toSorted((one, other) => one.t_s - other.t_s);
}

interface Scene {
  readonly speedMps?: number;
  readonly rainMmH?: number;
  readonly sunElevDeg?: number;
  readonly ambientC?: number;
  readonly acts?: readonly string[];
}

const standing: Scene = { speedMps: 0, acts: ["ego/stand"] };

const scenes: Readonly<Partial<Record<ScenarioType, Scene>>> = {
  post_collision: { acts: ["ego/drive-straight", "ego/collide"] },
  windshield_replacement: { acts: ["ego/stand", "ego/drive-straight"] },
  ...perRefit(() => standing),
  sensor_replacement: standing,
  car_wash: standing,
  load_change: standing,
  mirror_fold_nonreturn: { acts: ["ego/stand", "ego/drive-straight"] },
  occlusion_false_drift: { rainMmH: 8, sunElevDeg: -10, ambientC: 4 },
  time_slip: { acts: ["ego/turn"] },
  highway_weave: { speedMps: 30, acts: ["ego/change-lane"] },
};

/** Change of speed for each degree of lasting drift: a scale for pictures, not a law. */
const deltaVOfDegMps = 3;

type Happenings = (params: ScenarioParams, seed: number, durationS: number) => ScenarioEvent[];

const nothing: Happenings = () => [];

const once =
  (type: ScenarioEvent["type"]): Happenings =>
  ({ t0 = 0 }) => [{ t_s: t0, type }];

const happenings: Readonly<Record<ScenarioType, Happenings>> = {
  nominal_control: nothing,
  post_collision: ({ t0 = 0, A = 0 }, seed) => [
    {
      t_s: t0,
      type: "impact",
      delta_v_mps: Math.round(deltaVOfDegMps * A * 100) / 100,
      zone: drawn(zones, u32(seed, stream.zone, 0)),
      nhtsa_precrash: drawn(preCrashTypes, u32(seed, stream.preCrash, 0)),
    },
  ],
  pothole_impact: ({ T = 0, n = 0 }, seed) =>
    Array.from({ length: Math.trunc(n) }, (_, index) => ({
      t_s: (T * (index + u32(seed, stream.potholeTime, index) / 2 ** 32)) / n,
      type: "pothole" as const,
    })),
  curb_strike: once("curb_strike"),
  windshield_replacement: ({ t0 = 0, t1 = 0 }) => [
    { t_s: t0, type: "glass_replaced" },
    { t_s: t1, type: "recalibration_begins" },
  ],
  ...perRefit(({ event }) => once(event)),
  thermal_cycle: nothing,
  gradual_mount_loosening: nothing,
  vibration_random_walk: nothing,
  car_wash: ({ t0 = 0, w = 0 }) => [
    { t_s: t0, type: "wash_begins" },
    { t_s: t0 + w, type: "wash_ends" },
  ],
  load_change: once("load_changed"),
  ride_height_change: once("ride_height_changed"),
  wheel_alignment_thrust: once("axle_knocked"),
  sensor_replacement: once("sensor_replaced"),
  mirror_fold_nonreturn: ({ every = 0 }, _, durationS) =>
    Array.from({ length: Math.floor(durationS / every) }, (__, fold) => ({
      t_s: (fold + 1) * every,
      type: "mirror_folded" as const,
    })),
  occlusion_false_drift: once("view_obscured"),
  intrinsics_shift: once("focus_shifts"),
  imu_bias: nothing,
  time_slip: once("clock_slips"),
  highway_weave: nothing,
  data_dropout: ({ t0 = 0, t1 = 0 }) => [
    { t_s: t0, type: "data_lost" },
    { t_s: t1, type: "data_back" },
  ],
};

/** Streams of the counter generator; that of the potholes is the formula's. */
const stream = { potholeTime: 7, zone: 40, preCrash: 41 } as const;

const zones = ["front-left", "front", "front-right"] as const;

function drawn<Item>(items: readonly [Item, ...Item[]], draw: number): Item {
  return items[draw % items.length] ?? items[0];
}
