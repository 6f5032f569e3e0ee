import { fromBase64 } from "../encoding/base64.ts";
import type { BundleCore } from "../encoding/bundle.ts";
import { checkFrames } from "../evidence/verify/check-frames.ts";
import { describeDifference } from "../evidence/rescore/compare-scoring.ts";
import type { JournalLineRecord } from "../evidence/frames/frames-file.ts";
import type { Sha256 } from "../encoding/primitives.ts";
import { entryOf } from "../evidence/frames/read-frames-file.ts";
import type { ScoringParts } from "../evidence/rescore/rescore.ts";
import type { ScorerShelf } from "../scorers/scorer-shelf.ts";

/** The change statistic after one frame, nats; entries without a value (commands, late frames, a baseline still being estimated) are left out. */
export interface CoursePoint {
  readonly seq: number;
  readonly capturedAt: string;
  readonly statistic: number;
}

/** How the statistic came to its limit, computed anew from the frames, or why that cannot be shown. */
export type StatisticCourse =
  | {
      readonly kind: "course";
      readonly points: readonly CoursePoint[];
      readonly first: CoursePoint;
      readonly last: CoursePoint;
    }
  | { readonly kind: "none"; readonly reason: string };

/** Folds the frames of the evidence again. Frames that are not those of the core give no course. */
export function statisticCourse(
  core: BundleCore,
  frames: Uint8Array,
  { scorerOf, sha256 }: { readonly scorerOf: ScorerShelf["scorerOf"]; readonly sha256: Sha256 },
): StatisticCourse {
  const opened = scorerOf(core.scoring);
  if (opened.kind === "unable") return none(opened.reason);
  if (opened.kind === "refused") return none(describeDifference(opened.contradiction));
  const checked = checkFrames(core, frames, sha256);
  switch (checked.kind) {
    case "broken":
      return none(`the frames are not those of the bundle: ${checked.detail}`);
    case "redacted":
      return none("some of the frames are withheld");
    case "whole":
      return courseOf(opened.parts, core, checked.records);
  }
}

function courseOf<State, Settings>(
  parts: ScoringParts<State, Settings>,
  core: BundleCore,
  records: readonly JournalLineRecord[],
): StatisticCourse {
  try {
    const points = coursePoints(parts, core, records);
    const [first, last] = [points.at(0), points.at(-1)];
    return first === undefined || last === undefined
      ? none("no frame of the window has a value")
      : { kind: "course", points, first, last };
  } catch (fault) {
    // A state or a parameter set that no signature vouches for may break the fold anywhere.
    return none(`the frames cannot be folded: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

function none(reason: string): StatisticCourse {
  return { kind: "none", reason };
}

function coursePoints<State, Settings>(
  parts: ScoringParts<State, Settings>,
  core: BundleCore,
  records: readonly JournalLineRecord[],
): readonly CoursePoint[] {
  const { initial_state: initial, parameters } = core.scoring;
  const settings = parts.settingsFromJson(parameters);
  const packed = initial.state === null ? null : fromBase64(initial.state);
  let state = packed === null ? parts.initialState() : parts.unpackState(packed);
  const points: CoursePoint[] = [];
  for (const record of records) {
    const step = parts.fold(state, entryOf(record), settings);
    state = step.state;
    const statistic = step.score?.late === true ? null : (step.score?.cusumStatistic ?? null);
    if (statistic === null || record.kind !== "frame") continue;
    points.push({ seq: record.seq, capturedAt: record.captured_at, statistic });
  }
  return points;
}
