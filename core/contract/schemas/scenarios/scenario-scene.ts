import { Type } from "typebox";

import { VehicleId, dictionary, nullable, oneOf } from "../vocabulary.ts";

/** Those of the typology in which the front of the vehicle is hit; see docs/scenarios.md. */
export const preCrashTypes = [
  "rear-end/lead-stopped",
  "rear-end/lead-slower",
  "rear-end/lead-decelerating",
  "road-edge-departure/no-manoeuvre",
  "control-loss/no-vehicle-action",
  "object/no-manoeuvre",
  "animal/no-manoeuvre",
] as const;

export const ScenarioEvent = Type.Object(
  {
    t_s: Type.Number({ description: "Seconds." }),
    type: oneOf(
      [
        "impact",
        "pothole",
        "curb_strike",
        "glass_replaced",
        "recalibration_begins",
        "bumper_refitted",
        "wash_begins",
        "wash_ends",
        "load_changed",
        "ride_height_changed",
        "axle_knocked",
        "sensor_replaced",
        "mirror_folded",
        "view_obscured",
        "focus_shifts",
        "clock_slips",
        "data_lost",
        "data_back",
        "change_point",
      ],
      {
        $id: "ScenarioEventType",
        description:
          "What happens to the vehicle. `change_point`: of a replay, where the service dates the change. Values are added in time.",
      },
    ),
    delta_v_mps: Type.Optional(
      Type.Number({ description: "Change of speed in the impact, metres a second." }),
    ),
    zone: Type.Optional(Type.String({ description: "`front`, `front-left`, `front-right`, …" })),
    nhtsa_precrash: Type.Optional(
      oneOf(preCrashTypes, {
        $id: "PreCrashType",
        description:
          "Type of the NHTSA pre-crash typology (DOT HS 810 767) in short words of ours. Values are added in time.",
      }),
    ),
  },
  { $id: "ScenarioEvent", description: "Something that happens in the scenario." },
);

export const ScenarioEnvironment = Type.Object(
  {
    ambient_c: Type.Number({ description: "Temperature of the air at the beginning, °C." }),
    sun_elev_deg: Type.Number({ description: "Elevation of the sun, degrees." }),
    rain_mm_h: Type.Number({ minimum: 0, description: "Rain, millimetres an hour." }),
  },
  { $id: "ScenarioEnvironment", description: "Where nothing was measured: the model's." },
);

export const ScenarioRoad = Type.Object(
  {
    kind: oneOf(["procedural"], {
      $id: "RoadKind",
      description: "Streets made from the seed around `map_center`; they are no real place's.",
    }),
    seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    params: dictionary(Type.Number(), { description: "Of the generator; none: its defaults." }),
    opendrive_url: Type.Optional(
      Type.String({ description: "The same streets as OpenDRIVE: a path on this service." }),
    ),
    sha256: Type.Optional(
      Type.String({ description: "Of that file, hex; where the request asked for `opendrive/1.7`." }),
    ),
  },
  { $id: "ScenarioRoad", description: "What the vehicle drives on." },
);

export const ScenarioActor = Type.Object(
  {
    id: Type.String({ description: "`ego`: the vehicle with the sensors." }),
    role: oneOf(["ego"], { $id: "ActorRole", description: "Values are added in time." }),
    vehicle_id: Type.Optional(VehicleId),
    dimensions_m: Type.Object(
      { length: Type.Number(), width: Type.Number(), height: Type.Number() },
      { description: "Of its box, metres." },
    ),
    wheelbase_m: Type.Number({ description: "Metres; the vehicle's frame begins at the rear axle." }),
    rear_overhang_m: Type.Number({ description: "From the rear axle to the rear end, metres." }),
    speed_mps: Type.Number({ minimum: 0, description: "Metres a second." }),
    track_url: Type.Optional(Type.String({ description: "Where it is at which time." })),
  },
  { $id: "ScenarioActor", description: "Who takes part. Sizes and speed are the model's." },
);

export const ScenarioTags = Type.Object(
  {
    iso34504: Type.Array(Type.String(), {
      description: "Scenario categories after ISO 34504, by names of ours (docs/scenarios.md).",
    }),
    iso34503_odd: Type.Array(Type.String(), {
      description: "Operational design domain after ISO 34503, by names of ours (docs/scenarios.md).",
    }),
  },
  { $id: "ScenarioTags" },
);

export const ScenarioFit = Type.Object(
  {
    rmse_deg: Type.Number({ minimum: 0, description: "Root mean square of what the formula leaves." }),
    frames: Type.Integer({ minimum: 1, description: "Frames it was fitted to." }),
    parameters: dictionary(
      Type.Object({
        value: Type.Number(),
        low: nullable(Type.Number()),
        high: nullable(Type.Number()),
      }),
      {
        description: "Each with its 95 % interval; null where these frames tell nothing of it.",
      },
    ),
  },
  { $id: "ScenarioFit", description: "Least squares of the formula to the vehicle's history." },
);
