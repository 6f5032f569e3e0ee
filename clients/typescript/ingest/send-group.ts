import { APIError, type PlumblineError, UnexpectedAnswerError } from "../errors.ts";
import type { BatchIngestResult, FrameFault } from "../generated/contract.ts";
import { isWorthRepeating } from "../request/retry-wait.ts";
import type { SpooledGroup } from "./spool.ts";

/** What became of a group that the service has dealt with. */
export interface GroupOutcome {
  readonly ingested: number;
  readonly duplicate: number;
  readonly rejected: number;
  /** Of the first rejected frames; the service lists a hundred. */
  readonly faults: readonly FrameFault[];
}

export type SendLines = (
  ndjson: Uint8Array<ArrayBuffer>,
  options: { readonly signal: AbortSignal; readonly coding?: "gzip" },
) => Promise<BatchIngestResult>;

/** Sends a group. What an attempt before this one brought in already is a duplicate now. */
export async function sendGroup(
  group: SpooledGroup,
  given: { readonly send: SendLines; readonly compress: boolean; readonly signal: AbortSignal },
): Promise<GroupOutcome> {
  const { send, signal } = given;
  const coded = given.compress && canGzip;
  const content = coded ? await gzip(group.content) : group.content;
  const options = {
    signal,
    ...(coded && { coding: "gzip" as const }),
  };
  return outcomeOf(await answerOf(send(content, options)));
}

type Counts = Pick<BatchIngestResult, "frames_ingested" | "frames_duplicate" | "frames_rejected" | "errors">;

/** That nothing of a group was taken is an outcome, too. */
async function answerOf(sending: Promise<BatchIngestResult>): Promise<Counts> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof APIError && error.problem !== null && "frames_rejected" in error.problem) {
      return error.problem;
    }
    throw error;
  }
}

function outcomeOf(counts: Counts): GroupOutcome {
  return {
    ingested: counts.frames_ingested,
    duplicate: counts.frames_duplicate,
    rejected: counts.frames_rejected,
    faults: counts.errors,
  };
}

/**
 * Whether waiting may help. What refuses without a code of the service's, or answers in another form, is something between:
 * a proxy, or the page that a network shows before it lets anybody through.
 */
export function mayPass(error: unknown): error is PlumblineError {
  if (error instanceof UnexpectedAnswerError) return true;
  if (error instanceof APIError) return isWorthRepeating(error) || error.code === null || error.status >= 500;
  return isWorthRepeating(error);
}

/** Bun had none for long; what is not compressed is still right. */
const canGzip = typeof CompressionStream === "function";

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const coded = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(coded).arrayBuffer());
}
