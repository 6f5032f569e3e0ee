import { markdownTable } from "../markdown-table.ts";
import { inflationByHand } from "./variance-by-hand.ts";
import type { WeighedKind } from "./variance-by-hand.ts";
import type { FrameByHand, Numbers, StepByHand, WorkedByHand } from "./work-by-hand.ts";

/** The worked example as the method page states it: every number from the computation by hand. */
export function describeExample(worked: WorkedByHand, numbers: Numbers): string {
  const told = worked.frames.find(({ step }) => step?.opens) ?? worked.frames.at(-1)!;
  return [
    ...describeBaseline(worked, numbers),
    ...describeFrames(worked, numbers),
    ...describeSamples(worked, numbers),
    ...describeKinds(told, numbers),
    ...describeCurve(told, numbers),
    ...describeDifference(told, worked, numbers),
    ...describeStarts(told, numbers),
    ...describeBreach(worked, told, numbers),
  ].join("\n");
}

function describeBaseline({ baseline, frames }: WorkedByHand, numbers: Numbers): string[] {
  const { location, spread, sigma, clipUnit, zone, lag, lagAllowed, natsWithin } = baseline;
  const { provisionalBlocks: count, priorBlocks, priorSigma, harmless, clipDegrees } = numbers;
  const readings = frames.slice(0, count).map(({ reading }) => reading);
  const sorted = readings.toSorted((one, other) => one - other);
  const apart = readings.map((reading) => Math.abs(reading - location)).toSorted((one, other) => one - other);
  const [low, high] = [count / 2 - 1, count / 2];
  return [
    "**The baseline.** Frames and blocks are the same here: one frame a block.",
    "",
    `1. Location: the median of readings 1 to ${count}, (${metres(sorted[low]!)} + ${metres(sorted[high]!)})/2 = ${figure(location, 4)} m.`,
    `2. Spread: 1.4826 times the median distance from it, 1.4826 · (${metres(apart[low]!)} + ${metres(apart[high]!)})/2 = ${figure(spread, 5)} m.`,
    `3. Noise: σ̂ = √((${priorBlocks}·${priorSigma}² + ${count}·${figure(spread, 5)}²)/(${priorBlocks} + ${count})) = ${figure(sigma, 5)} m.`,
    `4. Clip unit: ${harmless}/${figure(sigma, 5)} = ${figure(harmless / sigma, 4)} σ is the shift that is no drift; c = max(1, ${figure(harmless / sigma, 4)}/${numbers.widestZone}) = ${figure(clipUnit, 4)}.`,
    `5. Zone: Δ₀ = max(${numbers.leastZoneSigma}/c, ψ(${figure(harmless / sigma / clipUnit, 4)})) = ${figure(zone, 5)}, with ψ of ${clipDegrees} degrees.`,
    `6. Lag 1 of the clipped scores: r = ${figure(lag, 4)} with its correction; up to ${figure(lagAllowed, 4)} nothing is joined. W among these ${count} alone: ${natsOf(natsWithin)}; no change while learning.`,
    "",
  ];
}

function describeFrames({ frames, baseline }: WorkedByHand, numbers: Numbers): string[] {
  const rows = frames.map(({ frame, reading, residual, u, y, step }) => [
    String(frame),
    figure(reading, 2),
    figure(residual, 4),
    figure(u, 4),
    figure(y, 5),
    step === null ? "" : step.buckets.map((bucket) => bucket.length).join(" "),
    step === null ? "" : natsOf(step.weighed.nats),
    step === null ? "" : natsOf(step.withoutOne),
    remarkOf({ frame, step }, numbers),
  ]);
  return [
    `**The frames.** r = x − ${figure(baseline.location, 4)}, u = r/${figure(baseline.sigma, 5)}, y = ψ(u/c). Then the blocks in each bucket, oldest first; W; and the least W without one of the newest blocks.`,
    "",
    ...markdownTable(["frame", "x, m", "r, m", "u", "y", "buckets", "W", "without one", ""], rows),
    "",
  ];
}

function remarkOf({ frame, step }: Pick<FrameByHand, "frame" | "step">, numbers: Numbers): string {
  if (step === null) return frame === numbers.provisionalBlocks ? "baseline" : "";
  if (step.opens) return "**breach**";
  return step.isSuspected ? "suspected" : "";
}

function describeSamples({ baseline, frames }: WorkedByHand, numbers: Numbers): string[] {
  const { sums, counts } = baseline.samples;
  const before = sums.flatMap((sum, scale) =>
    counts[scale]! > 0
      ? [
          [
            `1 to ${frames.findIndex(({ step }) => step !== null)}`,
            `${2 ** scale}`,
            figure(sum / counts[scale]!, 5),
            "",
            "",
            figure(sum / counts[scale]!, 5),
            figure(counts[scale]!, 4),
          ],
        ]
      : [],
  );
  const since = frames.flatMap(({ frame, step }) =>
    (step?.taken ?? []).map(({ scale, square, besideBend, most, counted }) => [
      String(frame),
      `${2 ** scale}`,
      figure(square, 5),
      Number.isFinite(besideBend) ? figure(besideBend, 5) : "",
      figure(most, 5),
      figure(counted, 5),
      figure(numbers.shareOfSample, 4),
    ]),
  );
  return [
    `**Samples of the scatter** (5.3, 1 to 3). The baseline's first: the mean of its squares, with its degrees of freedom. Then, whenever five buckets of one block are there, two pairs and two doubles: each is held to the bounds beside it, and divided by ${numbers.holdOfSingles.heldShare}. A pair has no bend to be held to.`,
    "",
    ...markdownTable(
      [
        "frame",
        "blocks a mean",
        "square",
        `${numbers.mostOfBend} times bend or usual`,
        `${numbers.holdOfSingles.mostSquares} times usual or own`,
        "counts as",
        "weight",
      ],
      [...before, ...since],
    ),
    "",
  ];
}

/** A kind that counts for less is not shown. */
const shownProbability = 0.02;

function describeKinds({ frame, step }: FrameByHand, numbers: Numbers): string[] {
  const { curve, settledVariance } = step!.weighed;
  const heard = curve.sums.flatMap((sum, scale) =>
    curve.counts[scale]! > 0
      ? [
          [
            String(scale),
            String(2 ** scale),
            figure(sum, 4),
            figure(curve.counts[scale]!, 4),
            figure(sum / curve.counts[scale]!, 4),
          ],
        ]
      : [],
  );
  const likely = curve.kinds
    .filter(({ probability }) => probability >= shownProbability)
    .toSorted((one, other) => other.probability - one.probability);
  const rest = curve.kinds.length - likely.length;
  const shown = likely.reduce((sum, { probability }) => sum + probability, 0);
  const [independent] = curve.kinds;
  const rows = [...likely, ...(likely.includes(independent!) ? [] : [independent!])].map((kind) => [
    nameOf(kind),
    figure(kind.probabilityBefore, 4),
    figure(kind.logLikelihood, 3),
    significant(kind.probability),
    ...[0, 1, 2, 3].map((scale) => figure(kind.ratios[scale]!, 4)),
  ]);
  return [
    `**What was heard** (5.3, 6) at frame ${frame}: the samples above, by scale, over the variance of 5.3.13, v = ${figure(settledVariance, 5)}. ${numbers.told.degrees.some((degrees) => degrees > 0) ? "What the settings tell is among them." : "The settings tell nothing."}`,
    "",
    ...markdownTable(["k", "blocks a mean", "S′ₖ", "samples c′ₖ", "S′ₖ/c′ₖ"], heard),
    "",
    `**The kinds of noise** (5.3, 4 to 7): those that are left with a probability of at least ${shownProbability}, and independent blocks. ${rest === 0 ? "" : `The other kinds share ${significant(Math.max(0, 1 - shown))}. `}Nats: −½ Σ (S′ₖ/rₖ + c′ₖ·ln rₖ). What a kind says of means of 1, 2, 4 and 8 blocks: r₀ to r₃.`,
    "",
    ...markdownTable(["kind", "before", "nats", "after", "r₀", "r₁", "r₂", "r₃"], rows),
    "",
  ];
}

function nameOf({ share, correlation }: WeighedKind): string {
  return share === 0 ? "independent" : `f = ${share}, φ = ${correlation}`;
}

function describeCurve({ frame, step }: FrameByHand, numbers: Numbers): string[] {
  const { curve } = step!.weighed;
  const [likeliest] = curve.kinds.toSorted((one, other) => other.probability - one.probability);
  const { ratios, estimated, inflation } = likeliest!;
  const rows = ratios.map((ratio, scale) => [
    String(scale),
    figure(ratio, 4),
    figure(estimated[scale]!, 4),
    figure(inflation[scale]!, 4),
    figure(curve.inflation[scale]!, 4),
    significant(curve.amongKinds[scale]!),
    significant(curve.ofSamples[scale]!),
    degreesOf(curve.inflationDegrees[scale]!),
  ]);
  const [sum, count] = [curve.sums[0]!, curve.counts[0]!];
  return [
    `**The variance of a mean** (5.3, 8) at frame ${frame}. First of the likeliest kind, ${nameOf(likeliest!)}: ρ₀ = (${numbers.kindSamples}·${figure(ratios[0]!, 4)} + ${figure(sum, 4)})/(${numbers.kindSamples} + ${figure(count, 4)}) = ${figure(estimated[0]!, 4)}, and a₀ = ½·(${figure(estimated[0]!, 4)} + ${figure(inflation[1]!, 4)}) = ${figure(inflation[0]!, 4)}. Then a(2^k), the mean of aₖ over all kinds, at least 1; its variance among the kinds and that of the samples, uₖ; its degrees of freedom.`,
    "",
    ...markdownTable(["k", "rₖ", "ρₖ", "aₖ", "a(2^k)", "among kinds", "uₖ", "degrees of a"], rows),
    "",
  ];
}

function degreesOf(degrees: number): string {
  return degrees < 1e6 ? figure(degrees, 2) : "known";
}

function likeliestOf({ weighed }: StepByHand) {
  return weighed.starts.reduce((one, other) => (other.term >= one.term ? other : one));
}

function describeDifference(
  { frame, step }: FrameByHand,
  { baseline }: WorkedByHand,
  numbers: Numbers,
): string[] {
  const { n, m, difference, ...start } = likeliestOf(step!);
  const { curve } = step!.weighed;
  const [short, long] = [Math.min(n, m), Math.max(n, m)];
  const all = n + m;
  const zone = baseline.zone * baseline.clipUnit;
  const { independent, ofShort, ofAll, measured, whole, wander, beyond, variance, degrees } = difference;
  const a = (blocks: number) => figure(inflationByHand(curve.inflation, blocks), 4);
  const lines = [
    `Independent blocks: 1/${n} + 1/${m} = ${figure(independent, 5)}.`,
    `a(${short}) = ${a(short)}, a(${all}) = ${a(all)}; the means vary by a/n = ${figure(ofShort, 5)} and ${figure(ofAll, 5)}.`,
    `V′ = (${all}/${long})²·(${figure(ofShort, 5)} − ${figure(ofAll, 5)}) = ${figure(measured, 5)}. ${
      measured > independent
        ? `What is beyond ${figure(independent, 5)} counts by 2·${long}/${all} = ${figure((2 * long) / all, 5)}: V₀ = ${figure(whole, 5)}.`
        : `It is no more than of independent blocks: V₀ = ${figure(whole, 5)}.`
    }`,
    wander > 0
      ? `Wander: ω = ${numbers.wanderAllowance}·(${figure(whole, 5)} − ${figure(independent, 5)}) = ${figure(wander, 5)}. Beyond the zone: 1 − ${figure(zone, 5)}/(${numbers.outermost}·√${figure(wander, 5)}) = ${figure(1 - zone / (numbers.outermost * Math.sqrt(wander)), 5)}. V = ${figure(independent, 5)} + ${figure(wander, 5)}·${figure(beyond, 5)}² = ${figure(variance, 5)}.`
      : `No wander: V = ${figure(variance, 5)}.`,
    `Degrees: ν = 1/(1/(${m} − 1 + ${numbers.priorBlocks}) + 1/${degreesOf(degrees)}) = ${figure(start.degrees, 4)}.`,
    `z = d²/(V·s²) = ${figure(start.beyond, 5)}²/(${figure(variance, 5)}·${figure(start.variance, 5)}) = ${figure(start.beyond ** 2 / variance / start.variance, 4)}.`,
  ];
  return [
    `**One start in full**: frame ${frame}, a change since frame ${start.frame}. n = ${n} blocks since, m = ${m} before (5.3, 9 to 12, and 5.4).`,
    "",
    ...lines.map((words, at) => `${at + 1}. ${words}`),
    "",
  ];
}

function describeStarts({ frame, step }: FrameByHand, numbers: Numbers): string[] {
  const { starts, sum, nats } = step!.weighed;
  const rows = starts.map((start) => [
    start.size === 1 ? `${start.frame}` : `${start.frame}–${start.frame + start.size - 1}`,
    String(start.n),
    String(start.m),
    figure(start.meanSince, 5),
    figure(start.meanBefore, 5),
    figure(start.beyond, 5),
    figure(start.variance, 5),
    figure(start.meanVariance, 5),
    figure(start.degrees, 3),
    ...start.factors.map((factor) => significant(factor)),
    significant(start.likelihood),
    significant(start.term),
  ]);
  const terms = starts.filter(({ term }) => term > 0).map(({ term }) => significant(term));
  return [
    `**W at frame ${frame}** (5.4 to 5.6). B for g = ${numbers.shiftVariances.join(", ")}; L = ${numbers.shiftWeights.map((weight, g) => `${weight}·B${"₁₂₃"[g]}`).join(" + ")}; the term is starts·(L − 1), where L exceeds 1.`,
    "",
    ...markdownTable(
      [
        "start",
        "n",
        "m",
        "ȳ since",
        "ȳ before",
        "d",
        "s²",
        "V",
        "ν",
        ...numbers.shiftVariances.map((_, g) => `B${"₁₂₃"[g]}`),
        "L",
        "term",
      ],
      rows,
    ),
    "",
    terms.length === 0
      ? "No start is likelier than none: W is −∞."
      : `Sum: ${terms.join(" + ")} = ${significant(sum)}. **W = ln ${significant(sum)} = ${figure(nats, 4)} nats.**`,
    "",
  ];
}

function describeBreach({ frames }: WorkedByHand, told: FrameByHand, numbers: Numbers): string[] {
  const suspected = frames.find(({ step }) => step?.isSuspected);
  const doubted = frames.find(({ step }) => step !== null && step.doubtedLag !== null);
  const lines = [
    suspected === undefined
      ? `No frame is suspected: W without one block stays under ${numbers.suspectedNats}.`
      : `Frame ${suspected.frame}: without any one block W is still ${natsOf(suspected.step!.withoutOne)}, at least ${numbers.suspectedNats}: the baseline leads to a suspicion.`,
    ...(doubted === undefined
      ? []
      : [
          `Frame ${doubted.frame}: a baseline of fewer than ${numbers.establishedBlocks} blocks is doubted before it may accuse. Beside the likeliest change the lag is ${figure(doubted.step!.doubtedLag!, 4)}: no correlation in disguise, the curve stays as it is.`,
        ]),
    told.step!.opens
      ? `Frame ${told.frame}: W without any one block is ${natsOf(told.step!.withoutOne)}, at least ${numbers.cautionNats}, and without any two ${natsOf(told.step!.withoutTwo)}, at least ${numbers.clearNats}. A breach opens. Its reference is frozen before frame ${likeliestOf(told.step!).frame}, the likeliest start.`
      : `W without any one block does not reach ${numbers.cautionNats} in these frames: no breach.`,
  ];
  return ["**The breach.**", "", ...lines.map((words, at) => `${at + 1}. ${words}`), ""];
}

function figure(value: number, decimals: number): string {
  const words = value.toFixed(decimals);
  return Number(words) === 0 ? words.replace("-", "") : words.replace("-", "−");
}

function metres(value: number): string {
  const words = figure(value, 2);
  return value < 0 ? `(${words})` : words;
}

function natsOf(nats: number): string {
  return Number.isFinite(nats) ? figure(nats, 4) : "−∞";
}

function significant(value: number): string {
  return value === 0
    ? "0"
    : figure(value, Math.max(0, 5 - Math.max(0, Math.floor(Math.log10(Math.abs(value)) + 1))));
}
