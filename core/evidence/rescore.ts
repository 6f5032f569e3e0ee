import { fromBase64 } from "./base64.ts";
import type { BundleCore } from "./bundle.ts";
import { toHex } from "./bytes.ts";
import { canonicalText } from "./canonical-json.ts";
import type { JournalLineRecord, RecordedEntry } from "./frames-file.ts";
import { formatInstant } from "./instant.ts";
import type { Sha256 } from "./primitives.ts";
import { entryOf } from "./read-frames-file.ts";
import { scoringOutputs, type ScoredFrame } from "./scoring-outputs.ts";

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
  ): { readonly state: State; readonly score: ScoredFrame | null; readonly events: readonly FoldEvent[] };
  /** SHA-256 of the normative text at hand, hex. Absent: the bundle's own digest of it is not compared. */
  readonly specificationSha256?: string;
}

export interface FoldEvent {
  readonly kind: string;
}

interface BreachOpened extends FoldEvent {
  readonly statistic: number;
  readonly threshold: number;
  readonly channel: string;
  readonly side: string;
}

/** One value that does not come out as recorded. Values as canonical JSON, null when there is none. */
export interface Difference {
  readonly member: string;
  readonly recorded: string | null;
  readonly recomputed: string | null;
}

export type Rescoring =
  | { readonly kind: "unable"; readonly reason: string }
  | { readonly kind: "different"; readonly differences: readonly Difference[] }
  | { readonly kind: "same" };

export type Rescorer = (core: BundleCore, records: readonly JournalLineRecord[], sha256: Sha256) => Rescoring;

/**
 * Folds the recorded frames from the recorded state under the recorded parameters and compares everything the bundle
 * says about the scoring, to the last bit of every double (−0, which JSON has not, counts as 0). The records must have
 * passed `checkFrames`.
 */
export function rescorer<State, Settings>(parts: ScoringParts<State, Settings>): Rescorer {
  return (core, records, sha256) => {
    const { scoring } = core;
    if (scoring.version !== parts.version || scoring.numeric_profile !== parts.numericProfile) {
      return {
        kind: "unable",
        reason: `scored by ${scoring.version} (${scoring.numeric_profile}), here is ${parts.version} (${parts.numericProfile})`,
      };
    }
    const differences = [...differencesWithin(core, sha256), ...specificationDifference(core, parts)];
    // Parameters that contradict their own digest are not worth folding.
    const all = differences.length > 0 ? differences : refold(core, records, parts);
    return all.length === 0 ? { kind: "same" } : { kind: "different", differences: all };
  };
}

/**
 * What the bundle says twice must be the same thing; this needs neither frames nor scoring. Empty when it is.
 */
export function differencesWithin(core: BundleCore, sha256: Sha256): readonly Difference[] {
  const { scoring, tier_transition: transition, measurements, breach } = core;
  const { outputs, inputs, initial_state: initial } = scoring;
  const packed = initial.state === null ? null : fromBase64(initial.state);
  const stateSha256 = packed === null ? null : toHex(sha256(packed));
  return [
    ...compare("tier", core.tier, outputs.tier),
    ...compare("tier_transition.before.tier", transition.before.tier, outputs.tier_before),
    ...compare("tier_transition.after.tier", transition.after.tier, outputs.tier),
    ...compare("tier_transition.after.health_score", transition.after.health_score, outputs.health_score),
    ...compare("tier_transition.rule", transition.rule, `tier-rules/${scoring.version}`),
    ...compare("measurements.camera_drift_deg", measurements.camera_drift_deg, outputs.camera_drift_deg),
    ...compare("measurements.radar_drift_mm", measurements.radar_drift_mm, outputs.radar_drift_mm),
    ...compare("measurements.health_score", measurements.health_score, outputs.health_score),
    ...compare("scoring.outputs.breach_opened", outputs.breach_opened, true),
    ...compare("scoring.outputs.cusum_triggered", outputs.cusum_triggered, true),
    ...compare("scoring.initial_state.sha256", initial.sha256, stateSha256),
    ...compare("scoring.inputs.first_seq", inputs.first_seq, initial.seq + 1),
    ...compare("scoring.inputs.count", inputs.count, inputs.last_seq - inputs.first_seq + 1),
    ...compare("breach.frame_seq", breach.frame_seq, inputs.last_seq),
  ];
}

function compare(member: string, recorded: unknown, recomputed: unknown): readonly Difference[] {
  const one = canonicalText(recorded);
  const other = canonicalText(recomputed);
  return one === other ? [] : [{ member, recorded: one, recomputed: other }];
}

function specificationDifference(
  core: BundleCore,
  { specificationSha256 }: { readonly specificationSha256?: string },
): readonly Difference[] {
  if (specificationSha256 === undefined) return [];
  return compare("scoring.specification_sha256", core.scoring.specification_sha256, specificationSha256);
}

function refold<State, Settings>(
  core: BundleCore,
  records: readonly JournalLineRecord[],
  parts: ScoringParts<State, Settings>,
): readonly Difference[] {
  try {
    return differencesFromFold(core, replay(core, records, parts));
  } catch (fault) {
    // A hostile state or parameter set may break the fold anywhere; that is a verdict on the bundle.
    const reason = fault instanceof Error ? fault.message : String(fault);
    return [{ member: "scoring", recorded: null, recomputed: `cannot be folded: ${reason}` }];
  }
}

interface Replay {
  readonly score: ScoredFrame | null;
  readonly events: readonly FoldEvent[];
  /** Health score as the entries before left it; undefined when that cannot be told from the scores of the window. */
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
  let state = initial.state === null ? parts.initialState() : parts.unpackState(fromBase64(initial.state)!);
  let last: Replay = { score: null, events: [], healthBefore: undefined, capturedAtUs: null };
  for (const record of records) {
    const step = parts.fold(state, entryOf(record), settings);
    if (step.score !== null && step.score.seq !== record.seq) {
      throw new RangeError(`the fold counts entry ${step.score.seq} where the journal has ${record.seq}`);
    }
    state = step.state;
    last = {
      score: step.score,
      events: step.events,
      healthBefore: healthAfter(last),
      capturedAtUs: record.kind === "frame" ? record.reading.captured_at_us : null,
    };
  }
  return last;
}

/** A command may change the health without a score that says so; a late frame changes nothing. */
function healthAfter({ score, healthBefore }: Replay): number | undefined {
  if (score === null) return undefined;
  return score.late ? healthBefore : score.healthScore;
}

function differencesFromFold(core: BundleCore, last: Replay): readonly Difference[] {
  const { breach, scoring, tier_transition: transition } = core;
  if (last.score === null) return [{ member: "breach.frame_seq", recorded: null, recomputed: "no score" }];
  const opened = last.events.find((event): event is BreachOpened => event.kind === "breach_opened");
  if (opened === undefined) {
    return [
      { member: "breach.frame_seq", recorded: String(breach.frame_seq), recomputed: "no breach opens here" },
    ];
  }
  const recomputed: Readonly<Record<string, unknown>> = scoringOutputs(last.score);
  return [
    ...Object.entries(scoring.outputs).flatMap(([name, recorded]) =>
      compare(`scoring.outputs.${name}`, recorded, recomputed[name]),
    ),
    ...compare("breach.statistic", breach.statistic, opened.statistic),
    ...compare("breach.threshold", breach.threshold, opened.threshold),
    ...compare("breach.channel", breach.channel, opened.channel),
    ...compare("breach.side", breach.side, opened.side),
    ...compare("tier_transition.after.since", transition.after.since, sinceAfter(core, last)),
    ...(last.healthBefore === undefined
      ? []
      : compare("tier_transition.before.health_score", transition.before.health_score, last.healthBefore)),
  ];
}

function sinceAfter(core: BundleCore, { capturedAtUs }: Replay): string | null {
  const { before, after } = core.tier_transition;
  return before.tier === after.tier || capturedAtUs === null ? before.since : formatInstant(capturedAtUs);
}
