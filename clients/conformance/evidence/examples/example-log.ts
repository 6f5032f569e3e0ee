import { hash, sign } from "node:crypto";

import { appendToLog, type LogGrowth } from "../../../../core/evidence/log/append-to-log.ts";
import type { Bundle } from "../../../../core/encoding/bundle.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { logEntryOf } from "../../../../core/evidence/log/log-entry.ts";
import { withLogProof } from "../../../../core/evidence/bundle/bundle-proof.ts";
import { noteKey, type NoteSigner } from "../../../../core/evidence/log/signed-note.ts";
import { exampleKey } from "./example-key.ts";

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes, "buffer");

/** A fixed Ed25519 key for test vectors; another name is another key. */
export function noteSigner(name: string): NoteSigner {
  const { point, privateKey } = exampleKey(`log ${name}`);
  return { ...noteKey(name, point, sha256), sign: (text) => sign(null, text, privateKey) };
}

export const exampleOrigin = "evidence.example.org";
export const exampleLogSigner = noteSigner(exampleOrigin);

const empty = { size: 0, root: sha256(new Uint8Array(0)), tiles: [] };

/** What a log signs once it holds these entries and no others. */
export function loggedAtOnce(entries: readonly Uint8Array[], signer = exampleLogSigner): LogGrowth {
  return appendToLog(empty, entries, { signer, sha256 });
}

/** What the example log holds besides the evidence at hand: seven entries before it and five after. */
const before = Array.from({ length: 7 }, (_, at) => utf8(`entry ${at}`));
const after = Array.from({ length: 5 }, (_, at) => utf8(`entry ${at + 8}`));

/** The bundle as the example log completes it: entry 7 of 13. */
export function inExampleLog(bundle: Bundle, signer: NoteSigner = exampleLogSigner): Uint8Array {
  const entries = [...before, logEntryOf(bundle.proof, sha256), ...after];
  const { leaves } = loggedAtOnce(entries, signer);
  return canonicalBytes(withLogProof(bundle, { origin: signer.name, leaf: leaves[before.length]! }));
}
