import type { RejectedFrame } from "../../core/contract/requests/parse-frame.ts";
import type { SortedEntries } from "../../core/contract/requests/read-ingest-body.ts";
import { slugOf } from "../../core/contract/problems.ts";
import { Refusal } from "../../core/contract/refusal.ts";

/** What became of a message. */
export interface Outcome {
  /** Frames of it that are durable, whether they came now or had come before. */
  readonly taken: number;
  /** Frames of it that were refused for good; null where there is none. */
  readonly refused: RefusedFrames | null;
}

export interface RefusedFrames {
  readonly code: string;
  readonly detail: string;
  /** Null where the message itself is at fault, and nobody knows how many frames it was to hold. */
  readonly rejected: number | null;
  /** The first faults, by place in the message. */
  readonly errors: readonly RejectedFrame[];
}

/** What the store said of the frames of messages. */
export interface Stored {
  readonly rejected: number;
  readonly errors: readonly RejectedFrame[];
  /** Why all of them were refused together. */
  readonly whole?: Refusal;
}

/** Frames that meet a fault of the service must not keep all others from being taken. */
export const triesOfFaulty = 5;

/** Whether a refusal passes by itself; everything else a sender has to set right, or its operator. */
export function passes({ code }: Refusal): boolean {
  return passing.has(slugOf(code));
}

const passing: ReadonlySet<string> = new Set(["overloaded", "storage-unavailable"]);

/** What is said of frames that met a fault of the service too often. */
export function givenUp(): Refusal {
  const detail = `The service met a fault with these frames, ${triesOfFaulty} times. Its log says more.`;
  return new Refusal("internal", detail);
}

/** Of a message of which these frames were read. */
export function outcomeOf(read: SortedEntries, { rejected, errors, whole }: Stored): Outcome {
  const taken = read.frames.length - rejected;
  if (whole !== undefined) return { taken, refused: refusedWhole(whole, rejected + read.rejected.length) };
  const all = [...read.rejected, ...errors].sort((left, right) => left.index - right.index);
  const [first] = all;
  if (first === undefined) return { taken, refused: null };
  const { code, detail } = first;
  return { taken, refused: { code, detail, rejected: read.rejected.length + rejected, errors: all } };
}

export function refusedWhole({ code, detail, faults }: Refusal, rejected: number | null): RefusedFrames {
  const pointers = faults.flatMap((fault) => ("pointer" in fault ? [fault] : []));
  return { code, detail, rejected, errors: pointers.map((fault) => ({ ...fault, index: 0 })) };
}

/**
 * What a parked message says of why it was refused, as JSON of ASCII characters alone: headers and properties of
 * brokers are not all made for others.
 */
export function problemOf(
  source: string,
  { refused, taken }: { readonly refused: RefusedFrames; readonly taken: number },
): string {
  const { code, detail, rejected, errors } = refused;
  const problem = {
    code,
    detail,
    source,
    frames_taken: taken,
    frames_rejected: rejected,
    errors: errors.slice(0, listedErrors).map(({ index, pointer, code: of, detail: why }) => ({
      index,
      code: of,
      pointer,
      detail: why,
    })),
    errors_truncated: errors.length > listedErrors,
  };
  return JSON.stringify(problem).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Enough to see what is wrong; properties have to fit into a packet beside the message. */
const listedErrors = 20;
