import { clearNats } from "../../core/scoring/breach/open-breach.ts";
import { fewestSettled } from "../../core/scoring/change/compare-window.ts";
import { settledSize } from "../../core/scoring/change/change-sums.ts";
import {
  holdOfLonger,
  holdOfSingles,
  longestMemory,
  mostOfBend,
  shareOfOthers,
  shareOfSample,
} from "../../core/scoring/scatter/mean-scatter.ts";
import {
  independentProbability,
  mostResemblance,
  negligibleNats,
  rarityScale,
  wanderingCorrelations,
  wanderingShares,
} from "../../core/scoring/scatter/noise-family.ts";
import {
  familyDegrees,
  leastDegrees,
  outermost,
  wanderAllowance,
} from "../../core/scoring/scatter/variance-curve.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { markdownTable } from "../markdown-table.ts";
import type { FrameByHand, WorkedByHand } from "./work-by-hand.ts";

const { evidence, baseline, early, prior, limits, tiers } = defaultSettings;

/** Why the limits are where they are, and what a false alarm costs: the paragraph that quotes them. */
export function describeLimits(worked: WorkedByHand): string {
  const { cautionNats, criticalNats } = evidence;
  const [often, seldom] = [runLength(cautionNats), runLength(criticalNats)];
  return [
    `**Why ${cautionNats} nats, and ${criticalNats}.** Noise alone pushes W up now and then, the higher the more seldom: each nat more makes it about ${Math.exp(evidence.inControlLaw.slope).toFixed(0)} times as seldom. At ${cautionNats} nats a healthy vehicle is accused once in about ${rounded(often)} blocks, at ${criticalNats} once in about ${rounded(seldom)}. So ${cautionNats} opens a *breach*, the reason to look; ${criticalNats} is enough for CRITICAL, if the drift lasts and is surely beyond its limit. ${passageOf(worked)}`,
    "",
    "![What a higher limit buys, and what it costs](method/limit.svg)",
    "",
    `**What a false alarm costs.** Take a vehicle with a block a minute, two hours a day: ${rounded(often)} blocks are ${yearsOf(often)} years. A thousand such vehicles, all healthy, send ${aDay(often)} to the workshop for nothing at ${cautionNats} nats, and at ${criticalNats} ${aDay(seldom)}. A lower limit would find real faults a few blocks sooner, and bury them among false ones. A higher one costs waiting: every nat takes as many blocks as the shift needs to say so, many when it is small (the right picture).`,
  ].join("\n");
}

/** When W of the example is at the limit, and when that opens a breach. */
function passageOf({ frames }: WorkedByHand): string {
  const there = frames.find((frame) => natsOf(frame) >= evidence.cautionNats);
  const opened = frames.find(({ step }) => step?.opens);
  if (there === undefined) {
    const most = frames.reduce((one, other) => (natsOf(other) > natsOf(one) ? other : one));
    return `In the example W does not get there: it is at most ${natsOf(most).toFixed(1)}, at frame ${most.frame}. After so few blocks, noise that wanders is not ruled out.`;
  }
  if (opened === undefined) return "In the example W does not get there for good.";
  return `In the example W is there at frame ${there.frame}, and the breach opens at frame ${opened.frame}: W has to be there without any one block, and a baseline as young as this one is looked at again before it may accuse.`;
}

function natsOf({ step }: FrameByHand): number {
  return step?.weighed.nats ?? -Infinity;
}

const perDay = 1000 * 120;

function aDay(blocks: number): string {
  const vehicles = perDay / blocks;
  if (vehicles < 0.67) return `one in ${(1 / vehicles).toFixed(0)} days`;
  return vehicles < 1.5 ? "about one a day" : `about ${vehicles.toFixed(0)} a day`;
}

function yearsOf(blocks: number): string {
  return (blocks / (120 * 365)).toFixed(1);
}

function runLength(nats: number): number {
  const { at, lnRunLengthAt, slope } = evidence.inControlLaw;
  return Math.exp(lnRunLengthAt + slope * (nats - at));
}

function rounded(blocks: number): string {
  return Number(blocks.toPrecision(2)).toLocaleString("en");
}

/** Every tuned number of the formulas, once. */
export function describeNumbers(): string {
  const rows: readonly (readonly [symbol: string, meaning: string, value: string])[] = [
    [
      "h",
      "limit of W that opens a breach; that is enough for CRITICAL, nats",
      `${evidence.cautionNats}; ${evidence.criticalNats}`,
    ],
    ["", "W from which a baseline is doubted, or holds a change, nats", `${baseline.changeNats}`],
    ["", "W that has to be left without any two blocks, nats", `${clearNats}`],
    [
      "g; w",
      "prior variances of a shift in σ²; their weights",
      `${evidence.shiftVariances.join(", ")}; ${evidence.shiftWeights.join(", ")}`,
    ],
    ["p", "prior probability that a sensor takes part", `${evidence.participation}`],
    [
      "",
      "fewest blocks before a start; buckets of one size; sizes",
      `${evidence.minimumReference}; ${evidence.bucketsPerLevel}; 1 to ${2 ** (evidence.levels - 1)}`,
    ],
    ["", "share of the prior variance below which s² is not trusted", `${evidence.varianceFloor}`],
    [
      "",
      "zone: share of the CAUTION limit; least, in σ; most, in clip units",
      `${evidence.indifferenceShare}; ${evidence.indifferenceSigma}; ${evidence.widestZone}`,
    ],
    ["", "degrees of the soft clip", `${evidence.clipDegrees}`],
    [
      "",
      "blocks of a provisional, of an established baseline",
      `${baseline.provisionalBlocks}; ${baseline.establishedBlocks}`,
    ],
    [
      "",
      "largest lag-1 correlation of a baseline; standard errors allowed for",
      `${baseline.maximumBlockCorrelation}; ${baseline.correlationAllowance}`,
    ],
    [
      "σ₀",
      "prior noise: camera axis, radar, lidar (ln), confidence (logit)",
      `${prior.cameraDeg}°; ${prior.radarM} m; ${prior.lidarLog}; ${prior.confidenceLogit}`,
    ],
    ["ν₀", "its weight in blocks", `${prior.degrees}`],
    [
      "",
      "prior lag-1 correlation and its weight in blocks; while unknown",
      `${prior.correlation}, ${prior.correlationWeight}; ${prior.unknownCorrelation}`,
    ],
    [
      "f; φ",
      "kinds of noise: share that wanders; its correlation; largest f·φ",
      `${wanderingShares.join(", ")}; ${wanderingCorrelations.join(", ")}; ${mostResemblance}`,
    ],
    [
      "π",
      "probability of independent blocks; of other kinds by 1/√A(n), n",
      `${independentProbability}; ${2 ** rarityScale}`,
    ],
    [
      "",
      "a kind counts as … samples; is left out … nats below the likeliest",
      `${familyDegrees}; ${negligibleNats}`,
    ],
    ["ρ⁰ₖ", "ratios that the settings tell: camera; radar; lidar; confidence", perTrack("ratios")],
    ["ν⁰ₖ", "as so many samples of each scale", perTrack("degrees")],
    [
      "",
      "weight of a sample; correction for being held; most samples remembered",
      `${shareOfSample.toFixed(3)}; ${holdOfSingles.heldShare} of single blocks, ${holdOfLonger.heldShare}; ${longestMemory}`,
    ],
    [
      "",
      "a sample is held to … times bend or usual, to … times usual or own",
      `${mostOfBend}; ${holdOfSingles.mostSquares} of single blocks, ${holdOfLonger.mostSquares}`,
    ],
    ["", "share of what other channels show", `${shareOfOthers}`],
    ["", "blocks of a settled bucket; fewest settled blocks", `${settledSize}; ${fewestSettled}`],
    [
      "",
      "allowance for a wander; deviations to which it is followed; least degrees",
      `${wanderAllowance}; ${outermost}; ${leastDegrees}`,
    ],
    [
      "",
      "early verdict: blocks, before, after; limit, nats; widest spacing",
      `${early.fewestBlocks}, ${early.fewestBefore}, ${early.fewestAfter}; ${early.limitNats}; ${early.longestGapUs / 1e6} s`,
    ],
    [
      "",
      "limits CAUTION, CRITICAL: camera; radar; lidar",
      `${limits.cameraDeg.caution}°, ${limits.cameraDeg.critical}°; ${limits.radarM.caution} m, ${limits.radarM.critical} m; ${limits.lidarM.caution} m, ${limits.lidarM.critical} m`,
    ],
    [
      "",
      "probability: critical; caution; harmless; lasting",
      `${tiers.criticalProbability}; ${tiers.cautionProbability}; ${tiers.harmlessProbability}; ${tiers.sustainedProbability}`,
    ],
    [
      "",
      "mean blocks to a false breach: ln ARL₀ = A + s·(h − h₀)",
      `A ${evidence.inControlLaw.lnRunLengthAt}, s ${evidence.inControlLaw.slope}, h₀ ${evidence.inControlLaw.at}`,
    ],
  ];
  return markdownTable(["symbol", "what", "value"], rows).join("\n");
}

function perTrack(member: "ratios" | "degrees"): string {
  return (["camera", "radar", "lidar", "confidence"] as const)
    .map((name) => [...new Set(prior.curves[name][member])].join(", "))
    .join("; ");
}
