import { Type } from "typebox";

import { Sensor, nullable, oneOf } from "../vocabulary.ts";
import { pinholes, Pose } from "./scenario-sensor.ts";

export const scenarioLevelValues = ["concrete", "logical"] as const;
export const ScenarioLevel = oneOf(scenarioLevelValues, {
  $id: "ScenarioLevel",
  description:
    "`concrete`: every parameter has one value; `logical`: parameters have distributions, from which concrete scenarios are drawn by seed (`sampled_from` of the request). Values are added in time.",
});

export const ParameterDistribution = Type.Object(
  {
    kind: oneOf(["uniform", "normal"], {
      $id: "DistributionKind",
      description: "`normal` is cut off at `low` and `high`. Values are added in time.",
    }),
    low: Type.Number({ description: "Lowest value drawn." }),
    high: Type.Number({ description: "Highest value drawn." }),
    mean: Type.Optional(Type.Number({ description: "Of `normal`." })),
    sd: Type.Optional(Type.Number({ exclusiveMinimum: 0, description: "Standard deviation, of `normal`." })),
    whole: Type.Optional(Type.Boolean({ description: "True where only whole numbers are drawn." })),
    from: oneOf(["model", "fit", "fleet"], {
      $id: "DistributionSource",
      description:
        "`model`: plausible, not measured; `fit`: the fitted value and its 95 % interval; `fleet`: the least and the largest of the fleet's vehicles. Values are added in time.",
    }),
  },
  {
    $id: "ParameterDistribution",
    description: "Of one parameter of the formula, drawn apart from the others.",
  },
);

export const mostSensors = 16;
export const sensorIdPattern = "^[a-z][a-z0-9_]{0,31}$";

export const ScenarioMount = Type.Object(
  {
    id: Type.String({ pattern: sensorIdPattern, description: "Its name in the scenario, used once." }),
    kind: Sensor,
    baseline: Type.Optional(
      nullable(Pose, {
        description: "In the vehicle's frame, `vehicle_T_sensor`; the usual place of its kind.",
      }),
    ),
    hfov_deg: Type.Optional(
      nullable(Type.Number({ exclusiveMinimum: 0, maximum: 360 }), {
        description: `Horizontal field of view, degrees; of a ${pinholes}, which is a pinhole, at most 170.`,
      }),
    ),
    vfov_deg: Type.Optional(
      nullable(Type.Number({ exclusiveMinimum: 0, maximum: 180 }), {
        description: `Vertical field of view, degrees; of a ${pinholes} at most 170.`,
      }),
    ),
    range_m: Type.Optional(
      nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), {
        description: "Farthest distance of interest, metres.",
      }),
    ),
  },
  {
    $id: "ScenarioMount",
    additionalProperties: false,
    description: "A sensor of the vehicle in the scenario; what is left out is the usual one's of its kind.",
  },
);
