import { contractWords } from "../../../sensors/contract-words.ts";
import { sensorKinds } from "../../../sensors/kinds.ts";
import { scenarioKinds } from "../../../sensors/scenario-kinds.ts";
import { type Figure, figures, inWords, type Kind, namesOf, sensors } from "../../../sensors/sensor-lists.ts";
import { Type, type TNumber } from "typebox";

import { Sensor, nullable, oneOf } from "../vocabulary.ts";

const isPinhole = ({ name }: Kind) => scenarioKinds[name].image !== null;
const pinholeLabels = sensorKinds
  .filter(isPinhole)
  .map(({ label }) => label)
  .join("");
export const pinholes = namesOf(isPinhole, "or");
/** As the usual vehicle has them. */
const mounts = inWords(
  sensorKinds.map(({ mount }) => `\`${mount}\``),
  "or",
);

const triple = (description: string) => Type.Array(Type.Number(), { minItems: 3, maxItems: 3, description });

export const degreesOfFreedom = ["tx", "ty", "tz", "roll", "pitch", "yaw"] as const;
export const DegreeOfFreedom = oneOf(degreesOfFreedom, {
  $id: "DegreeOfFreedom",
  description:
    "`tx`, `ty`, `tz`: metres along x, y, z; `roll`, `pitch`, `yaw`: rotation about x, y, z. Of Euler angles the order is Rz·Ry·Rx (yaw, then pitch, then roll).",
});

export const Pose = Type.Object(
  {
    xyz_m: triple("Position, metres: x, y, z."),
    quat_xyzw: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: "Unit quaternion, scalar last: x, y, z, w, with w ≥ 0.",
    }),
  },
  { $id: "Pose", description: "Position and orientation of one frame in another." },
);

const Intrinsics = Type.Object(
  {
    width: Type.Integer({ minimum: 1, description: "Pixels." }),
    height: Type.Integer({ minimum: 1, description: "Pixels." }),
    fx: Type.Number({ description: "Focal length, pixels." }),
    fy: Type.Number({ description: "Focal length, pixels." }),
    cx: Type.Number({ description: "Principal point, pixels." }),
    cy: Type.Number({ description: "Principal point, pixels." }),
    model: oneOf(["pinhole"], { $id: `${pinholeLabels}Model`, description: "Without distortion." }),
  },
  { $id: `${pinholeLabels}Intrinsics`, description: `The ${pinholes} the scenario assumes.` },
);

const figureSchemas = Object.fromEntries(
  figures.map((figure) => {
    const kinds = sensorKinds.filter((kind) => kind.figure === figure);
    const words = kinds.map(({ name, label }) => `${label}: ${contractWords[name].figure}`);
    return [figure, nullable(Type.Number(), { description: `${words.join(" ")} Null for other sensors.` })];
  }),
) as Record<Figure, ReturnType<typeof nullable<TNumber>>>;

export const ScenarioSensor = Type.Object(
  {
    id: Type.String({
      description: `${mounts}, or as the request names them.`,
    }),
    kind: Sensor,
    frame: Type.String({
      description:
        "`iso8855/rear-axle-ground`: origin on the ground below the middle of the rear axle, x forward, y left, z up.",
    }),
    pose_is: Type.String({
      description: "`vehicle_T_sensor`: takes a point from the sensor's frame to the vehicle's.",
    }),
    axes: Type.String({
      description: `\`x-forward y-left z-up\`: the sensor's own frame, x along its line of sight. A ${pinholes}'s optical frame (x right, y down, z forward) is this one turned: optical (a, b, c) is (c, −a, −b).`,
    }),
    baseline: Pose,
    now: Pose,
    covariance_6x6: Type.Array(Type.Number(), {
      minItems: 36,
      maxItems: 36,
      description:
        "Of Δ, where now = baseline ∘ Δ and Δ is in the sensor's frame: 6×6 row-major, order tx, ty, tz, roll, pitch, yaw; m², m·rad, rad².",
    }),
    measured_dof: Type.Array(DegreeOfFreedom, {
      description:
        "Which of the six were measured; those of the others are the model's (docs/scenarios.md): no movement, and the spread of an ordinary mount.",
    }),
    ...figureSchemas,
    hfov_deg: Type.Number({ description: "Horizontal field of view, degrees." }),
    vfov_deg: Type.Number({ description: "Vertical field of view, degrees." }),
    range_m: Type.Number({ description: "Farthest distance of interest, metres." }),
    intrinsics: nullable(Intrinsics, { description: `Null for sensors that are no ${pinholes}.` }),
    part_number: nullable(Type.String(), {
      description: `${inWords(
        sensors.map((name) => `\`${name}_part_number\``),
        "or",
      )} of the frame's metadata; null where it has none.`,
    }),
    clock_offset_ms: Type.Number({
      description: "How far the sensor's clock is ahead at the beginning, milliseconds.",
    }),
  },
  {
    $id: "ScenarioSensor",
    description:
      "A sensor at the beginning of the scenario. Baseline, fields of view, range and intrinsics are the model's, not the vehicle's.",
  },
);
