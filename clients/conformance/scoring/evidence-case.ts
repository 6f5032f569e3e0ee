import { calibrationModel, histogramShape } from "../../../core/scoring/change/change-model.ts";
import type { ChangeModel } from "../../../core/scoring/change/change-model.ts";
import { addBlock, noChangeSums, settleBefore } from "../../../core/scoring/change/change-sums.ts";
import type { HistogramShape } from "../../../core/scoring/change/change-sums.ts";
import { placeBlocks } from "../../../core/scoring/change/place-blocks.ts";
import { weighChange } from "../../../core/scoring/change/weigh-change.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { CurvePrior } from "../../../core/scoring/settings/settings.ts";
import type { ChangeSums, SensorTrack } from "../../../core/scoring/model/state.ts";
import { priorCurves } from "./evidence-plans.ts";
import type { EvidencePlan } from "./evidence-plans.ts";
import { hex, hex32 } from "./hex.ts";

export const bySensor = [
  { name: "camera", channels: [0, 1, 2] },
  { name: "radar", channels: [3] },
  { name: "lidar", channels: [4] },
] as const;

export const channelSensors = [0, 0, 0, 1, 2];

export const baselineBlocks = 30;

/** 30 reference blocks, then watched ones. */
export function evidenceCase(plan: EvidencePlan, noise: readonly (readonly number[])[]) {
  const valuesAt = (t: number) =>
    noise[t]!.map((unit, channel) => {
      const value = Math.fround((plan.scales?.[channel] ?? 1) * unit);
      return (plan.moves ?? [])
        .filter((move) => move.channel === channel && t >= move.from)
        .reduce((sum, { by, perBlock, from }) => Math.fround(sum + (by + perBlock * (t - from))), value);
    });
  const weightOf = (sensor: number, t: number) => {
    const weights = plan.weights?.[sensor] ?? [1];
    return Math.fround(weights[t % weights.length]!);
  };
  const learning = modelOf(plan, plan.frozen?.after === 0);
  const inherited = plan.inherited === undefined ? null : priorCurves[plan.inherited];
  const withBaseline = (before: ChangeSums, sensor: number, from: number, end: number) => {
    const { channels } = bySensor[sensor]!;
    const reference = Array.from({ length: end - from }, (_, at) => from + at)
      .map((t) => {
        const score = channels.map((channel) => valuesAt(t)[channel]!);
        return scoredBlock(score, weightOf(sensor, t), t - baselineBlocks + 1);
      })
      .filter(({ weight }) => weight > 0);
    const blocks = {
      reference,
      watched: [],
      inherited: inherited === null ? [] : channels.map(() => inherited),
    };
    return placeBlocks(before, channels[0], blocks, shapeOf(plan, learning));
  };
  const isMissing = (sensor: number, at: number) => plan.late?.sensor === sensor && at < plan.late.after;
  let sums = noChangeSums(5);
  bySensor.forEach((_, sensor) => {
    if (!isMissing(sensor, -1)) sums = withBaseline(sums, sensor, 0, baselineBlocks);
  });
  const expected = Array.from({ length: plan.blocks }, (_, at) => {
    const t = baselineBlocks + at;
    if (plan.frozen !== undefined && plan.frozen.after === at) sums = settleBefore(sums, plan.frozen.settled);
    const model = modelOf(plan, plan.frozen !== undefined && at >= plan.frozen.after);
    const weights = channelSensors.map((sensor) => (isMissing(sensor, at) ? 0 : weightOf(sensor, t)));
    sums = addBlock(sums, { seq: at + 1, weights, values: valuesAt(t) }, shapeOf(plan, model));
    if (plan.late?.after === at + 1) sums = withBaseline(sums, plan.late.sensor, plan.late.from, t + 1);
    const found = weighChange(sums, model);
    const isShown = at % Math.ceil(plan.blocks / 30) === 0 || at === plan.blocks - 1;
    return isShown
      ? {
          after: at + 1,
          nats: hex(found.nats),
          posterior: found.posterior.map(hex),
          change_seq: found.changeSeq,
        }
      : null;
  });
  const byChannel = (held: readonly number[]) =>
    [0, 1, 2, 3, 4].map((channel) => held.slice(10 * channel, 10 * (channel + 1)).map(hex32));
  const { squares, counts } = sums.scatter;
  return {
    name: plan.name,
    noise: plan.noise,
    model: modelToJson(plan),
    weights: (plan.weights ?? [[1], [1], [1]]).map((of) => of.map(hex32)),
    scales: (plan.scales ?? [1, 1, 1, 1, 1]).map(hex),
    moves: (plan.moves ?? []).map(({ channel, from, by, perBlock }) => ({
      channel,
      from,
      by: hex(by),
      per_block: hex(perBlock),
    })),
    frozen: plan.frozen ?? null,
    late: plan.late ?? null,
    inherited: plan.inherited ?? null,
    blocks: plan.blocks,
    expected: expected.filter((row) => row !== null),
    scatter: { squares: byChannel(squares), counts: byChannel(counts) },
  };
}

export function scoredBlock(score: readonly number[], weight: number, seq: number) {
  return { seq, atUs: 0, weight, score, placed: score, standardised: score, whitened: null };
}

/** As the product makes it of settings and baselines. */
export function modelOf(plan: EvidencePlan, referenceFrozen: boolean): ChangeModel {
  const curves = Object.fromEntries(bySensor.map(({ name }, at) => [name, priorCurves[plan.curves[at]!]]));
  const settings = {
    ...defaultSettings,
    prior: { ...defaultSettings.prior, curves: { ...defaultSettings.prior.curves, ...curves } },
  };
  const { tracks } = initialState();
  const { zones, clipUnits } = placesOf(plan);
  const trackOf = (sensor: number): SensorTrack => {
    const { name, channels } = bySensor[sensor]!;
    const of = (values: readonly number[]) => Array.from(channels, (channel) => values[channel]!);
    const same = (value: number) => Array.from(channels, () => value);
    const calibration = {
      blocks: baselineBlocks,
      established: false,
      pose: null,
      location: same(0),
      scale: same(1),
      whitening: same(1),
      frameRatio: same(1),
      correlation: same(0),
      leastCorrelation: same(plan.leastCorrelations?.[sensor] ?? 0),
      periodUs: 60e6,
      clipUnit: of(clipUnits),
      zones: of(zones),
    };
    return { ...tracks[name], calibration, level: plan.levels?.[sensor] ?? 0 };
  };
  const heard = { ...tracks, camera: trackOf(0), radar: trackOf(1), lidar: trackOf(2) };
  return { ...calibrationModel(heard, referenceFrozen, settings), ...plan.known };
}

/** Zones in units of y, as binary32; clip units of 2 for the lidar where a plan does not say. */
export function placesOf(plan: EvidencePlan) {
  const clipUnits = (plan.clipUnits ?? [1, 1, 1, 1, 2]).map(Math.fround);
  const zones = (plan.zones ?? [0.1, 0.1, 0.1, 0.4, 0.6]).map((zone, at) =>
    Math.fround(zone / clipUnits[at]!),
  );
  return { zones, clipUnits };
}

export function shapeOf(plan: EvidencePlan, model: ChangeModel): HistogramShape {
  const shape = histogramShape(defaultSettings, model.referenceFrozen, "calibration", model);
  return {
    ...shape,
    bucketsPerLevel: plan.bucketsPerLevel ?? shape.bucketsPerLevel,
    levels: plan.levelsOfBuckets ?? shape.levels,
  };
}

export function modelToJson(plan: EvidencePlan) {
  const model = modelOf(plan, false);
  const shape = shapeOf(plan, model);
  return {
    zones: Array.from(model.zones, hex),
    directions: Array.from(model.directions),
    participation: hex(model.participation),
    shift_variances: model.shiftVariances.map(hex),
    shift_weights: model.shiftWeights.map(hex),
    minimum_reference: model.minimumReference,
    prior_variances: Array.from(model.priorVariances, hex),
    prior_degrees: model.priorDegrees,
    variance_floor: hex(model.varianceFloor),
    prior_curves: channelSensors.map((sensor) => plan.curves[sensor]!),
    least_correlations: channelSensors.map((sensor) => hex(plan.leastCorrelations?.[sensor] ?? 0)),
    block_levels: model.blockLevels,
    buckets_per_level: shape.bucketsPerLevel,
    levels: shape.levels,
  };
}

export function curveToJson({ ratios, degrees }: CurvePrior) {
  return { ratios: ratios.map(hex), degrees: degrees.map(hex) };
}
