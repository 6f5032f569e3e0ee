import { fromBase64, toBase64 } from "../../../../core/encoding/base64.ts";
import { readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { concatBytes, textOf, utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import {
  formatCheckpoint,
  parseCheckpoint,
  type Checkpoint,
} from "../../../../core/evidence/log/checkpoint.ts";
import { signNote, type NoteSigner } from "../../../../core/evidence/log/signed-note.ts";
import { formatTlogProof, parseTlogProof, type TlogProof } from "../../../../core/evidence/log/tlog-proof.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";
import { withShiftedS } from "../examples/ed25519-signer.ts";
import { exampleLogSigner, exampleOrigin, noteSigner } from "../examples/example-log.ts";
import { bundle, edited, restated, set, type Edit, type InputParts } from "../examples/toy-evidence.ts";

/** What may be done to the proof that a signature is in the log. "signed" means: by the log itself, with its own key. */
type Rows = readonly (readonly [string, () => InputParts, VerificationCode])[];

const log = bundle.proof.log!;
const proof = parseTlogProof(log.tlog_proof)!;
const checkpointText = proof.checkpoint.slice(0, proof.checkpoint.indexOf("\n\n") + 1);
const checkpoint = parseCheckpoint(checkpointText)!;
const zeroHash = new Uint8Array(32);

const withProof = (other: Partial<TlogProof>) =>
  edited(set("proof.log.tlog_proof", formatTlogProof({ ...proof, ...other })));
const withHashes = (hashes: readonly Uint8Array[]) => withProof({ hashes });
const withIndex = (index: number) =>
  edited(set("proof.log.index", index), set("proof.log.tlog_proof", formatTlogProof({ ...proof, index })));
const withNote = (change: (note: string) => string) => withProof({ checkpoint: change(proof.checkpoint) });
const noteOf = (text: string, ...signers: readonly NoteSigner[]) =>
  withProof({ checkpoint: signNote(text, signers.length === 0 ? [exampleLogSigner] : signers) });
const withCheckpoint = (other: Partial<Checkpoint>) => noteOf(formatCheckpoint({ ...checkpoint, ...other }));
const withEntry = (entry: Uint8Array) => edited(set("proof.log.entry", toBase64(entry)));
const entryText = textOf(fromBase64(log.entry)!)!;

const respelledEntry = (part: string, other: string) => withEntry(utf8(entryText.replace(part, other)));

const leaf: Rows = [
  ["T-12 a line feed in the entry", () => edited(set("proof.log.entry", `${log.entry}\n`)), "E_LEAF"],
  ["T-12 padding where none is due", () => edited(set("proof.log.entry", `${log.entry}====`)), "E_LEAF"],
  ["the entry of another kind", () => respelledEntry("hashedrekord", "dsse"), "E_LEAF"],
  ["the entry with another algorithm", () => respelledEntry("P256", "P384"), "E_LEAF"],
  ["the entry with a space in it", () => respelledEntry(":", ": "), "E_LEAF"],
  ["no entry", () => edited(set("proof.log.entry", "")), "E_LEAF"],
  ["T-27 an inner node for the entry", innerNodeForEntry, "E_LEAF"],
  ["a statement that names a log, in a bundle without", () => edited(unlogged), "E_STATEMENT"],
  ["a statement from before the log, in a bundle without", neverLogged, "E_LEAF"],
];

const inclusion: Rows = [
  ["T-25 the index one higher", () => withIndex(proof.index + 1), "E_INCLUSION"],
  ["T-25 the index one lower", () => withIndex(proof.index - 1), "E_INCLUSION"],
  ["T-25 only the copied index", () => edited(set("proof.log.index", proof.index + 1)), "E_CHECKPOINT"],
  ["T-25 only the index of the proof", () => withProof({ index: proof.index + 1 }), "E_CHECKPOINT"],
  ["T-26 a hash dropped", () => withHashes(proof.hashes.slice(1)), "E_INCLUSION"],
  ["T-26 the last hash dropped", () => withHashes(proof.hashes.slice(0, -1)), "E_INCLUSION"],
  ["T-26 a hash added", () => withHashes([...proof.hashes, zeroHash]), "E_INCLUSION"],
  ["T-26 two hashes swapped", () => withHashes(proof.hashes.toReversed()), "E_INCLUSION"],
  ["T-26 no hashes", () => withHashes([]), "E_INCLUSION"],
  [
    "T-26 more hashes than any tree has",
    () => withHashes(Array.from({ length: 65 }, () => zeroHash)),
    "E_CHECKPOINT",
  ],
  ["another root, signed", () => withCheckpoint({ root: zeroHash }), "E_INCLUSION"],
];

const signedNote: Rows = [
  [
    "T-28 a checkpoint of another log, signed",
    () => withCheckpoint({ origin: "other.example.org" }),
    "E_CHECKPOINT",
  ],
  [
    "T-28 the origin altered",
    () => withNote((note) => note.replace(exampleOrigin, "evidence.example.com")),
    "E_CHECKPOINT",
  ],
  [
    "T-28 a leading zero in the size, signed",
    () => noteOf(checkpointText.replace("\n13\n", "\n013\n")),
    "E_CHECKPOINT",
  ],
  ["T-28 an extension line, signed", () => noteOf(`${checkpointText}more\n`), "E_CHECKPOINT"],
  ["T-28 CRLF", () => withNote((note) => note.replaceAll("\n", "\r\n")), "E_CHECKPOINT"],
  [
    "T-28 a log that ends before the entry, signed",
    () => withCheckpoint({ size: proof.index }),
    "E_CHECKPOINT",
  ],
  ["T-28 another size", () => withNote((note) => note.replace("\n13\n", "\n14\n")), "E_CHECKPOINT"],
  [
    "T-28 signed by a stranger",
    () => noteOf(checkpointText, noteSigner("stranger.example.org")),
    "E_CHECKPOINT",
  ],
  [
    "T-28 signed by a stranger under the log's name",
    () => noteOf(checkpointText, impostor()),
    "E_CHECKPOINT",
  ],
  ["T-28 the signature with S + L", () => withNote(shiftNoteSignature), "E_CHECKPOINT"],
  ["T-28 no signature", () => withNote((note) => note.slice(0, note.indexOf("\u2014"))), "E_CHECKPOINT"],
  ["T-28 a last line feed missing", () => withNote((note) => note.trimEnd()), "E_CHECKPOINT"],
  [
    "T-35 the log's line twice",
    () => withNote((note) => note + note.slice(note.indexOf("\u2014"))),
    "E_CHECKPOINT",
  ],
  [
    "T-37 a line by a name made of a pattern",
    () => withNote((note) => `${note}\u2014 .* AAAAAAAA\n`),
    "E_CHECKPOINT",
  ],
  [
    "T-37 a line by a name with a plus sign",
    () => withNote((note) => `${note}\u2014 a+b AAAAAAAA\n`),
    "E_CHECKPOINT",
  ],
  [
    "a line by a witness nobody checks",
    () => noteOf(checkpointText, exampleLogSigner, noteSigner("witness.example")),
    "E_CHECKPOINT",
  ],
  [
    "an unknown version of the proof's text",
    () => edited(set("proof.log.tlog_proof", log.tlog_proof.replace("@v1", "@v2"))),
    "E_CHECKPOINT",
  ],
  ["a log that is no host name", () => edited(set("proof.log.origin", "Evidence.example.org")), "E_SCHEMA"],
  [
    "another log's name on the proof",
    () => edited(set("proof.log.origin", "other.example.org")),
    "E_STATEMENT",
  ],
];

/** The two halves of an inner node, which hash to it if somebody forgets the first byte. */
function innerNodeForEntry(): InputParts {
  return withEntry(concatBytes(...proof.hashes.slice(0, 2)));
}

const unlogged: Edit = (target) => {
  delete (target as Bundle).proof.log;
};

function neverLogged(): InputParts {
  const { bundle: bytes } = restated((statement) => {
    delete (statement as { predicate: { log_origin?: string } }).predicate.log_origin;
  });
  const earlier = readStoredBundle(bytes!);
  unlogged(earlier);
  return { bundle: canonicalBytes(earlier) };
}

function impostor(): NoteSigner {
  const { name, keyHash } = exampleLogSigner;
  return { ...noteSigner("stranger.example.org"), name, keyHash };
}

function shiftNoteSignature(note: string): string {
  const encoded = note.slice(note.lastIndexOf(" ") + 1, -1);
  const bytes = fromBase64(encoded)!;
  return note.replace(encoded, toBase64(concatBytes(bytes.slice(0, 4), withShiftedS(bytes.slice(4)))));
}

export const logTamperings: Rows = [...leaf, ...inclusion, ...signedNote];
