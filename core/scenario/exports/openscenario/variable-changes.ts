import type { ScenarioFeed } from "../../../contract/types.ts";
import { sensorConditionAt } from "../../poses/sensor-condition-at.ts";
import { decimal } from "../xml-text.ts";

/** A file stays readable: a variable follows its course in at most so many even steps. */
export const mostSteps = 200;

export interface VariableChange {
  readonly tS: number;
  readonly variable: string;
  readonly value: string;
}

/** What variables become, in order of time. */
export function variableChanges(feed: ScenarioFeed): VariableChange[] {
  const { trajectory, events, truth } = feed.parameters;
  const changes = [
    ...[{ name: "drift_deg", values: trajectory.drift_deg }, ...conditionSeries(feed)].flatMap((series) =>
      stepsOf(series, trajectory.dt_s),
    ),
    ...trajectory.gaps.flatMap(({ from_s: fromS, to_s: toS }) => [
      { tS: fromS, variable: "received", value: "false" },
      { tS: toS, variable: "received", value: "true" },
    ]),
    ...events.map(({ t_s: tS, type }) => ({ tS, variable: "event", value: type })),
    ...truth.expected.flatMap(({ t_s: tS, to }) =>
      to === undefined ? [] : [{ tS, variable: "tier", value: to }],
    ),
  ];
  return changes.toSorted((one, other) => one.tS - other.tS);
}

interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

/** What the scenario does to sensors besides moving them, as far as it does. */
export function conditionSeries(feed: ScenarioFeed): Series[] {
  const { initial_drift_state: initial, trajectory } = feed.parameters;
  const series = initial.sensors.flatMap((sensor) => {
    const conditions = trajectory.drift_deg.map((_, at) =>
      sensorConditionAt(feed, sensor, at * trajectory.dt_s),
    );
    return [
      { name: `${sensor.id}_focal_scale`, values: conditions.map(({ focalScale }) => focalScale) },
      { name: `${sensor.id}_clock_offset_s`, values: conditions.map(({ clockOffsetS }) => clockOffsetS) },
      { name: `${sensor.id}_noise_factor`, values: conditions.map(({ noiseFactor }) => noiseFactor) },
      { name: `${sensor.id}_missing_share`, values: conditions.map(({ missingShare }) => missingShare) },
    ];
  });
  return series.filter(({ values }) => values.some((value) => value !== values[0]));
}

function stepsOf({ name, values }: Series, dtS: number): VariableChange[] {
  const stride = Math.ceil(values.length / mostSteps);
  return values.flatMap((value, at) =>
    at % stride === 0 ? [{ tS: at * dtS, variable: name, value: decimal(value) }] : [],
  );
}
