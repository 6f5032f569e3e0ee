import { sensorKinds } from "../../core/sensors/kinds.ts";
import { kindOf, type Sensor } from "../../core/sensors/sensor-lists.ts";
import { reasonLabel } from "../labels/verdict-labels.ts";
import { degrees, sensorMetres, nats } from "../labels/quantities.ts";
import { tierLabel } from "../labels/tier-labels.ts";
import { asVector } from "../../core/scoring/numeric/quaternion.ts";
import { sensorStateAt, type Pose as FeedPose } from "../../core/scenario/poses/pose-at.ts";
import type { Pose, Vector } from "../scene/pose.ts";
import type { ShownSensor } from "../scene/shown-sensor.ts";
import { times } from "../scene/pose.ts";
import type { Story } from "./story/story.ts";

/** Everything that is shown at one moment, as numbers: the same story and moment give the same frame. */
export interface PlayerFrame {
  readonly tS: number;
  /** Number of the newest vehicle frame. */
  readonly at: number;
  /** Metres east and north of the middle of the map; the heading counter-clockwise from east, radians. */
  readonly ego: {
    readonly xM: number;
    readonly yM: number;
    readonly headingRad: number;
    readonly speedMps: number;
  };
  /** Where the body itself has turned, in the vehicle's frame, degrees. */
  readonly bodyTurnDeg: Vector;
  /** As they really stand. */
  readonly sensors: readonly ShownSensor[];
  readonly readings: readonly SensorNow[];
  readonly statistic: number | null;
  readonly tier: string;
  readonly reason: string;
  readonly isReceived: boolean;
}

/** Truth and estimate of a sensor: degrees or metres. */
export interface SensorNow {
  readonly kind: Sensor;
  readonly id: string;
  readonly truth: number;
  readonly estimate: number;
  readonly sd: number;
}

export function frameAt(story: Story, tS: number): PlayerFrame {
  const { feed, course, drive, driftAt, tracks } = story;
  const at = Math.min(course.tier.length - 1, Math.max(0, Math.floor(tS / course.period_s + 1e-9)));
  const driftDeg = driftAt(tS);
  const { common_mode_axis: commonAxis, moves } = feed.parameters.drift_model;
  return {
    tS,
    at,
    ego: { ...drive.poseAt(tS), speedMps: drive.speedAt(tS) },
    bodyTurnDeg: moves === "body" && commonAxis !== null ? times(asVector(commonAxis), driftDeg) : [0, 0, 0],
    sensors: sensorsAt(feed, driftDeg),
    readings: tracks.map(({ kind, id, truth, estimate, sd }) => ({
      kind,
      id,
      truth: truth[at] ?? 0,
      estimate: estimate[at] ?? 0,
      sd: sd[at] ?? 0,
    })),
    statistic: course.statistic[at] ?? null,
    tier: course.tier[at] ?? "UNKNOWN",
    reason: course.decided_by[at] ?? "",
    isReceived: course.received[at] ?? false,
  };
}

/** The frame in words, for whoever cannot see it. */
export function describeFrame({ tS, readings, statistic, tier, reason, isReceived }: PlayerFrame): string {
  const parts = [
    `${tS.toFixed(2)} s`,
    ...readings.map((reading) => `${sensorName(reading.id)} ${quantity(reading.kind, reading.estimate)}`),
    statistic === null ? "no evidence of a change" : `log ratio ${nats(statistic)}`,
    `${tierLabel(tier).word}, ${reasonLabel(reason)}`,
  ];
  return `${parts.join("; ")}${isReceived ? "" : "; no data"}`;
}

/** A drift in the unit of its sensor. */
export function quantity(kind: Sensor, value: number): string {
  return kindOf(kind).unit === "deg" ? degrees(value) : sensorMetres(value);
}

export function sensorName(id: string): string {
  return sensorNames.get(id) ?? id;
}

const sensorNames: ReadonlyMap<string, string> = new Map(
  sensorKinds.map(({ mount, pose }) => [mount, pose.name]),
);

type FeedSensor = Story["feed"]["parameters"]["initial_drift_state"]["sensors"][number];

function sensorsAt(feed: Story["feed"], driftDeg: number): readonly ShownSensor[] {
  return feed.parameters.initial_drift_state.sensors.map((sensor) => shownSensor(feed, sensor, driftDeg));
}

function shownSensor(feed: Story["feed"], sensor: FeedSensor, driftDeg: number): ShownSensor {
  const { pose, rangeBiasM, registrationErrorM } = sensorStateAt(feed, sensor, driftDeg);
  const baseline = poseOf(sensor.baseline);
  const { members, pose: picture } = kindOf(sensor.kind);
  const shown = {
    id: sensor.id,
    kind: sensor.kind,
    name: `The ${sensorName(sensor.id)}`,
    baseline,
    now: baseline,
    hfovDeg: sensor.hfov_deg,
    vfovDeg: sensor.vfov_deg,
  };
  switch (picture.shows) {
    case "turn":
      return { ...shown, shows: "turn", now: poseOf(pose) };
    case "range":
      // The feed says a longer range as a sensor farther back; drawn is one or the other.
      return { ...shown, shows: "range", rangeShiftM: rangeBiasM ?? 0 };
    case "size": {
      // The feed says only by how much the error has risen above that of a sensor in true.
      const growthM = registrationErrorM ?? 0;
      return { ...shown, shows: "size", errorM: Number(members[0].example) + growthM, errorGrowthM: growthM };
    }
  }
}

function poseOf({ xyz_m: xyz, quat_xyzw: [x = 0, y = 0, z = 0, w = 1] }: FeedPose): Pose {
  return { at: asVector(xyz), turn: [w, x, y, z] };
}
