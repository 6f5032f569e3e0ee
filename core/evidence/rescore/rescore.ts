import { measuredKinds } from "../../sensors/sensor-lists.ts";
import { fromBase64 } from "../../encoding/base64.ts";
import type { BundleCore } from "../../encoding/bundle.ts";
import { canonicalText } from "../../encoding/canonical-json.ts";
import type { JournalLineRecord, RecordedEntry } from "../frames/frames-file.ts";
import { formatInstant } from "../../encoding/instant.ts";
import { entryOf } from "../frames/read-frames-file.ts";
import type { ScoredFrame } from "../bundle/scoring-outputs.ts";
import { same, stated, type Contradiction } from "./stated-twice.ts";

/** The scoring as the verifier has it. It is handed in whole: evidence does not know which scoring it proves. */
export interface ScoringParts<State, Settings> {
  /** Bundles of another version or profile cannot be recomputed with these parts. */
  readonly version: string;
  readonly numericProfile: string;
  initialState(): State;
  /** Throws on bytes that are no state. */
  unpackState(packed: Uint8Array): State;
  /** Throws on what is no set of parameters. */
  settingsFromJson(json: unknown): Settings;
  fold(
    state: State,
    entry: RecordedEntry,
    settings: Settings,
  ): { readonly state: State; readonly score: ScoredFrame | null };
  /** How the breach opened that is open in a state; null where none is. */
  openBreach(state: State, settings: Settings): BreachOpening | null;
  /** What a bundle of this version records of a score, as `scoring.outputs`. */
  outputs(score: ScoredFrame): Readonly<Record<string, unknown>>;
  /** SHA-256 of the normative text at hand, hex. Absent: the bundle's own digest of it is not compared. */
  readonly specificationSha256?: string;
}

/** How a breach opened, by what evidence repeats of it. */
export interface BreachOpening {
  readonly openedSeq: number;
  readonly statistic: number;
  readonly threshold: number;
  readonly channel: string;
  readonly side: "upper" | "lower";
}

/** One value that a fold does not give as recorded, at a JSON pointer of the bundle. Values as canonical JSON or in words. */
export type Recomputation =
  | {
      readonly kind: "recomputed";
      readonly place: string;
      readonly recorded: string;
      readonly recomputed: string;
    }
  | { readonly kind: "unfoldable"; readonly reason: string };

export type Rescoring =
  | { readonly kind: "unable"; readonly reason: string }
  | { readonly kind: "different"; readonly differences: readonly (Recomputation | Contradiction)[] }
  | { readonly kind: "same" };

export type Rescorer = (core: BundleCore, records: readonly JournalLineRecord[]) => Rescoring;

/**
 * Folds the recorded frames from the recorded state under the recorded parameters and compares everything the bundle
 * says about the scoring, to the last bit of every double (−0, which JSON has not, counts as 0). The records must have
 * passed `checkFrames`. Whether the bundle contradicts itself is another question: stated-twice.ts.
 */
export function rescorer<State, Settings>(parts: ScoringParts<State, Settings>): Rescorer {
  return (core, records) => {
    const { scoring } = core;
    if (scoring.version !== parts.version || scoring.numeric_profile !== parts.numericProfile) {
      return {
        kind: "unable",
        reason: `scored by ${scoring.version} (${scoring.numeric_profile}), here is ${parts.version} (${parts.numericProfile})`,
      };
    }
    const differences = [...methodContradiction(core, parts), ...refold(core, records, parts)];
    return differences.length === 0 ? { kind: "same" } : { kind: "different", differences };
  };
}

function methodContradiction(
  core: BundleCore,
  { specificationSha256 }: { readonly specificationSha256?: string },
): readonly Contradiction[] {
  if (specificationSha256 === undefined) return [];
  const recorded = stated("/scoring/specification_sha256", core.scoring.specification_sha256);
  return same(recorded, stated("the method at hand", specificationSha256));
}

function compare(place: string, recorded: unknown, recomputed: unknown): readonly Recomputation[] {
  const one = canonicalText(recorded);
  const other = recomputed === undefined ? "nothing" : canonicalText(recomputed);
  return one === other ? [] : [{ kind: "recomputed", place, recorded: one, recomputed: other }];
}

function refold<State, Settings>(
  core: BundleCore,
  records: readonly JournalLineRecord[],
  parts: ScoringParts<State, Settings>,
): readonly Recomputation[] {
  try {
    return differencesFromFold(core, replay(core, records, parts), parts);
  } catch (fault) {
    // A hostile state or parameter set may break the fold anywhere; that is a verdict on the bundle.
    return [{ kind: "unfoldable", reason: fault instanceof Error ? fault.message : String(fault) }];
  }
}

interface Replay {
  readonly score: ScoredFrame | null;
  /** The breach that is open after the last entry. */
  readonly open: BreachOpening | null;
  /** Health score as the entries before left it; undefined when the scores of the window do not show it. */
  readonly healthBefore: number | undefined;
  readonly capturedAtUs: number | null;
}

function replay<State, Settings>(
  core: BundleCore,
  records: readonly JournalLineRecord[],
  parts: ScoringParts<State, Settings>,
): Replay {
  const { initial_state: initial, parameters } = core.scoring;
  const settings = parts.settingsFromJson(parameters);
  let state = initial.state === null ? parts.initialState() : parts.unpackState(packedIn(initial.state));
  let last: Omit<Replay, "open"> = { score: null, healthBefore: undefined, capturedAtUs: null };
  for (const record of records) {
    const step = parts.fold(state, entryOf(record), settings);
    if (step.score !== null && step.score.seq !== record.seq) {
      throw new RangeError(`the fold counts entry ${step.score.seq} where the journal has ${record.seq}`);
    }
    state = step.state;
    last = {
      score: step.score,
      healthBefore: healthAfter(last),
      capturedAtUs: record.kind === "frame" ? record.reading.captured_at_us : null,
    };
  }
  return { ...last, open: parts.openBreach(state, settings) };
}

function packedIn(state: string): Uint8Array {
  const packed = fromBase64(state);
  if (packed === null) throw new TypeError("the initial state is not canonical base64");
  return packed;
}

/** A command may change the health without a score that says so; a late frame changes nothing. */
function healthAfter({ score, healthBefore }: Pick<Replay, "score" | "healthBefore">): number | undefined {
  if (score === null) return undefined;
  return score.late ? healthBefore : score.healthScore;
}

function differencesFromFold(
  core: BundleCore,
  last: Replay,
  { outputs }: Pick<ScoringParts<unknown, unknown>, "outputs">,
): readonly Recomputation[] {
  const { breach, scoring, measurements, tier_transition: transition } = core;
  const { score } = last;
  const noneIsOpen = (recomputed: string): readonly Recomputation[] => [
    { kind: "recomputed", place: "/breach/frame_seq", recorded: String(breach.frame_seq), recomputed },
  ];
  if (score === null) return noneIsOpen("no score there");
  const { open } = last;
  const recomputed = outputs(score);
  const { before, after } = transition;
  return [
    ...Object.entries(scoring.outputs).flatMap(([name, recorded]) =>
      compare(`/scoring/outputs/${name}`, recorded, recomputed[name]),
    ),
    ...compare("/tier", core.tier, score.tier),
    ...measuredKinds.flatMap(({ drift: { member, field } }) =>
      compare(`/measurements/${member}`, measurements[member], score[field]),
    ),
    ...compare("/measurements/health_score", measurements.health_score, score.healthScore),
    ...(open === null
      ? noneIsOpen("no breach is open there")
      : [
          ...compare("/breach/opened_seq", breach.opened_seq, open.openedSeq),
          ...compare("/breach/statistic", breach.statistic, open.statistic),
          ...compare("/breach/threshold", breach.threshold, open.threshold),
          ...compare("/breach/channel", breach.channel, open.channel),
          ...compare("/breach/side", breach.side, open.side),
        ]),
    ...compare("/tier_transition/before/tier", before.tier, score.tierBefore),
    ...compare("/tier_transition/after/tier", after.tier, score.tier),
    ...compare("/tier_transition/after/health_score", after.health_score, score.healthScore),
    ...compare("/tier_transition/after/since", after.since, sinceAfter(core, last)),
    ...healthDifference(before, score, last),
  ];
}

/** Where nothing was judged there is none. */
function healthDifference(
  before: BundleCore["tier_transition"]["before"],
  { tierBefore }: ScoredFrame,
  { healthBefore }: Replay,
): readonly Recomputation[] {
  const due = tierBefore === "UNKNOWN" ? null : healthBefore;
  return due === undefined ? [] : compare("/tier_transition/before/health_score", before.health_score, due);
}

function sinceAfter(core: BundleCore, { capturedAtUs }: Replay): string | null {
  const { before, after } = core.tier_transition;
  return before.tier === after.tier || capturedAtUs === null ? before.since : formatInstant(capturedAtUs);
}
