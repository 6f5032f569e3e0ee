import { Type } from "typebox";

import { EventId, Tier, VehicleId, dictionary, nullable, oneOf } from "./vocabulary.ts";

export const scenarioTypeValues = [
  "nominal_control",
  "post_collision",
  "pothole_impact",
  "curb_strike",
  "windshield_replacement",
  "bumper_repair_radar",
  "thermal_cycle",
  "gradual_mount_loosening",
  "vibration_random_walk",
  "car_wash",
  "load_change",
  "ride_height_change",
  "wheel_alignment_thrust",
  "sensor_replacement",
  "mirror_fold_nonreturn",
  "occlusion_false_drift",
  "intrinsics_shift",
  "imu_bias",
  "time_slip",
  "highway_weave",
  "data_dropout",
] as const;
const ScenarioType = oneOf(scenarioTypeValues, {
  $id: "ScenarioType",
  description: "What happens to the sensors in the scenario.",
});

const mapCenter = Type.Array(Type.Number(), {
  minItems: 2,
  maxItems: 2,
  description: "[latitude −90…90, longitude −180…180], degrees.",
});

export const ScenarioFeedRequest = Type.Object(
  {
    scenario_type: Type.Optional(nullable(ScenarioType)),
    vehicle_id: Type.Optional(nullable(VehicleId)),
    evidence_id: Type.Optional(nullable(EventId)),
    duration_s: Type.Optional(nullable(Type.Number({ minimum: 1, maximum: 3600 }))),
    map_center: Type.Optional(
      Type.Unsafe<[number, number] | null>({
        anyOf: [
          {
            type: "array",
            prefixItems: [
              { type: "number", minimum: -90, maximum: 90 },
              { type: "number", minimum: -180, maximum: 180 },
            ],
            items: { type: "number" },
            minItems: 2,
            maxItems: 2,
          },
          { type: "null" },
        ],
        description: "[latitude, longitude], degrees.",
      }),
    ),
    seed: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 4_294_967_295 }))),
  },
  {
    $id: "ScenarioFeedRequest",
    additionalProperties: false,
    description:
      "Every member may be left out or null. With no vehicle and no evidence named, the worst vehicle of the fleet is taken. " +
      "The same request against the same fleet state gives the same feed.",
    examples: [
      { scenario_type: "post_collision", duration_s: 20, map_center: [37.7749, -122.4194], seed: 42 },
      {},
    ],
  },
);

export const ScenarioFeed = Type.Object(
  {
    scenario_type: ScenarioType,
    schema: Type.String({ description: "`scenario-feed/1`." }),
    scenario_id: Type.String({ description: "Derived from the inputs: the same inputs give the same id." }),
    generator: Type.Object({ name: Type.String(), version: Type.String() }),
    seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    rng: Type.String({ description: "`fmix32-counter/1`: the counter-based generator of the trajectories." }),
    level: oneOf(["concrete"], { $id: "ScenarioLevel", description: "Every parameter has a value." }),
    parameters: Type.Object({
      initial_drift_state: Type.Object({
        tier: Tier,
        camera_drift_deg: Type.Number({ minimum: 0, description: "Degrees." }),
      }),
      visualizer: Type.Object({
        format: Type.String({ description: "`service_web_demo_v1`." }),
        duration_s: Type.Number({ description: "Seconds." }),
        map_center: mapCenter,
        highlight_vehicle_id: Type.String({ description: "`none` in an empty fleet." }),
      }),
      drift_model: Type.Object({
        type: ScenarioType,
        params: dictionary(Type.Number(), {
          description: "The formula's parameters, SI units, angles in degrees.",
        }),
        axis: Type.Array(Type.Number(), {
          minItems: 3,
          maxItems: 3,
          description: "Unit axis of the rotation.",
        }),
      }),
      trajectory: Type.Object(
        {
          dt_s: Type.Number({ description: "Seconds between two samples; the first is at 0 s." }),
          drift_deg: Type.Array(Type.Number(), { description: "Drift angle at each sample, degrees." }),
        },
        { description: "The drift over the scenario, added to the initial drift." },
      ),
      truth: Type.Object(
        {
          onset_s: nullable(Type.Number(), {
            description: "When the drift begins; null when there is none.",
          }),
          is_sensor_fault: Type.Boolean({
            description: "False for scenarios that must not be flagged as sensor drift.",
          }),
        },
        { description: "What a detector should find." },
      ),
    }),
    provenance: Type.Object({
      kind: oneOf(["synthetic", "fitted"], {
        $id: "ScenarioOrigin",
        description:
          "`fitted`: the initial state is a real vehicle's; `synthetic`: nothing measured went in.",
      }),
      vehicle_id: Type.Optional(VehicleId),
      evidence_event_id: Type.Optional(EventId),
    }),
    exports: Type.Array(Type.Object({ format: Type.String(), url: Type.String(), sha256: Type.String() }), {
      description: "Further formats of this scenario; empty when there are none.",
    }),
  },
  {
    $id: "ScenarioFeed",
    description:
      "Parameters of one scenario for a visualizer or a simulation team; SI units, degrees for angles.",
    examples: [
      {
        scenario_type: "post_collision",
        schema: "scenario-feed/1",
        scenario_id: "scn_8d0c5c1f2a7b4e90",
        generator: { name: "plumbline", version: "0.1.0" },
        seed: 42,
        rng: "fmix32-counter/1",
        level: "concrete",
        parameters: {
          initial_drift_state: { tier: "CRITICAL", camera_drift_deg: 1.41 },
          visualizer: {
            format: "service_web_demo_v1",
            duration_s: 20,
            map_center: [37.7749, -122.4194],
            highlight_vehicle_id: "veh-0042",
          },
          drift_model: {
            type: "post_collision",
            params: { t0: 5, A: 1.41, ts: 0.15, B: 0.35, td: 0.6, f: 9 },
            axis: [0, 0, 1],
          },
          trajectory: { dt_s: 0.1, drift_deg: [0, 0, 0] },
          truth: { onset_s: 5, is_sensor_fault: true },
        },
        provenance: { kind: "fitted", vehicle_id: "veh-0042" },
        exports: [],
      },
    ],
  },
);
