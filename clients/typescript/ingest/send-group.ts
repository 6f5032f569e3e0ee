import { APIError, type PlumblineError, UnexpectedAnswerError } from "../errors.ts";
import type { BatchIngestResult, BatchRejection, FrameFault } from "../generated/contract.ts";
import { isWorthRepeating } from "../request/retry-wait.ts";
import type { SpooledGroup } from "./spool.ts";

/** What became of a group that the service has dealt with. */
export interface GroupOutcome {
  readonly ingested: number;
  readonly duplicate: number;
  readonly rejected: number;
  /** Of the rejected frames, each placed in the group. */
  readonly faults: readonly FrameFault[];
}

export type SendLines = (
  ndjson: Uint8Array<ArrayBuffer>,
  options: { readonly signal: AbortSignal; readonly coding?: "gzip" },
) => Promise<BatchIngestResult>;

/**
 * Sends a group. What an attempt before this one brought in already is a duplicate now. The service names the first
 * hundred frames it rejects: the rest of the group is sent again without those that are named, until all are.
 */
export async function sendGroup(group: SpooledGroup, given: Sending): Promise<GroupOutcome> {
  let outcome = await sendLines(group.content, given);
  let lines = outcome.rejected > outcome.faults.length ? linesOf(group.content) : [];
  while (outcome.rejected > outcome.faults.length) {
    const named = new Set(outcome.faults.map(lineOf));
    const others = lines.filter(({ line }) => !named.has(line));
    // What names no further line would be asked for ever.
    if (others.length === 0 || others.length === lines.length) break;
    lines = others;
    outcome = together(outcome, placedIn(lines, await sendLines(joined(lines), given)), group.lines);
  }
  return outcome;
}

interface Sending {
  readonly send: SendLines;
  readonly compress: boolean;
  readonly signal: AbortSignal;
}

async function sendLines(
  content: Uint8Array<ArrayBuffer>,
  { send, signal, compress }: Sending,
): Promise<GroupOutcome> {
  const coded = compress && canGzip;
  const options = { signal, ...(coded && { coding: "gzip" as const }) };
  return outcomeOf(await answerOf(send(coded ? await gzip(content) : content, options)));
}

/** A line of the group, its line end included, and where it stands there, from 1. */
interface GroupLine {
  readonly line: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function linesOf(content: Uint8Array<ArrayBuffer>): GroupLine[] {
  const lines: GroupLine[] = [];
  for (let from = 0; from < content.length;) {
    const end = content.indexOf(lineFeed, from) + 1 || content.length;
    lines.push({ line: lines.length + 1, bytes: content.subarray(from, end) });
    from = end;
  }
  return lines;
}

const lineFeed = 0x0a;

function joined(lines: readonly GroupLine[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lines.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  for (const { bytes } of lines) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}

function lineOf({ line, index }: FrameFault): number {
  return line ?? index + 1;
}

/** The faults of a part of a group, placed in the whole of it. */
function placedIn(lines: readonly GroupLine[], part: GroupOutcome): GroupOutcome {
  const faults = part.faults.map((fault) => {
    const { line } = lines[lineOf(fault) - 1] ?? { line: lineOf(fault) };
    return { ...fault, index: line - 1, line };
  });
  return { ...part, faults };
}

/** What came in with the attempts before is a duplicate in the last one, and is counted as what it was then. */
function together(before: GroupOutcome, last: GroupOutcome, frames: number): GroupOutcome {
  const faults = [...before.faults, ...last.faults];
  const ingested = before.ingested + last.ingested;
  const rejected = before.faults.length + last.rejected;
  return { ingested, duplicate: frames - ingested - rejected, rejected, faults };
}

type Counts = Pick<BatchIngestResult, "frames_ingested" | "frames_duplicate" | "frames_rejected" | "errors">;

async function answerOf(sending: Promise<BatchIngestResult>): Promise<Counts> {
  try {
    return await sending;
  } catch (error) {
    const rejection = rejectionOf(error);
    if (rejection !== null) return rejection;
    throw error;
  }
}

/** That nothing of a group was taken is an outcome, too; that there was no room for it is not. Null for every other error. */
export function rejectionOf(error: unknown): BatchRejection | null {
  if (!(error instanceof APIError) || error.status >= 500 || error.problem === null) return null;
  return "frames_rejected" in error.problem ? error.problem : null;
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
