import type { BodyFault } from "../../../core/contract/refusal.ts";
import { refusalOf } from "../../../core/contract/requests/read-ingest-body.ts";
import type { ScenarioFeedRequest } from "../../../core/contract/types.ts";
import { poseOf } from "../../../core/scenario/poses/pose-at.ts";
import { pinholeOf, sensorRig, type MountedSensor } from "../../../core/scenario/poses/sensor-rig.ts";

type Mount = NonNullable<ScenarioFeedRequest["sensors"]>[number];

/** The sensors a request names, what it leaves out filled in from the usual ones. Throws `Refusal` with a pointer to each fault. */
export function askedRig({ sensors }: Pick<ScenarioFeedRequest, "sensors">): readonly MountedSensor[] {
  const mounts = sensors ?? [];
  if (mounts.length === 0) return sensorRig;
  const faults = mounts.flatMap((mount, at) => faultsOf(mount, at, mounts));
  if (faults.length > 0) throw refusalOf(faults);
  return mounts.map(mountedOf);
}

/** Farther than any vehicle is long. */
const farthestM = 50;
/** A pinhole sees less than half of the world. */
const widestPinholeDeg = 170;
/** How far a quaternion's length may be from 1: as far as four decimals leave it. */
const lengthTolerance = 1e-3;

function faultsOf(mount: Mount, at: number, mounts: readonly Mount[]): BodyFault[] {
  const pointer = `/sensors/${at}`;
  return [
    ...(mounts.findIndex(({ id }) => id === mount.id) === at ? [] : [namedTwice(mount, pointer)]),
    ...(usualOf(mount).intrinsics === null ? [] : viewFaults(mount, pointer)),
    ...(mount.baseline ? poseFaults(mount.baseline, `${pointer}/baseline`) : []),
  ];
}

function namedTwice({ id }: Mount, pointer: string): BodyFault {
  const detail = `Two sensors are named ${id}; each name is used once.`;
  return { pointer: `${pointer}/id`, code: "not_allowed", detail };
}

function viewFaults(mount: Mount, pointer: string): BodyFault[] {
  const detail = `A ${mount.kind} is a pinhole here, which sees at most ${widestPinholeDeg}°.`;
  const tooWide = (["hfov_deg", "vfov_deg"] as const).filter((name) => (mount[name] ?? 0) > widestPinholeDeg);
  return tooWide.map((name) => ({ pointer: `${pointer}/${name}`, code: "out_of_range", detail }));
}

function poseFaults(
  { xyz_m: place, quat_xyzw: quaternion }: MountedSensor["baseline"],
  pointer: string,
): BodyFault[] {
  const faults: BodyFault[] = [];
  if (place.some((part) => Math.abs(part) > farthestM)) {
    const detail = `A sensor's place is at most ${farthestM} m from the rear axle along each axis.`;
    faults.push({ pointer: `${pointer}/xyz_m`, code: "out_of_range", detail });
  }
  if (Math.abs(Math.hypot(...quaternion) - 1) > lengthTolerance) {
    const detail = "A rotation is a quaternion of length 1: x, y, z, w. Straight ahead is [0, 0, 0, 1].";
    faults.push({ pointer: `${pointer}/quat_xyzw`, code: "not_allowed", detail });
  }
  return faults;
}

function usualOf({ kind }: Pick<Mount, "kind">): MountedSensor {
  return sensorRig.find((one) => one.kind === kind) ?? sensorRig[0]!;
}

function mountedOf({ id, kind, baseline, ...seen }: Mount): MountedSensor {
  const usual = usualOf({ kind });
  const hfovDeg = seen.hfov_deg ?? usual.hfov_deg;
  const vfovDeg = seen.vfov_deg ?? usual.vfov_deg;
  const isUsualView = hfovDeg === usual.hfov_deg && vfovDeg === usual.vfov_deg;
  return {
    id,
    kind,
    baseline: baseline === undefined || baseline === null ? usual.baseline : unitPose(baseline),
    hfov_deg: hfovDeg,
    vfov_deg: vfovDeg,
    range_m: seen.range_m ?? usual.range_m,
    intrinsics: usual.intrinsics === null || isUsualView ? usual.intrinsics : pinholeOf(hfovDeg, vfovDeg),
  };
}

function unitPose({
  xyz_m: place,
  quat_xyzw: quaternion,
}: MountedSensor["baseline"]): MountedSensor["baseline"] {
  const length = Math.hypot(...quaternion);
  const [x = 0, y = 0, z = 0, w = 1] = quaternion.map((part) => part / length);
  const [forward = 0, left = 0, up = 0] = place;
  return poseOf([forward, left, up], [w, x, y, z]);
}
