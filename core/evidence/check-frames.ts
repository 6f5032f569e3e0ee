import type { BundleCore } from "./bundle.ts";
import { toHex } from "./bytes.ts";
import { linesRoot, type JournalLineRecord } from "./frames-file.ts";
import type { Sha256 } from "./primitives.ts";
import { rawFrameFault } from "./raw-frame.ts";
import { FramesFault, readFramesFile } from "./read-frames-file.ts";

export type FramesCheck =
  | { readonly kind: "whole"; readonly records: readonly JournalLineRecord[] }
  | { readonly kind: "broken"; readonly detail: string };

/**
 * Whether these bytes are the frames file a core speaks of: the same bytes, every line canonical, one vehicle, no entry
 * of its journal left out, the same Merkle root, and each frame's values those of the bytes received.
 */
export function checkFrames(core: BundleCore, bytes: Uint8Array, sha256: Sha256): FramesCheck {
  if (bytes.length !== core.frames.bytes) return broken(`${bytes.length} bytes, not ${core.frames.bytes}`);
  // Before anything is read: bytes nobody signed cost one pass, whatever they hold.
  if (toHex(sha256(bytes)) !== core.frames.sha256) return broken("other bytes than were signed (SHA-256)");
  try {
    const { lines, records } = readFramesFile(bytes);
    const fault =
      recordsFault(core, records) ??
      (linesRoot(lines, sha256) === core.frames.merkle.root ? null : "another Merkle root than was signed");
    return fault === null ? { kind: "whole", records } : broken(fault);
  } catch (fault) {
    if (fault instanceof FramesFault) return broken(fault.message);
    throw fault;
  }
}

function broken(detail: string): FramesCheck {
  return { kind: "broken", detail };
}

function recordsFault(core: BundleCore, records: readonly JournalLineRecord[]): string | null {
  const { first_seq: firstSeq, count } = core.scoring.inputs;
  if (records.length !== core.frames.count || records.length !== count) {
    return `${records.length} lines, not ${core.frames.count}`;
  }
  for (const [index, record] of records.entries()) {
    const fault = recordFault(core, record, firstSeq + index);
    if (fault !== null) return `line ${index + 1}: ${fault}`;
  }
  const last = records.at(-1);
  if (last?.kind !== "frame" || last.seq !== core.breach.frame_seq)
    return "the last line is not the breach frame";
  if (last.received_at !== core.chain_of_custody[0].at)
    return "the breach frame was received at another time";
  return null;
}

function recordFault(core: BundleCore, record: JournalLineRecord, seq: number): string | null {
  if (record.vehicle_id !== core.vehicle_id) return "another vehicle";
  if (record.seq !== seq) return `entry ${record.seq} where ${seq} is due`;
  return record.kind === "frame" ? rawFrameFault(record) : null;
}
