import type { RejectedFrame } from "../../../../../core/contract/requests/parse-frame.ts";
import type { BatchIngestResult, IngestResult } from "../../../../../core/contract/types.ts";
import type { Tier } from "../../../../../core/scoring/model/tier.ts";
import type { Written } from "../../../../app/ports/kept-answer.ts";
import {
  noneWarned,
  type FramesOutcome,
  type WarnedFrames,
  type WriteOutcome,
} from "../../../../app/ports/write-request.ts";

/** The outcomes of one commit on their way from the writer's thread. Those of frames are many and cross as rows without names. */
export type PackedOutcomes = readonly (FramesRow | Exclude<WriteOutcome, FramesOutcome>)[];

type FramesRow = readonly [
  ingested: number,
  duplicate: number,
  worstTier: Tier | null,
  /** Each ended by a line feed, which no vehicle's id contains. */
  vehicleIds: string,
  /** The answer's bytes; its value can be read out of them. */
  body: string | null,
  rejected: readonly RejectedFrame[] | null,
  warned: WarnedFrames | null,
];

export function packOutcomes(outcomes: readonly WriteOutcome[]): PackedOutcomes {
  return outcomes.map((outcome) => {
    if (outcome.kind !== "frames") return outcome;
    const { ingested, duplicate, worstTier, vehicleIds, answer, rejected, warned } = outcome;
    const named = vehicleIds.map((id) => `${id}\n`).join("");
    const refused = rejected.length === 0 ? null : rejected;
    const doubted = warned.frames === 0 ? null : warned;
    return [ingested, duplicate, worstTier, named, answer?.body ?? null, refused, doubted] as const;
  });
}

export function unpackOutcomes(packed: PackedOutcomes): readonly WriteOutcome[] {
  return packed.map((row) => (isRow(row) ? outcomeOf(row) : row));
}

function isRow(row: PackedOutcomes[number]): row is FramesRow {
  return Array.isArray(row);
}

function outcomeOf([
  ingested,
  duplicate,
  worstTier,
  named,
  body,
  rejected,
  warned,
]: FramesRow): FramesOutcome {
  return {
    kind: "frames",
    ingested,
    duplicate,
    worstTier,
    vehicleIds: named === "" ? [] : named.slice(0, -1).split("\n"),
    answer: body === null ? null : new ReadAnswer(body),
    rejected: rejected ?? [],
    warned: warned ?? noneWarned,
  };
}

/** Most answers are only sent. */
class ReadAnswer implements Written<IngestResult | BatchIngestResult> {
  readonly body: string;

  constructor(body: string) {
    this.body = body;
  }

  get value(): IngestResult | BatchIngestResult {
    return JSON.parse(this.body);
  }
}
