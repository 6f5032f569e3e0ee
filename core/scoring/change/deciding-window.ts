import { compareWindow, sensorFactors, studentFactors } from "./compare-window.ts";
import type { ComparedChannel } from "./compare-window.ts";
import type { Weighed } from "./gather-change.ts";
import { ln } from "../numeric/ln.ts";
import type { ChannelInWindow, DecidingWindow } from "../model/score.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { limitedSensors, firstChannel, channels, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { ChangeModel } from "./change-model.ts";

/** The window that adds most to W, written out so that a person can compute what it adds. Null when none adds anything. */
export function decidingWindow({ sums, model, found }: Weighed): DecidingWindow | null {
  if (found.changeRow < 0) return null;
  const window = compareWindow(sums, model, found.changeRow);
  return {
    fromSeq: window.seq,
    starts: window.size,
    likelihoodRatio: window.likelihood!,
    termNats: ln(window.term),
    channels: window.channels.flatMap((compared, channel) =>
      compared === null ? [] : [describeChannel(compared, channel, model)],
    ),
  };
}

function describeChannel(compared: ComparedChannel, channel: number, model: ChangeModel): ChannelInWindow {
  const direction = model.directions[channel]!;
  return {
    channel: channels[channel]!,
    blocksSince: Math.fround(compared.n),
    blocksBefore: Math.fround(compared.m),
    meanSince: Math.fround(compared.sum / compared.n),
    meanBefore: Math.fround(compared.referenceSum / compared.m),
    sigma: Math.fround(Math.sqrt(compared.variance)),
    meanVariance: Math.fround(compared.meanVariance),
    degrees: Math.fround(compared.degrees),
    zone: Math.fround(model.zones[channel]!),
    side: direction === 0 ? "both" : direction > 0 ? "upper" : "lower",
  };
}

/** A sensor of a deciding window, with its Bayes factors and those of its channels, one for each prior shift variance. */
export interface SensorInWindow {
  readonly sensor: LimitedSensor;
  readonly bayesFactors: readonly number[];
  readonly channels: readonly (ChannelInWindow & { readonly bayesFactors: readonly number[] })[];
}

/** The Bayes factors that follow from the numbers of a window. */
export function sensorsOf(
  { channels: heard }: DecidingWindow,
  { evidence }: Pick<ScoringSettings, "evidence">,
): readonly SensorInWindow[] {
  return limitedSensors.flatMap((sensor) => {
    const own = channels.slice(firstChannel[sensor], firstChannel[sensor] + trackWidths[sensor]);
    const described = heard
      .filter(({ channel }) => own.includes(channel))
      .map((channel) => ({ ...channel, bayesFactors: factorsOf(channel, evidence.shiftVariances) }));
    const bayesFactors = sensorFactors(
      own.map((name) => described.find(({ channel }) => channel === name)?.bayesFactors ?? null),
      evidence.shiftVariances.length,
    );
    return bayesFactors === null ? [] : [{ sensor, bayesFactors, channels: described }];
  });
}

function factorsOf(of: ChannelInWindow, shiftVariances: readonly number[]): readonly number[] {
  const shift = of.meanSince - of.meanBefore;
  const size = of.side === "both" ? Math.abs(shift) : of.side === "upper" ? shift : -shift;
  const measured = {
    meanVariance: of.meanVariance,
    beyond: Math.max(0, size - of.zone),
    variance: of.sigma * of.sigma,
    degrees: of.degrees,
  };
  return studentFactors(measured, shiftVariances);
}
