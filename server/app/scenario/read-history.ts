import { findChannel, isTurned, kindOf, type Sensor, sensors } from "../../../core/sensors/sensor-lists.ts";
import { parseTime } from "../../../core/encoding/instant.ts";
import type { ScenarioFeed } from "../../../core/contract/types.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { ReplayedHistory } from "../../../core/scenario/feed/make-replay.ts";
import type { Point } from "../../../core/scenario/history/fit-drift.ts";
import { resampleHistory } from "../../../core/scenario/history/resample-history.ts";
import type { Channel } from "../../../core/scoring/model/sensors.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import { ownJson } from "../own-json.ts";
import type { SeriesValues } from "../ports/reading/vehicle-analysis.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import { movedMost } from "./infer-scenario.ts";
import { originRefusal } from "./origin-refusal.ts";
import type { ScenarioSubject, Turns } from "./scenario-subject.ts";

type Needs = Pick<ReadingNeeds, "vehicles" | "analysis">;

export interface ReadHistory {
  readonly history: ReplayedHistory;
  /** What each frame said, in the time of the scenario: for fits, because estimates of neighbours share their frames. */
  readonly points: readonly Point[];
  readonly window: NonNullable<ScenarioFeed["provenance"]["window"]>;
}

/** Points a history is read in: finer than the samples of a short scenario, coarse enough for an hour. */
const pointsRead = 1_200;
/** What is shown of a vehicle in which no change is dated. */
const dayUs = 24 * 3_600_000_000;
/** Shown before a change at least. */
const leadUs = 600_000_000;

/**
 * What the vehicle's sensor went through, up to the verdict the scenario rests on: as long before the change point as
 * after it. Throws `Refusal` `not_allowed` where too little was received.
 */
export async function readHistory(
  { score, vehicleKey, turns }: ScenarioSubject,
  durationS: number,
  needs: Needs,
): Promise<ReadHistory> {
  if (score === null) throw tooShort();
  const [end, change] = await Promise.all([
    needs.vehicles.findFrame({ vehicleKey, seq: score.seq }),
    score.changePointSeq === null
      ? null
      : needs.vehicles.findFrame({ vehicleKey, seq: score.changePointSeq }),
  ]);
  if (end === null) throw tooShort();
  const toUs = end.timestampUs;
  const changeUs = change?.timestampUs ?? null;
  const fromUs = changeUs === null ? toUs - dayUs : changeUs - Math.max(leadUs, toUs - changeUs);
  const { covered, columnsJson } = await needs.analysis.gatherSeries({
    vehicleKey,
    fromUs: Math.max(0, fromUs),
    toUs,
    points: pointsRead,
  });

  const columns = ownJson<SeriesValues>(columnsJson);
  const sensor = sensorThatMoved(score);
  const found = resampleHistory(
    { timesUs: columns.timestamps.map(microseconds), values: valuesOf(columns, sensor) },
    durationS,
  );

  if (found.kind === "too-short") throw tooShort();
  const { trajectory } = found;
  return {
    history: {
      sensor,
      trajectory,
      onsetS: changeUs === null ? null : onsetOf((changeUs - found.fromUs) / 1e6 / trajectory.time_scale),
      tier: columns.tiers[0] ?? "UNKNOWN",
    },
    points: pointsOf(columns, sensor, turns).map(({ atUs, value }) => ({
      tS: (atUs - found.fromUs) / 1e6 / trajectory.time_scale,
      value,
    })),
    window: { from: formatTime(found.fromUs), to: formatTime(found.toUs), frames: covered.frames },
  };
}

function sensorThatMoved(score: Score): Sensor {
  return findChannel(movedMost(score) ?? "")?.sensor ?? sensors[0]!;
}

/** Of a rotation the angle; of the others the departure itself. */
function valuesOf(columns: SeriesValues, sensor: Sensor): readonly (number | null)[] {
  const { column } = kindOf(sensor).drift;
  if (column !== null) return columns[column] ?? [];
  return columns.channels.find(({ channel }) => channel === sensor)?.drift ?? [];
}

/** Residuals; those of a rotation about the axis it has turned about. */
function pointsOf(columns: SeriesValues, sensor: Sensor, turns: Turns) {
  const kind = kindOf(sensor);
  const residuals = kind.channels.map(({ name }) => residualsOf(columns, name));
  const values = isTurned(kind) ? alongAxis(turns[kind.name].axis ?? [0, 0, 0], residuals) : residuals[0]!;
  return columns.timestamps.flatMap((time, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ atUs: microseconds(time), value }];
  });
}

function alongAxis(
  axis: readonly number[],
  turns: readonly (readonly (number | null)[])[],
): readonly (number | null)[] {
  return turns[0]!.map((_, at) => {
    const parts = turns.map((turn, along) => product(turn[at] ?? null, axis[along] ?? 0));
    return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
  });
}

function product(turn: number | null, share: number): number | null {
  return turn === null ? null : turn * share;
}

function residualsOf({ channels }: SeriesValues, name: Channel): readonly (number | null)[] {
  return channels.find(({ channel }) => channel === name)?.residual ?? [];
}

function onsetOf(seconds: number): number {
  return Math.round(Math.max(0, seconds) * 1e6) / 1e6;
}

function microseconds(time: string): number {
  const parsed = parseTime(time);
  if (parsed.kind === "fault") throw new Error(`a stored time does not read: ${time}`);
  return parsed.timestampUs;
}

function tooShort() {
  return originRefusal(
    "Too few frames of this vehicle were received to replay its history; leave origin out, or name another vehicle.",
  );
}
