import { kindOf, sensors, type Sensor, type Unit } from "../../../core/sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../../core/contract/types.ts";
import type { ScenarioCourse } from "../../../core/scenario/course/play-scenario.ts";
import { generateStreets, type StreetNetwork } from "../../../core/scenario/streets/generate-streets.ts";
import { driveOf } from "../../../core/scenario/streets/drive-of.ts";
import type { Drive } from "../../../core/scenario/streets/plan-drive.ts";
import {
  angleDegOf,
  driftOf,
  sensorStateAt,
  type SensorState,
} from "../../../core/scenario/poses/pose-at.ts";
import type { Shows } from "../../scene/shown-sensor.ts";
import { momentsOf, type StoryMoment } from "./story-moments.ts";

/** Everything the player shows of one feed, worked out once: what is shown at t is a function of this and t alone. */
export interface Story {
  readonly feed: ScenarioFeed;
  readonly course: ScenarioCourse;
  readonly durationS: number;
  readonly network: StreetNetwork;
  readonly drive: Drive;
  readonly driftAt: (tS: number) => number;
  /** One a sensor that is scored, the first of each kind, in the order of the feed. */
  readonly tracks: readonly SensorTrack[];
  /** The sensor that goes farthest beyond its limits: the one to look at first. */
  readonly lead: Sensor;
  readonly moments: readonly StoryMoment[];
}

/** One sensor over the whole scenario, one value a frame, in the unit of its kind. */
export interface SensorTrack {
  readonly kind: Sensor;
  readonly id: string;
  readonly truth: readonly number[];
  readonly estimate: readonly number[];
  readonly sd: readonly number[];
  readonly limits: { readonly caution: number; readonly critical: number };
}

export function tellStory(feed: ScenarioFeed, course: ScenarioCourse): Story {
  const { duration_s: durationS } = feed.parameters.visualizer;
  const network = generateStreets(feed.parameters.road.seed);
  const driftAt = driftOf(feed);
  const tracks = tracksOf(feed, course, driftAt);
  return {
    feed,
    course,
    durationS,
    network,
    drive: driveOf(feed, network),
    driftAt,
    tracks,
    lead: leadOf(tracks),
    moments: momentsOf(feed, course),
  };
}

function tracksOf(
  feed: ScenarioFeed,
  course: ScenarioCourse,
  driftAt: (tS: number) => number,
): readonly SensorTrack[] {
  const degs = course.tier.map((_, frame) => driftAt(frame * course.period_s));
  const { sensors: mounted } = feed.parameters.initial_drift_state;
  const scored = mounted.filter((one, at) => mounted.findIndex(({ kind }) => kind === one.kind) === at);
  return scored.map((sensor) => {
    const states = degs.map((deg) => sensorStateAt(feed, sensor, deg));
    const limits = feed.parameters.truth.detector.limits[sensor.kind];
    const { name, unit, drift, pose } = kindOf(sensor.kind);
    const estimates: readonly (number | readonly number[])[] = course[drift.limits];
    return {
      kind: sensor.kind,
      id: sensor.id,
      limits,
      truth: states.map(truths[pose.shows]),
      estimate: estimates.map((value) => (typeof value === "number" ? value : Math.hypot(...value))),
      sd: course[`${name}_sd_${unit}` as DeviationColumn],
    };
  });
}

type DeviationColumn = Extract<keyof ScenarioCourse, `${Sensor}_sd_${Unit}`>;

/** How far a sensor is really out of true. */
const truths: Readonly<Record<Shows, (state: SensorState) => number>> = {
  turn: ({ delta }) => angleDegOf(delta),
  range: ({ rangeBiasM }) => rangeBiasM ?? 0,
  size: ({ registrationErrorM }) => registrationErrorM ?? 0,
};

function leadOf(tracks: readonly SensorTrack[]): Sensor {
  const farthest = ({ truth, estimate, limits }: SensorTrack) =>
    [...truth, ...estimate].reduce((most, value) => Math.max(most, Math.abs(value)), 0) / limits.critical;
  const [first, ...others] = tracks;
  if (first === undefined) return sensors[0]!;
  return others.reduce((lead, track) => (farthest(track) > farthest(lead) ? track : lead), first).kind;
}
