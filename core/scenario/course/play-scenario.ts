import { sensorKinds } from "../../sensors/kinds.ts";
import { type Kind, perKind, type Sensor } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import { foldOwned } from "../../scoring/fold.ts";
import { initialState } from "../../scoring/model/initial-state.ts";
import type { Reason, Score } from "../../scoring/model/score.ts";
import { defaultSettings, scoringVersion } from "../../scoring/settings/settings.ts";
import type { VehicleState } from "../../scoring/model/state.ts";
import type { Tier } from "../../scoring/model/tier.ts";
import { driftOf } from "../poses/pose-at.ts";
import { apparentAt, departuresAt, noDepartures, readingAt, type Departures } from "./scenario-readings.ts";

/**
 * A scenario as the service would have judged it: the vehicle's frames made from the feed, and every one of them scored
 * by the scoring of core, from an empty state. Columns have one value a frame.
 */
export type ScenarioCourse = SensorColumns & {
  readonly scoring_version: string;
  /** Seconds between two frames; the first is at 0 s. */
  readonly period_s: number;
  /** Frames scored before 0 s, of the vehicle as it was true, and of the vehicle as the scenario finds it. */
  readonly healthy_frames: number;
  readonly initial_frames: number;
  /** False in a gap: nothing was sent, and the other columns keep what they had. */
  readonly received: readonly boolean[];
  /** Log likelihood ratio of a change, nats, by which a breach is decided. Null while nothing speaks for a change. */
  readonly statistic: readonly (number | null)[];
  readonly limit: number;
  readonly tier: readonly Tier[];
  /** Why that tier: codes of `thresholds.decided_by`. */
  readonly decided_by: readonly Reason[];
};

/**
 * What is estimated of each sensor and its standard deviation: of a turn the rotation vector in its own frame and the
 * deviation of its angle, in the unit of its kind.
 */
type SensorColumns = {
  readonly [Row in Kind as `${Row["name"]}_${Row["unit"]}`]: readonly DriftOf<Row>[];
} & { readonly [Row in Kind as `${Row["name"]}_sd_${Row["unit"]}`]: readonly number[] };

type DriftOf<Row extends Kind> = Row["unit"] extends "deg" ? readonly [number, number, number] : number;

/** The scoring's blocks, at most so long, before 0 s: those of an established baseline, which take over a minute. */
const blockS = 0.25;
const healthyBlocks = 300;
/** Blocks in which a drift that is there already is found, and from which on another one is, before the scenario begins. */
const initialBlocks = 60;
/** More would be more than there are pixels. A longer scenario has fewer frames a second. */
const mostFrames = 1200;
/** Any moment will do, but it has to be the same one. */
const beginUs = 1_767_225_600_000_000;

export function playScenario(feed: ScenarioFeed): ScenarioCourse {
  const { dt_s: dtS } = feed.parameters.trajectory;
  const durationS = feed.parameters.visualizer.duration_s;
  const periodS = dtS * Math.max(1, Math.ceil(durationS / dtS / mostFrames));
  const frames = Math.floor(durationS / periodS + 1e-9) + 1;
  const framesPerBlock = Math.max(1, Math.ceil(blockS / periodS - 1e-9));
  const initial = departuresAt(feed, 0);
  const hasMoved = Object.values(initial)
    .flat()
    .some((part) => part !== 0);
  const healthyFrames = healthyBlocks * framesPerBlock;
  const before = healthyFrames + (hasMoved ? initialBlocks * framesPerBlock : 0);
  const scorer = new Scorer(feed, { periodS, framesBefore: before });
  for (let frame = -before; frame < 0; frame += 1) {
    scorer.take(frame, [frame < healthyFrames - before ? noDepartures : initial]);
  }
  const drift = driftOf(feed);
  const moments = Array.from({ length: frames }, (_, frame) => {
    const tS = frame * periodS;
    const isReceived = !feed.parameters.trajectory.gaps.some(
      ({ from_s: from, to_s: to }) => tS >= from && tS <= to,
    );
    if (isReceived) {
      const deg = drift(tS);
      scorer.take(frame, [departuresAt(feed, deg), apparentAt(feed, deg, tS)]);
    }
    return { isReceived, ...scorer.known() };
  });
  return {
    scoring_version: scoringVersion,
    period_s: periodS,
    healthy_frames: healthyFrames,
    initial_frames: before - healthyFrames,
    received: moments.map(({ isReceived }) => isReceived),
    ...columnsOf(moments.map(({ sensors }) => sensors)),
    statistic: moments.map(({ statistic }) => statistic),
    limit: scorer.limit(),
    tier: moments.map(({ tier }) => tier),
    decided_by: moments.map(({ reason }) => reason),
  };
}

function columnsOf(moments: readonly Known["sensors"][]): SensorColumns {
  const columns = sensorKinds.flatMap(({ name, unit }) => [
    [`${name}_${unit}`, moments.map((sensors) => sensors[name].drift)],
    [`${name}_sd_${unit}`, moments.map((sensors) => sensors[name].sd)],
  ]);
  return Object.fromEntries(columns) as SensorColumns;
}

interface Estimate {
  readonly drift: number;
  readonly sd: number;
}

const unknown: Estimate = { drift: 0, sd: 0 };

/** What is known of the vehicle after a frame. */
interface Known {
  readonly sensors: Readonly<
    Record<Sensor, { readonly drift: number | readonly number[]; readonly sd: number }>
  >;
  readonly statistic: number | null;
  readonly tier: Tier;
  readonly reason: Reason;
}

/** The vehicle's state, and what was last estimated of each channel: a frame has only the channels it carries. */
class Scorer {
  readonly #feed: ScenarioFeed;
  readonly #periodS: number;
  readonly #framesBefore: number;
  readonly #onsetS: number;
  readonly #known = new Map<string, Estimate>();
  #state: VehicleState = initialState();
  #score: Score | null = null;

  constructor(feed: ScenarioFeed, times: { readonly periodS: number; readonly framesBefore: number }) {
    this.#feed = feed;
    this.#periodS = times.periodS;
    this.#framesBefore = times.framesBefore;
    this.#onsetS = feed.parameters.drift_model.params["t0"] ?? 0;
  }

  take(frame: number, departures: readonly Departures[]): void {
    const tS = frame * this.#periodS;
    const reading = readingAt(
      this.#feed,
      // The counter generator knows no negative steps.
      {
        number: frame + this.#framesBefore,
        timestampUs: beginUs + Math.round(tS * 1e6),
        hasBegun: tS >= this.#onsetS,
      },
      departures,
    );
    if (Object.keys(reading).length === 1) return;
    const { state, score } = foldOwned(this.#state, { kind: "frame", reading }, defaultSettings);
    this.#state = state;
    this.#score = score;
    for (const { channel, drift, driftSd: sd } of score?.channels ?? [])
      this.#known.set(channel, { drift, sd });
  }

  known(): Known {
    const statistic = this.#score?.cusumStatistic ?? null;
    return {
      sensors: perKind(
        ({ name }) => name,
        (kind) => this.#estimateOf(kind),
      ),
      statistic: statistic === null ? null : rounded(statistic),
      tier: this.#score?.tier ?? "UNKNOWN",
      reason: this.#score?.reason ?? "learning",
    };
  }

  #estimateOf({ channels, unit }: Kind): Known["sensors"][Sensor] {
    const parts = channels.map(({ name }) => this.#known.get(name) ?? unknown);
    const drifts = parts.map(({ drift }) => rounded(drift));
    return { drift: unit === "deg" ? drifts : drifts[0]!, sd: rounded(sdOfLength(parts)) };
  }

  limit(): number {
    return this.#score?.cautionLimit ?? defaultSettings.change.limitNats;
  }
}

/** Standard deviation of a vector's length, where its parts are independent. */
function sdOfLength(parts: readonly Estimate[]): number {
  const length = Math.hypot(...parts.map(({ drift }) => drift));
  if (length === 0) return Math.max(...parts.map(({ sd }) => sd));
  return Math.hypot(...parts.map(({ drift, sd }) => (drift / length) * sd));
}

/** A tenth of a millimetre and of a thousandth of a degree is finer than anybody looks, and keeps files small. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
