import type { Advance } from "../baseline/advance-tracks.ts";
import { framesPerBlock } from "../blocks/block-average.ts";
import { openCourse } from "./breach-course.ts";
import type { WeighedChange } from "../change/change-model.ts";
import type { Weighed } from "../change/gather-change.ts";
import type { Measurement } from "../frame/measurement.ts";
import { channels } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Breach, ChangeSums, TimeMarks } from "../model/state.ts";

/** What a frame that may open a breach brought, besides the sums. */
export interface Moment {
  readonly advance: Advance;
  readonly measurement: Measurement;
  readonly marks: TimeMarks;
}

export interface OpenedBreach {
  readonly breach: Breach;
  readonly sums: ChangeSums;
  /** What opened it. */
  readonly found: WeighedChange;
}

export function describeBreach(
  evidence: {
    readonly gathered: Weighed;
    readonly statistic: number;
    readonly posterior: readonly number[];
  },
  { advance, measurement, marks }: Moment,
  settings: ScoringSettings,
): Breach {
  const { gathered, statistic, posterior } = evidence;
  const { found } = gathered;
  const { seq, timestampUs } = measurement;
  const channel = channels[found.channel]!;
  const sensor = found.channel < 3 ? "camera" : channel === "radar" ? "radar" : "lidar";
  return {
    openedSeq: seq,
    openedUs: timestampUs,
    statistic,
    channel,
    side: found.side,
    changePointSeq: Math.max(1, found.changeSeq - framesPerBlock(advance.tracks[sensor]) + 1),
    changeBlockSeq: found.changeSeq,
    blocks: 0,
    posterior,
    overBlocks: 0,
    restedBlocks: 0,
    course: openCourse(
      { gathered, tracks: advance.tracks, marks, newest: { seq, timeUs: timestampUs } },
      settings,
    ),
    early: null,
  };
}
