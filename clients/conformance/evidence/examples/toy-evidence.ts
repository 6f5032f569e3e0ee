import { toBase64 } from "../../../../core/encoding/base64.ts";
import { signBundle, type BundleFacts } from "../../../../core/evidence/bundle/build-bundle.ts";
import { coreOf, readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { textOf, toHex, utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes, canonicalText } from "../../../../core/encoding/canonical-json.ts";
import { contentDigest } from "../../../../core/evidence/bundle/content-digest.ts";
import { signDsse, statementPayloadType, type Signer } from "../../../../core/evidence/keys/dsse.ts";
import { writeFramesFile, type JournalLine } from "../../../../core/evidence/frames/frames-file.ts";
import { rescorer } from "../../../../core/evidence/rescore/rescore.ts";
import { statementAbout } from "../../../../core/evidence/bundle/statement.ts";
import { toyScoring } from "../../../../core/evidence/rescore/toy-scoring-for-tests.ts";
import type { Trust } from "../../../../core/evidence/keys/trust.ts";
import type { VerificationReport } from "../../../../core/evidence/verify/verification-report.ts";
import type { VerifyOptions } from "../../../../core/evidence/verify/verification-input.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { exampleSalt, issueExample, issueInLog, primitives, testSigner, trust } from "./example-evidence.ts";
import { exampleOrigin, inExampleLog } from "./example-log.ts";

/** One small piece of evidence scored by the toy scoring, and the ways in which somebody may bend it. */
const { sha256 } = primitives;
export const vehicleId = "VEH-00417";
export const parameters = { slack: 0.05, limit: 0.5 };
export const firstUs = 1_795_166_020_000_000;

/** A frame of the radar alone, one every two seconds, received 180 ms after it was taken. */
export function radarLine(seq: number, biasM: number, vehicle = vehicleId): JournalLine {
  const timestampUs = firstUs + seq * 2_000_000;
  const timestamp = new Date(timestampUs / 1000).toISOString();
  return {
    seq,
    receivedAtUs: timestampUs + 180_000,
    timestamp,
    raw: `{"vehicle_id":"${vehicle}", "timestamp":"${timestamp}", "sensors":{"radar_range_bias_m":${biasM}}}`,
    entry: { kind: "frame", reading: { timestampUs, radarRangeBiasM: biasM } },
  };
}

function commandLine(seq: number, entry: JournalLine["entry"]): JournalLine {
  return { seq, receivedAtUs: firstUs + seq * 2_000_000, timestamp: null, raw: null, entry };
}

/** Two entries among the frames are commands; the sum passes the limit at the last frame. */
export const lines: readonly JournalLine[] = [
  radarLine(1, 0.01),
  commandLine(2, { kind: "baseline", action: "freeze", atUs: firstUs + 4_000_000 }),
  commandLine(3, {
    kind: "reference",
    cameraRotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    validFromUs: firstUs,
  }),
  radarLine(4, 0.1),
  radarLine(5, 0.3),
  radarLine(6, 0.31),
];

export const { facts, frames, issued } = issueExample({ scoring: toyScoring, parameters, vehicleId, lines });
export const bundle = readStoredBundle(issued.bytes);
const rescore = rescorer(toyScoring);

/** The parts of what the verifier is given that differ from the evidence as issued. */
export interface InputParts {
  readonly bundle?: Uint8Array;
  readonly frames?: Uint8Array | null;
  readonly trust?: Trust;
}

/** Verifies the evidence with these parts of it replaced, with the toy scoring at hand. */
export function check(input: InputParts, options: VerifyOptions = {}): VerificationReport {
  const given = { bundle: issued.bytes, frames: frames.bytes, trust, ...input };
  return verifyBundle(given, primitives, { rescore, ...options });
}

export type Edit = (target: unknown) => void;

/** Sets one member, named by its path: `proof.keys.0.alg`. */
export function set(path: string, value: unknown): Edit {
  return (target) => {
    const { parent, name } = placeIn(target, path);
    parent[name] = value;
  };
}

/** Takes one member away. */
export function unset(path: string): Edit {
  return (target) => {
    const { parent, name } = placeIn(target, path);
    Reflect.deleteProperty(parent, name);
  };
}

function placeIn(target: unknown, path: string) {
  const names = path.split(".");
  const name = names.pop()!;
  const parent = names.reduce((object, one) => (object as Record<string, unknown>)[one], target);
  return { parent: parent as Record<string, unknown>, name };
}

/** An outsider's edit: members are changed and written canonically, nothing is computed anew. */
export function edited(...edits: readonly Edit[]): InputParts {
  const copy = structuredClone(bundle);
  for (const edit of edits) edit(copy);
  return { bundle: canonicalBytes(copy) };
}

/** An outsider's edit of the text. */
export function respelled(part: string, other: string): InputParts {
  const text = textOf(issued.bytes)!;
  if (!text.includes(part)) throw new RangeError(`the bundle has no ${part}`);
  return { bundle: utf8(text.replace(part, other)) };
}

/** The operator's edit of what the bundle says: whatever follows from it is computed anew and signed. */
export function reissuedBody(edit: Edit, signer: Signer = testSigner): InputParts {
  const { chain_of_custody: chain, ...body } = structuredClone(coreOf(bundle));
  edit(body);
  const given = { receivedAt: chain[0].at, signer, sha256, logOrigin: exampleOrigin };
  return { bundle: inExampleLog(signBundle(body, given)) };
}

/** The operator's edit of the finished core: digest, statement and signature follow, the custody chain does not. */
export function resignedCore(edit: Edit): InputParts {
  const core = structuredClone(coreOf(bundle));
  edit(core);
  const signature = contentDigest(core, sha256);
  const proof = proofOf(statementAbout(core, signature, exampleOrigin));
  return { bundle: inExampleLog({ ...core, signature, proof }) };
}

/** The bundle with another statement by the operator's key. */
export function restated(edit: Edit): InputParts {
  const statement = structuredClone(statementAbout(coreOf(bundle), bundle.signature, exampleOrigin));
  edit(statement);
  return { bundle: inExampleLog({ ...bundle, proof: proofOf(statement) }) };
}

function proofOf(statement: unknown): Bundle["proof"] {
  const payload = canonicalBytes(statement);
  const sig = signDsse(statementPayloadType, payload, testSigner);
  const signatures = [{ keyid: testSigner.keyId, sig: toBase64(sig) }];
  const envelope = { payload: toBase64(payload), payloadType: statementPayloadType, signatures };
  return { ...bundle.proof, envelope };
}

/** The operator's edit of the frames: a whole new issue around them, with the score kept. */
export function reissued(
  otherLines: readonly JournalLine[],
  given: { readonly facts?: Partial<BundleFacts>; readonly bytes?: (bytes: Uint8Array) => Uint8Array } = {},
): InputParts {
  const written = writeFramesFile(vehicleId, otherLines, { sha256, salt: exampleSalt });
  const bytes = given.bytes === undefined ? written.bytes : given.bytes(written.bytes);
  const file = { ...written, bytes, sha256: toHex(sha256(bytes)) };
  return {
    bundle: issueInLog({ ...facts, frames: file, ...given.facts }).bytes,
    frames: bytes,
  };
}

/** As it was issued before bundles named an organisation: nothing of it may be asked of old evidence. */
export function issuedBeforeSubmitters(): InputParts {
  const { submitter: _submitter, ...old } = facts;
  return { bundle: issueInLog(old).bytes };
}

/** The same with the text of the frames file changed. */
export function reframed(change: (text: string) => string): InputParts {
  return reissued(lines, { bytes: (bytes) => utf8(change(textOf(bytes)!)) });
}

/** The same with one record changed, counted from 0. */
export function rerecorded(index: number, edit: Edit): InputParts {
  return reframed((text) => {
    const records = text.trimEnd().split("\n");
    const record: unknown = JSON.parse(records[index]!);
    edit(record);
    return `${records.with(index, canonicalText(record)).join("\n")}\n`;
  });
}
