import { sensorKinds } from "../../sensors/kinds.ts";
import { inWords, perRow, sensors, turnedKinds } from "../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { exampleFeed } from "./scenarios/example-feed.ts";
import {
  DriftModel,
  DriftSamples,
  DriftTrajectory,
  ScenarioTruth,
  ScenarioType,
} from "./scenarios/scenario-drift.ts";
import {
  ScenarioActor,
  ScenarioEnvironment,
  ScenarioEvent,
  ScenarioFit,
  ScenarioRoad,
  ScenarioTags,
} from "./scenarios/scenario-scene.ts";
import { ExportFormat } from "./scenarios/scenario-exports.ts";
import { ScenarioLevel, ScenarioMount, mostSensors } from "./scenarios/scenario-level.ts";
import { ScenarioOrigin, scenarioIdPattern } from "./scenarios/scenario-list.ts";
import { ScenarioSensor } from "./scenarios/scenario-sensor.ts";
import { EventId, Tier, UtcTime, VehicleId, dictionary, nullable } from "./vocabulary.ts";

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
    origin: Type.Optional(
      nullable(ScenarioOrigin, {
        description:
          "What the scenario is made from. `synthetic`: nothing measured, with no vehicle named; `replay`: what the vehicle's sensor went through; " +
          "`fitted`: the formula, fitted to that. Left out: the formula from the vehicle's state on, or `synthetic` in an empty fleet.",
      }),
    ),
    level: Type.Optional(
      nullable(ScenarioLevel, {
        description: "`concrete` where left out. A replay is always concrete: what happened has no ranges.",
      }),
    ),
    params: Type.Optional(
      nullable(dictionary(Type.Number()), {
        description:
          "Values for parameters of the formula, by name, within `drift_model.ranges` of that type and length; the others keep theirs. In a logical scenario they are fixed. " +
          "Not with `replay` or `fitted`, which find their own.",
      }),
    ),
    sensors: Type.Optional(
      nullable(Type.Array(ScenarioMount, { minItems: 1, maxItems: mostSensors }), {
        description: `The vehicle's sensors; left out: ${sensorKinds.map(({ mount }) => `\`${mount}\``).join(", ")}. The first of each kind is the one the service scores and the scenario moves; the others stay in place.`,
      }),
    ),
    sampled_from: Type.Optional(
      nullable(Type.String({ pattern: scenarioIdPattern }), {
        description:
          "Draws a concrete scenario from this kept logical one, by `seed`. All else comes from it: only `seed` and `exports` may be given besides.",
      }),
    ),
    exports: Type.Optional(
      nullable(Type.Array(ExportFormat, { maxItems: 8 }), {
        description:
          "Formats to write at once: their addresses and digests are in `exports` of the answer. Every format can be fetched without it.",
      }),
    ),
  },
  {
    $id: "ScenarioFeedRequest",
    additionalProperties: false,
    description:
      "Every member may be left out or null. With no vehicle and no evidence named, the worst vehicle of the fleet is taken. " +
      "The same request against the same fleet state gives the same feed.",
    examples: [
      { scenario_type: "post_collision", duration_s: 20, map_center: [37.7749, -122.4194], seed: 42 },
      { scenario_type: "curb_strike", params: { A: 0.4 }, level: "logical" },
      { sampled_from: "scn_8d0c5c1f2a7b4e90", seed: 7 },
      {},
    ],
  },
);

const Provenance = Type.Object({
  kind: ScenarioOrigin,
  vehicle_id: Type.Optional(VehicleId),
  evidence_event_id: Type.Optional(EventId),
  measured: Type.Array(Type.String(), {
    description:
      "JSON pointers of what comes from measurements; everything else is the request's or the model's (docs/scenarios.md).",
  }),
  n_vehicles: Type.Integer({ minimum: 0, description: "Vehicles whose measurements went in." }),
  privacy: Type.String({ description: "What was done to what was measured, in words." }),
  window: Type.Optional(
    Type.Object(
      {
        from: UtcTime,
        to: UtcTime,
        frames: Type.Integer({ minimum: 1, description: `Frames of the ${inWords(sensors, "or")} in it.` }),
      },
      { description: "The piece of history that was replayed or fitted." },
    ),
  ),
  fit: Type.Optional(ScenarioFit),
});

export const ScenarioFeed = Type.Object(
  {
    scenario_type: ScenarioType,
    schema: Type.String({ description: "`scenario-feed/1`." }),
    scenario_id: Type.String({ description: "Derived from the inputs: the same inputs give the same id." }),
    generator: Type.Object({ name: Type.String(), version: Type.String() }),
    seed: Type.Integer({ minimum: 0, maximum: 4_294_967_295 }),
    rng: Type.String({ description: "`fmix32-counter/1`: the counter-based generator of the trajectories." }),
    level: ScenarioLevel,
    sampled_from: Type.Optional(
      Type.String({
        description: "Id of the logical scenario whose distributions `params` were drawn from.",
      }),
    ),
    parameters: Type.Object({
      initial_drift_state: Type.Object({
        tier: Tier,
        ...perRow(
          turnedKinds,
          ({ drift }) => drift.member,
          ({ name, mount }) =>
            Type.Number({
              minimum: 0,
              description: `Degrees: the angle between baseline and now of the first ${name} (\`${mount}\`).`,
            }),
        ),
        sensors: Type.Array(ScenarioSensor, {
          description: "The vehicle's sensors; the service scores the first of each kind.",
        }),
      }),
      visualizer: Type.Object({
        format: Type.String({ description: "`service_web_demo_v1`." }),
        duration_s: Type.Number({ description: "Seconds." }),
        map_center: mapCenter,
        highlight_vehicle_id: Type.String({ description: "`none` in an empty fleet." }),
      }),
      drift_model: DriftModel,
      trajectory: DriftTrajectory,
      drift_samples: DriftSamples,
      truth: ScenarioTruth,
      events: Type.Array(ScenarioEvent, { description: "In order of time." }),
      environment: ScenarioEnvironment,
      road: ScenarioRoad,
      actors: Type.Array(ScenarioActor),
      tags: ScenarioTags,
    }),
    provenance: Provenance,
    exports: Type.Array(
      Type.Object({
        format: Type.String(),
        url: Type.String({ description: "Path on this service." }),
        sha256: Type.String({ description: "Of the file as written by this version of the service, hex." }),
      }),
      { description: "The formats that the request asked for; every other one can be fetched all the same." },
    ),
  },
  {
    $id: "ScenarioFeed",
    description:
      "Parameters of one scenario for a visualizer or a simulation team; SI units, degrees for angles.",
    examples: [exampleFeed],
  },
);
