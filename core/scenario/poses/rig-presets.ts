import type { ScenarioFeedRequest } from "../../contract/types.ts";

type Mount = NonNullable<ScenarioFeedRequest["sensors"]>[number];

/** Sets of sensors that a scenario can be asked for by name. The first of each kind is the one that moves. */
export const rigPresets = {
  three: { words: "front camera, front radar, roof lidar", sensors: null },
  camera: { words: "front camera alone", sensors: [{ id: "cam_front", kind: "camera" }] },
  radar: { words: "front radar alone", sensors: [{ id: "radar_front", kind: "radar" }] },
  lidar: { words: "roof lidar alone", sensors: [{ id: "lidar_top", kind: "lidar" }] },
  twelve: { words: "twelve all around: six cameras, five radars, a lidar", sensors: allAround() },
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

/** The usual three, and around them what a car with surround view and corner radars has. */
function allAround(): readonly Mount[] {
  return [
    { id: "cam_front", kind: "camera" },
    camera("cam_front_left", [1.7, 0.95, 1.1], 55),
    camera("cam_front_right", [1.7, -0.95, 1.1], -55),
    camera("cam_rear_left", [1.6, 0.95, 1.1], 125),
    camera("cam_rear_right", [1.6, -0.95, 1.1], -125),
    camera("cam_rear", [-0.85, 0, 1.2], 180),
    { id: "radar_front", kind: "radar" },
    radar("radar_front_left", [3.4, 0.8, 0.5], 45),
    radar("radar_front_right", [3.4, -0.8, 0.5], -45),
    radar("radar_rear_left", [-0.8, 0.8, 0.6], 135),
    radar("radar_rear_right", [-0.8, -0.8, 0.6], -135),
    { id: "lidar_top", kind: "lidar" },
  ];
}

function camera(id: string, xyzM: number[], yawDeg: number): Mount {
  return { id, kind: "camera", baseline: turned(xyzM, yawDeg), hfov_deg: 100, vfov_deg: 70, range_m: 40 };
}

function radar(id: string, xyzM: number[], yawDeg: number): Mount {
  return { id, kind: "radar", baseline: turned(xyzM, yawDeg), hfov_deg: 150, vfov_deg: 20, range_m: 80 };
}

/** To the left, about the axis that points up. */
function turned(xyzM: number[], yawDeg: number): NonNullable<Mount["baseline"]> {
  const half = (yawDeg * Math.PI) / 360;
  return { xyz_m: xyzM, quat_xyzw: [0, 0, Math.sin(half), Math.cos(half)] };
}
