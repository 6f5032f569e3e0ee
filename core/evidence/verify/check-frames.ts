import type { BundleCore } from "../../encoding/bundle.ts";
import { toHex } from "../../encoding/bytes.ts";
import type { FrameLine, JournalLineRecord } from "../frames/frames-file.ts";
import { parseInstant } from "../../encoding/instant.ts";
import { leafHash, merkleRoot } from "../log/merkle.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { rawFrameFault } from "../frames/raw-frame.ts";
import { FramesFault, readFramesFile } from "../frames/read-frames-file.ts";
import { isRedacted, readRedactedFrames, type RedactedLine } from "../frames/redacted-frames.ts";
import { failed, missing, passed, type Finding } from "./verification-report.ts";

export type FramesCheck =
  | { readonly kind: "whole"; readonly records: readonly JournalLineRecord[]; readonly leaves: LeafHashes }
  /** Some lines are withheld; what is shown stands where it stood in the file that was signed. */
  | { readonly kind: "redacted"; readonly disclosed: number; readonly leaves: LeafHashes }
  | { readonly kind: "broken"; readonly detail: string };

/** Hashes of the lines as leaves of the file's tree, in their order. */
export type LeafHashes = readonly Uint8Array[];

/**
 * Whether these bytes are the frames file a core speaks of: the same bytes, every line canonical, one vehicle, no entry
 * of its journal left out, the same Merkle root, and each frame's values those of the bytes received. A redacted file has
 * other bytes; of it the tree is rebuilt with the hashes that stand for the withheld lines.
 */
export function checkFrames(core: BundleCore, bytes: Uint8Array, sha256: Sha256): FramesCheck {
  // A withheld line is shorter than any record, so that a redacted file is always shorter than the whole one.
  if (bytes.length < core.frames.bytes && isRedacted(bytes)) return checkRedacted(core, bytes, sha256);
  if (bytes.length !== core.frames.bytes) return broken(`${bytes.length} bytes, not ${core.frames.bytes}`);
  // Before anything is read: bytes that were not signed cost one pass, whatever they hold.
  if (toHex(sha256(bytes)) !== core.frames.sha256) return broken("other bytes than were signed (SHA-256)");
  try {
    const { lines, records } = readFramesFile(bytes);
    const leaves = lines.map((line) => leafHash(line, sha256));
    const fault = recordsFault(core, records) ?? rootFault(core, leaves, sha256);
    return fault === null ? { kind: "whole", records, leaves } : broken(fault);
  } catch (fault) {
    if (fault instanceof FramesFault) return broken(fault.message);
    throw fault;
  }
}

function checkRedacted(core: BundleCore, bytes: Uint8Array, sha256: Sha256): FramesCheck {
  try {
    const lines = readRedactedFrames(bytes);
    const leaves = lines.map((line) => (line.kind === "withheld" ? line.leaf : leafHash(line.bytes, sha256)));
    const fault = redactedFault(core, lines) ?? rootFault(core, leaves, sha256);
    const disclosed = lines.filter(({ kind }) => kind === "disclosed").length;
    return fault === null ? { kind: "redacted", disclosed, leaves } : broken(fault);
  } catch (fault) {
    if (fault instanceof FramesFault) return broken(fault.message);
    throw fault;
  }
}

function rootFault(core: BundleCore, leaves: LeafHashes, sha256: Sha256): string | null {
  const root = toHex(merkleRoot(leaves, sha256));
  return root === core.frames.merkle.root ? null : "another Merkle root than was signed";
}

function broken(detail: string): FramesCheck {
  return { kind: "broken", detail };
}

function recordsFault(core: BundleCore, records: readonly JournalLineRecord[]): string | null {
  return linesFault(core, records, recordFault) ?? lastFault(core, records.at(-1));
}

function redactedFault(core: BundleCore, lines: readonly RedactedLine[]): string | null {
  const last = lines.at(-1);
  return (
    linesFault(core, lines, (_core, line, seq) =>
      line.kind === "withheld" ? seqFault(line, seq) : recordFault(core, line.record, seq),
    ) ?? (last?.kind === "disclosed" ? lastFault(core, last.record) : null)
  );
}

/** The lines one after another, each held against the entry that is due there. */
function linesFault<Line>(
  core: BundleCore,
  lines: readonly Line[],
  faultOf: (core: BundleCore, line: Line, seq: number) => string | null,
): string | null {
  const { first_seq: firstSeq, count } = core.scoring.inputs;
  if (lines.length !== core.frames.count || lines.length !== count) {
    return `${lines.length} lines, not ${core.frames.count}`;
  }
  for (const [index, line] of lines.entries()) {
    const fault = faultOf(core, line, firstSeq + index);
    if (fault !== null) return `line ${index + 1}: ${fault}`;
  }
  return null;
}

function lastFault(core: BundleCore, last: JournalLineRecord | undefined): string | null {
  if (last?.kind !== "frame" || last.seq !== core.breach.frame_seq)
    return "the last line is not the breach frame";
  if (last.received_at !== core.chain_of_custody[0].at)
    return "the breach frame was received at another time";
  return null;
}

function seqFault(line: { readonly seq: number }, seq: number): string | null {
  return line.seq === seq ? null : `entry ${line.seq} where ${seq} is due`;
}

function recordFault(core: BundleCore, record: JournalLineRecord, seq: number): string | null {
  if (record.vehicle_id !== core.vehicle_id) return "another vehicle";
  return (
    seqFault(record, seq) ?? (record.kind === "frame" ? (rawFrameFault(record) ?? aheadFault(record)) : null)
  );
}

/** The farthest a vehicle's clock may be ahead of the server's: what ingest lets in. `received_at` is cut to milliseconds. */
const maxAheadUs = 300_000_000 + 999;

function aheadFault({ captured_at: captured, received_at: received, reading }: FrameLine): string | null {
  const receivedUs = parseInstant(received);
  if (receivedUs === null) return `${received} is not a time`;
  return reading.captured_at_us > receivedUs + maxAheadUs
    ? `captured at ${captured}, more than 5 minutes after it was received at ${received}`
    : null;
}

/** What the report says of the frames and of the batches they were committed in. */
export function framesFinding(
  frames: FramesCheck | null,
  given: { readonly required: boolean; readonly precommitted: Finding },
): Finding {
  const { required, precommitted } = given;
  if (frames?.kind === "broken") return failed(frames.detail);
  if (precommitted.kind === "fail") return precommitted;
  const note = precommitted.kind === "pass" ? (precommitted.note ?? null) : precommitted.reason;
  if (frames === null) return missing(withNote("the frames file was not given", note), { required });
  if (frames.kind === "whole") return note === null ? passed : { kind: "pass", note };
  const share = `${frames.disclosed} of ${frames.leaves.length} disclosed`;
  if (required) return failed(`required, but only ${share}`);
  return {
    kind: "pass",
    note: withNote(`${share}; SHA-256 of the whole file not checked (withheld)`, note),
  };
}

function withNote(text: string, note: string | null): string {
  return note === null ? text : `${text}; ${note}`;
}

/** The leaves that the pre-commitment's chain runs over; null where there is no frames file that holds. */
export function leavesOf(frames: FramesCheck | null): LeafHashes | null {
  return frames === null || frames.kind === "broken" ? null : frames.leaves;
}
