import { fromBase64 } from "./base64.ts";
import type { Bundle } from "./bundle.ts";
import { equalBytes, utf8 } from "./bytes.ts";
import type { Envelope } from "./check-envelope.ts";
import { parseCheckpoint, type Checkpoint } from "./checkpoint.ts";
import { logEntry } from "./log-entry.ts";
import { leafHash, verifyInclusion } from "./merkle.ts";
import type { Primitives } from "./primitives.ts";
import { openNote } from "./signed-note.ts";
import { parseTlogProof, type TlogProof } from "./tlog-proof.ts";
import type { Trust, TrustedKey } from "./trust.ts";
import { failed, finding, missing, notApplicable, type Findings } from "./verification-report.ts";

export type LogFindings = Pick<Findings, "V7" | "V8" | "V9" | "V10">;

/** The steps about the transparency log: the entry, the checkpoint, the way from one to the other. */
export function logFindings(
  { proof }: Bundle,
  given: { readonly envelope: Envelope; readonly trust: Trust; readonly primitives: Primitives },
): LogFindings {
  const { trust } = given;
  if (proof.log === undefined) return unlogged(trust);
  const leaf = finding(entryFault(proof, given));
  if (trust.logs.length === 0) {
    const open = missing("the trust file names no log", { required: false });
    return { V7: leaf, V8: open, V9: open, V10: open };
  }
  const opened = openLogProof(proof.log, given);
  if (opened.kind === "broken") {
    const nothing = notApplicable("there is no checkpoint to go by");
    return { V7: leaf, V8: failed(opened.detail), V9: nothing, V10: nothing };
  }
  return {
    V7: leaf,
    V8: { kind: "pass" },
    V9: finding(inclusionFault(proof.log, opened, given.primitives)),
    V10: { kind: "pass", note: "the trust file pins the evidence key and the log's key for the whole log" },
  };
}

/** A log that only some bundles have to be in proves nothing: one named log makes its proof a duty. */
function unlogged({ logs }: Trust): LogFindings {
  const nothing = notApplicable("there is no log proof");
  const leaf =
    logs.length > 0
      ? failed("the bundle has no log proof, and the trust file names a log")
      : missing("neither the bundle nor the trust file names a log", { required: false });
  return { V7: leaf, V8: nothing, V9: nothing, V10: nothing };
}

type Given = Parameters<typeof logFindings>[1];

/** The entry is compared with the one this very signature must have, so that no byte of it is left to chance. */
function entryFault({ envelope: { signatures }, log }: Bundle["proof"], given: Given): string | null {
  const { envelope, trust, primitives } = given;
  const entry = fromBase64(log!.entry);
  if (entry === null) return "the entry is not canonical base64";
  const key = trust.keys.find(({ keyId }) => keyId === signatures[0]?.keyid);
  const signature = fromBase64(signatures[0]?.sig ?? "-");
  if (envelope.kind === "broken" || signature === null || key === undefined) {
    return "there is no trusted signature to compare the entry with";
  }
  const due = logEntry({ payload: envelope.payload, signature, key: keyOf(key) }, primitives.sha256);
  return equalBytes(entry, due) ? null : "the entry is of another signature";
}

function keyOf({ algorithm, spki }: TrustedKey): Parameters<typeof logEntry>[0]["key"] {
  return { algorithm, spki };
}

type LogProof = NonNullable<Bundle["proof"]["log"]>;
type OpenedProof =
  | { readonly kind: "open"; readonly proof: TlogProof; readonly checkpoint: Checkpoint }
  | { readonly kind: "broken"; readonly detail: string };

function openLogProof(log: LogProof, { trust, primitives }: Given): OpenedProof {
  const broken = (detail: string): OpenedProof => ({ kind: "broken", detail });
  const proof = parseTlogProof(log.tlog_proof);
  if (proof === null) return broken("not a c2sp.org/tlog-proof@v1");
  if (proof.index !== log.index) return broken("proof.log.index is not the index of the proof");
  const key = trust.logs.find(({ name }) => name === log.origin);
  if (key === undefined) return broken(`the log ${log.origin} is not in the trust file`);
  const note = openNote(utf8(proof.checkpoint), [key], primitives);
  if (note.kind === "refused") return broken(`checkpoint: ${note.reason}`);
  // Lines of witnesses come when witnesses are checked; until then they would be bytes anybody may change.
  if (note.signatures !== 1) return broken("the checkpoint has signature lines nobody checks");
  const checkpoint = parseCheckpoint(note.text);
  if (checkpoint === null) return broken("the signed note is not a checkpoint");
  if (checkpoint.origin !== log.origin) return broken(`a checkpoint of the log ${checkpoint.origin}`);
  if (checkpoint.size <= proof.index) return broken("the checkpoint ends before the entry");
  return { kind: "open", proof, checkpoint };
}

function inclusionFault(
  log: LogProof,
  { proof, checkpoint }: { readonly proof: TlogProof; readonly checkpoint: Checkpoint },
  { sha256 }: Primitives,
): string | null {
  const entry = fromBase64(log.entry);
  if (entry === null) return "there is no entry to look for";
  const claim = {
    leafHash: leafHash(entry, sha256),
    index: proof.index,
    size: checkpoint.size,
    root: checkpoint.root,
    proof: proof.hashes,
  };
  return verifyInclusion(claim, sha256)
    ? null
    : "the proof does not lead from the entry to the checkpoint's root";
}
