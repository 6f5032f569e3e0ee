import { sensorKinds } from "../../sensors/kinds.ts";
import { effectOn, scenarioKinds } from "../../sensors/scenario-kinds.ts";
import { type Kind, type Noise, perKind, type Shown } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { SensorReading } from "../../scoring/model/journal-entry.ts";
import { expDeg, multiply, toMatrix, type Vector3 } from "../../scoring/numeric/quaternion.ts";
import { gaussian, uniform } from "../counter-random.ts";
import { defaultParams } from "../drift/drift-formulas.ts";
import {
  apparentDegPerFocalScale,
  effectsOf,
  type SensorEffects,
  usualAxis,
} from "../drift/sensor-effects.ts";
import { fromOptical, rotationVectorDegOf, type SensorState, sensorStateAt } from "../poses/pose-at.ts";

/**
 * How far each sensor is from its baseline, in the unit of its kind; what a detector is asked to find. Of a turn: the
 * rotation vector in the sensor's own frame (x ahead, y left, z up).
 */
export type Departures = {
  readonly [Row in Kind as Row["drift"]["setting"]]: Row["unit"] extends "deg" ? Vector3 : number;
};

const settingOf = ({ drift }: Kind) => drift.setting;

function departuresBy(valueOf: (kind: Kind) => Vector3 | number): Departures {
  return perKind(settingOf, valueOf) as Departures;
}

export const noDepartures = departuresBy(({ pose }) => (pose.shows === "turn" ? [0, 0, 0] : 0));

/** Where the sensors of the scenario really stand when its trajectory is at this angle. */
export function departuresAt(feed: ScenarioFeed, driftDegNow: number): Departures {
  return departuresBy((kind) => {
    const sensor = feed.parameters.initial_drift_state.sensors.find((one) => one.kind === kind.name);
    if (sensor === undefined) return noDepartures[kind.drift.setting];
    return departureAs[kind.pose.shows](sensorStateAt(feed, sensor, driftDegNow));
  });
}

const departureAs: Readonly<Record<Shown, (state: SensorState) => Vector3 | number>> = {
  turn: ({ delta }) => rotationVectorDegOf(delta),
  range: ({ rangeBiasM }) => rangeBiasM ?? 0,
  size: ({ registrationErrorM }) => registrationErrorM ?? 0,
};

/**
 * What nothing moved for and the frames say all the same: a body that pitches, a reference that turns, a clock that is
 * late, a lens out of focus. An estimate of sensor against body takes most of it out; this is what stays.
 */
export function apparentAt(feed: ScenarioFeed, driftDegNow: number, tS: number): Departures {
  const { type, moves, params } = feed.parameters.drift_model;
  if (moves === "mount" || moves === "nothing") return noDepartures;
  const { t0 = 0, ramp = 1, epsilon = 0 } = { ...defaultParams(type), ...params };
  const focus = moves === "optics" ? epsilon * apparentDegPerFocalScale * share((tS - t0) / ramp) : 0;
  return departuresBy((kind) => {
    const { axis = usualAxis, perDeg = 0 } = effectOn(kind.name, type);
    const { shows } = kind.pose;
    if (shows !== "turn") return (shows === "size" ? Math.abs(driftDegNow) : driftDegNow) * perDeg;
    const [x, y, z] = fromOptical(axis);
    const deg = driftDegNow * perDeg + focus;
    return [x * deg, y * deg, z * deg];
  });
}

/** Stream of the counter generator, apart from those of formulas and streets. */
const silenceStream = 206;

/** What a vehicle with these departures sends as its frame of this number, with noise and silence of the scenario's. */
export function readingAt(
  feed: ScenarioFeed,
  frame: { readonly number: number; readonly timestampUs: number; readonly hasBegun: boolean },
  departures: readonly Departures[],
): SensorReading {
  const { seed, scenario_type: type } = feed;
  const { noiseFactor, missingShare, confidenceLogit } = { ...effectsOf(type), ...saidBy(feed) };
  const isReceived = ({ name }: Kind, at: number) =>
    feed.parameters.initial_drift_state.sensors.some(({ kind }) => kind === name) &&
    (!frame.hasBegun || uniform(seed, silenceStream + at, frame.number) >= missingShare[name]);

  const readings = sensorKinds.filter(isReceived).flatMap((kind: Kind) => {
    const factor = frame.hasBegun ? noiseFactor[kind.name] : 1;
    const rows = scenarioKinds[kind.name].readings;
    return kind.members.map(({ reading }, at) => {
      const { stream, spread, usual } = rows[at]!;
      const made = readingAs[kind.noise[at]!.unit]({
        departures: departures.map((one) => one[kind.drift.setting]),
        noiseOf: (axis) => spread * factor * gaussian(seed, stream + axis, frame.number),
        usual,
        logit: frame.hasBegun ? confidenceLogit : null,
      });
      return [reading, made];
    });
  });
  return { timestampUs: frame.timestampUs, ...Object.fromEntries(readings) };
}

interface Sent {
  readonly departures: readonly (Vector3 | number)[];
  /** Of this frame, on the scale of its unit. */
  readonly noiseOf: (axis: number) => number;
  readonly usual: number;
  readonly logit: number | null;
}

/** By the scale on which a member's noise adds up. */
const readingAs: Readonly<Record<Noise["unit"], (sent: Sent) => number | readonly number[]>> = {
  deg({ departures, noiseOf }) {
    const turns = [...(departures as readonly Vector3[]), [0, 1, 2].map(noiseOf) as unknown as Vector3];
    return toMatrix(turns.map((vector) => expDeg(vector)).reduce((one, next) => multiply(one, next)));
  },
  m: ({ departures, noiseOf }) => sumOf(departures) + noiseOf(0),
  ln: ({ departures, noiseOf, usual }) =>
    Math.max(0, (usual + 0.01) * Math.exp(noiseOf(0)) - 0.01 + sumOf(departures)),
  logit: ({ usual, logit }) =>
    logit === null ? usual : 1 / (1 + Math.exp(-(Math.log(usual / (1 - usual)) + logit))),
};

function sumOf(departures: readonly (Vector3 | number)[]): number {
  return (departures as readonly number[]).reduce((all, one) => all + one, 0);
}

/** Where the feed itself says how much worse and fewer detections become, that holds, and not what a fleet's usual ones do. */
function saidBy({ parameters }: ScenarioFeed): Partial<Pick<SensorEffects, "noiseFactor" | "missingShare">> {
  const { type, params } = parameters.drift_model;
  if (type !== "occlusion_false_drift") return {};
  const { factor = 1, missing = 0 } = { ...defaultParams(type), ...params };
  const ofEach = (then: number, otherwise: number) =>
    perKind(
      ({ name }) => name,
      ({ name }) => (effectOn(name, type).noiseFactor === undefined ? otherwise : then),
    );
  return { noiseFactor: ofEach(factor, 1), missingShare: ofEach(missing, 0) };
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
