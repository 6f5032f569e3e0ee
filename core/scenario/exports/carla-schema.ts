import { scenarioKinds } from "../../sensors/scenario-kinds.ts";
import { sensors } from "../../sensors/sensor-lists.ts";

const triple = (names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, { type: "number" }])),
  required: names,
  additionalProperties: false,
});

const transform = {
  type: "object",
  description: "As carla.Transform: metres and degrees, left-handed.",
  properties: { location: triple(["x", "y", "z"]), rotation: triple(["pitch", "yaw", "roll"]) },
  required: ["location", "rotation"],
  additionalProperties: false,
};

const object = (properties: Readonly<Record<string, object>>) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const timeS = { type: "number", minimum: 0 };

/** JSON Schema 2020-12 of the format of ours that carries a scenario to CARLA. */
export const carlaSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "carla-json/1",
  ...object({
    format: { const: "carla-json/1" },
    scenario_id: { type: "string" },
    scenario_type: { type: "string" },
    axes: { type: "string" },
    origin: { const: "rear-axle-ground" },
    rear_axle_behind_centre_m: { type: "number" },
    duration_s: { type: "number", exclusiveMinimum: 0 },
    map: object({ opendrive: { type: "string", pattern: "\\.xodr$" } }),
    drive: {
      type: "array",
      minItems: 1,
      items: object({ t_s: timeS, speed_mps: { type: "number", minimum: 0 }, transform }),
    },
    sensors: {
      type: "array",
      minItems: 1,
      items: object({
        id: { type: "string" },
        blueprint: { enum: sensors.map((kind) => scenarioKinds[kind].carla.blueprint) },
        attributes: { type: "object", additionalProperties: { type: "string" } },
        baseline: transform,
        now: transform,
        poses: {
          type: "array",
          minItems: 1,
          items: object({ t_s: timeS, received: { type: "boolean" }, transform }),
        },
      }),
    },
  }),
};
