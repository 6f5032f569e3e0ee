import { sensorKinds } from "../../sensors/kinds.ts";
import { scenarioKinds } from "../../sensors/scenario-kinds.ts";
import { kindOf, perKind, type Sensor, sensors } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeedRequest } from "../../contract/types.ts";

type Mount = NonNullable<ScenarioFeedRequest["sensors"]>[number];

/** Sets of sensors that a scenario can be asked for by name. The first of each kind is the one that moves. */
export const rigPresets = {
  three: { words: sensorKinds.map(({ pose }) => pose.name).join(", "), sensors: null },
  ...perKind(
    ({ name }) => name,
    ({ name, pose }) => ({ words: `${pose.name} alone`, sensors: [usual(name)] }),
  ),
  twelve: {
    words: `twelve all around: ${sensors.map((kind) => scenarioKinds[kind].around.words).join(", ")}`,
    sensors: sensors.flatMap(allAround),
  },
} as const satisfies Readonly<
  Record<string, { readonly words: string; readonly sensors: readonly Mount[] | null }>
>;

export type RigPreset = keyof typeof rigPresets;
export const rigPresetNames = Object.keys(rigPresets) as readonly RigPreset[];

/** As the request has it: a copy that may be written to. */
export function sensorsOfPreset(name: RigPreset): Mount[] | null {
  const { sensors } = rigPresets[name];
  return sensors === null ? null : structuredClone<Mount[]>([...sensors]);
}

function usual(kind: Sensor): Mount {
  return { id: kindOf(kind).mount, kind };
}

/** The usual one, and around it what a car with surround view and corner radars has. */
function allAround(kind: Sensor): readonly Mount[] {
  const { mounts, view } = scenarioKinds[kind].around;
  const others = mounts.map(({ id, xyz_m: xyzM, yawDeg }) => ({
    id,
    kind,
    baseline: turned([...xyzM], yawDeg),
    ...view,
  }));
  return [usual(kind), ...others];
}

/** To the left, about the axis that points up. */
function turned(xyzM: number[], yawDeg: number): NonNullable<Mount["baseline"]> {
  const half = (yawDeg * Math.PI) / 360;
  return { xyz_m: xyzM, quat_xyzw: [0, 0, Math.sin(half), Math.cos(half)] };
}
