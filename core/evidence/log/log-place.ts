import { utf8 } from "../../encoding/bytes.ts";
import { parseCheckpoint, type Checkpoint } from "./checkpoint.ts";
import { leafHash, verifyInclusion } from "./merkle.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { openNote, type NoteKey } from "./signed-note.ts";
import { parseTlogProof, type TlogProof } from "./tlog-proof.ts";

/** A proof of inclusion under a checkpoint that the log's own key signed. Whether it proves anything is not asked yet. */
export type LogPlace = OpenLogPlace | { readonly kind: "broken"; readonly detail: string };

export interface OpenLogPlace {
  readonly kind: "open";
  /** The log it is in. */
  readonly log: NoteKey;
  readonly proof: TlogProof;
  readonly checkpoint: Checkpoint;
  /** Signature lines on the checkpoint, those of others among them. */
  readonly signatures: number;
}

/** Opens the proof of a place in one of these logs; the lines of witnesses on its checkpoint are passed over. */
export function openLogPlace(
  log: { readonly origin: string; readonly tlog_proof: string },
  { logs, primitives }: { readonly logs: readonly NoteKey[]; readonly primitives: Primitives },
): LogPlace {
  const broken = (detail: string): LogPlace => ({ kind: "broken", detail });
  const proof = parseTlogProof(log.tlog_proof);
  if (proof === null) return broken("not a c2sp.org/tlog-proof@v1");
  const key = logs.find(({ name }) => name === log.origin);
  if (key === undefined) return broken(`the log ${log.origin} is not in the trust file`);
  const note = openNote(utf8(proof.checkpoint), [key], primitives);
  if (note.kind === "refused") return broken(`checkpoint: ${note.reason}`);
  const checkpoint = parseCheckpoint(note.text);
  if (checkpoint === null) return broken("the signed note is not a checkpoint");
  if (checkpoint.origin !== log.origin) return broken(`a checkpoint of the log ${checkpoint.origin}`);
  if (checkpoint.size <= proof.index) return broken("the checkpoint ends before the entry");
  return { kind: "open", log: key, proof, checkpoint, signatures: note.signatures };
}

/** Whether the proof leads from this entry to the checkpoint's root. */
export function leafIsLogged(
  entry: Uint8Array,
  { proof, checkpoint }: OpenLogPlace,
  { sha256 }: Primitives,
): boolean {
  const { index, hashes } = proof;
  const { size, root } = checkpoint;
  return verifyInclusion({ leafHash: leafHash(entry, sha256), index, size, root, proof: hashes }, sha256);
}
