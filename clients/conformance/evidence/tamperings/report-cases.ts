import { sign } from "node:crypto";

import { fromBase64, toBase64 } from "../../../../core/encoding/base64.ts";
import { readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { sigstoreBundle } from "../../../../core/evidence/bundle/sigstore-bundle.ts";
import { redactFrames } from "../../../../core/evidence/frames/redacted-frames.ts";
import { formatWitnessKey, readNote } from "../../../../core/evidence/log/signed-note.ts";
import { parseTlogProof } from "../../../../core/evidence/log/tlog-proof.ts";
import { storedTimeStamp } from "../../../../core/evidence/timestamp/time-stamp-token.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";
import { primitives } from "../examples/example-evidence.ts";
import { exampleKey } from "../examples/example-key.ts";
import { exampleLogSigner, exampleOrigin } from "../examples/example-log.ts";
import { exampleWitness, type ExampleWitness } from "../examples/example-witness.ts";
import { fromStart } from "../examples/scored-evidence.ts";
import {
  certificate,
  exampleAuthority,
  extensions,
  identifier,
  type CertificateParts,
  type ExampleAuthority,
} from "../examples/time-stamp-authority.ts";
import { rangesOf } from "./redaction-tamperings.ts";

/** The scored evidence before verifiers that are given more, or ask for more: third parties' words, withheld frames, demands. */
export interface ReportCase {
  readonly name: string;
  /** Left out: as issued. */
  readonly bundle?: Uint8Array;
  /** Null: not given. Left out: as issued. */
  readonly frames?: Uint8Array | null;
  /** Members the trust file has besides. */
  readonly trust?: Readonly<Record<string, unknown>>;
  /** Left out: ten days after the issue. */
  readonly now?: string;
  readonly require?: readonly ("frames" | "rescore" | "timestamp" | "witness" | "precommit")[];
  readonly requireOrganisation?: string;
  readonly relaxed?: true;
  /** Content digest seen before under this event id. */
  readonly knownDigest?: string;
  readonly sigstore?: Uint8Array;
  readonly verdict: "valid" | "incomplete" | "invalid";
  readonly code: VerificationCode | null;
}

export function reportCases(): readonly ReportCase[] {
  return [...stamped(), ...witnessed(), ...withheld(), ...demanded(), ...compared()];
}

const issued = readStoredBundle(fromStart.issued.bytes);
const signature = fromBase64(issued.proof.envelope.signatures[0]!.sig)!;
const issuedMs = Date.parse(issued.issued_at);
const valid = { verdict: "valid", code: null } as const;
const incomplete = { verdict: "incomplete", code: null } as const;
const invalid = (code: VerificationCode) => ({ verdict: "invalid", code }) as const;

function withProof(proof: Partial<Bundle["proof"]>): Uint8Array {
  return canonicalBytes({ ...issued, proof: { ...issued.proof, ...proof } });
}

function withStamps(...answers: readonly Uint8Array[]): Uint8Array {
  return withTokens(...answers.map((answer) => storedTimeStamp(answer)));
}

function withTokens(...tokens: readonly Uint8Array[]): Uint8Array {
  const timestamps = tokens.map((token) => {
    return { type: "rfc3161" as const, over: "dsse-signature" as const, token: toBase64(token) };
  });
  return withProof({ timestamps });
}

const one = exampleAuthority("one");
const two = exampleAuthority("two");
const rootsOf = (...authorities: readonly ExampleAuthority[]) => ({
  tsa_roots: authorities.map(({ root }) => toBase64(root.bytes)),
});

/** Rows T-30 to T-36. */
function stamped(): readonly ReportCase[] {
  const trust = rootsOf(one, two);
  const good = one.stamp(signature, issuedMs + 9_000);
  const other = two.stamp(signature, issuedMs + 5_000);
  const refused = invalid("E_TIMESTAMP");
  return [
    { name: "stamped", bundle: withStamps(good), trust, ...valid },
    {
      name: "stamped by two, both due",
      bundle: withStamps(good, other),
      trust: { ...trust, tsa_threshold: 2 },
      ...valid,
    },
    {
      name: "stamped to within seconds",
      bundle: withStamps(one.stamp(signature, issuedMs, { accuracySeconds: 30, nonce: 77n })),
      trust,
      ...valid,
    },
    {
      name: "T-36 stamped by one where two are due",
      bundle: withStamps(good),
      trust: { ...trust, tsa_threshold: 2 },
      ...refused,
    },
    { name: "T-36 stripped where one is due", trust: { ...trust, tsa_threshold: 1 }, ...refused },
    {
      name: "T-36 stripped where the trust file requires one",
      trust: { ...trust, require: { timestamp: true } },
      ...refused,
    },
    { name: "T-36 stripped where who asks requires one", trust, require: ["timestamp"], ...refused },
    { name: "T-36 stripped where one was only hoped for", trust, ...incomplete },
    { name: "stamped, and no authority named", bundle: withStamps(good), ...incomplete },
    {
      name: "T-30 a stamp over something else",
      bundle: withStamps(one.stamp(utf8("something else"), issuedMs)),
      trust,
      ...refused,
    },
    {
      name: "T-32 a stamp by an authority nobody named",
      bundle: withStamps(good),
      trust: rootsOf(two),
      ...refused,
    },
    {
      name: "T-34 a stamp of the future",
      bundle: withStamps(one.stamp(signature, issuedMs + 86_400_000)),
      trust,
      now: issued.issued_at,
      ...refused,
    },
    {
      name: "T-34 a stamp of five minutes ahead",
      bundle: withStamps(one.stamp(signature, issuedMs + 300_000)),
      trust,
      now: issued.issued_at,
      ...valid,
    },
    {
      name: "T-34 a stamp older than what it stamps",
      bundle: withStamps(one.stamp(signature, issuedMs - 300_001)),
      trust,
      ...refused,
    },
    {
      name: "T-34 a stamp of five minutes before",
      bundle: withStamps(one.stamp(signature, issuedMs - 300_000)),
      trust,
      ...valid,
    },
    {
      name: "T-33 a stamp from after its certificate ended",
      bundle: withStamps(one.stamp(signature, Date.UTC(2051, 0))),
      trust,
      now: "2052-01-01T00:00:00.000Z",
      ...refused,
    },
    { name: "T-35 one stamp twice", bundle: withStamps(good, good), trust, ...refused },
    {
      name: "a stamp with a certificate nobody needs",
      bundle: withStamps(
        one.stamp(signature, issuedMs, { certificates: [one.signer.bytes, two.signer.bytes] }),
      ),
      trust,
      ...refused,
    },
    {
      name: "a stamp without its certificate",
      bundle: withStamps(one.stamp(signature, issuedMs, { certificates: [] })),
      trust,
      ...refused,
    },
    {
      name: "a stamp as the authority sent it, status and all",
      bundle: withTokens(one.stamp(signature, issuedMs, { status: 1n })),
      trust,
      ...refused,
    },
    {
      name: "a stamp with a byte behind it",
      bundle: withTokens(Buffer.concat([storedTimeStamp(good), Buffer.of(0)])),
      trust,
      ...refused,
    },
    { name: "a stamp that is no DER", bundle: withTokens(utf8("no DER")), trust, ...refused },
    {
      name: "T-31 a bit of a stamp's signature changed",
      bundle: withTokens(bent(storedTimeStamp(good), -5)),
      trust,
      ...refused,
    },
    ...[0.2, 0.4, 0.6, 0.8].map((share): ReportCase => {
      const token = storedTimeStamp(good);
      return {
        name: `T-31 a bit of a stamp changed at ${share} of it`,
        bundle: withTokens(bent(token, Math.floor(token.length * share))),
        trust,
        ...refused,
      };
    }),
    ...unfitSigners(trust),
  ];
}

function bent(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at < 0 ? copy.length + at : at]! ^= 1;
  return copy;
}

/** Row T-32: signed by a certificate that may not stamp, which an authority's root certified all the same. */
function unfitSigners(trust: NonNullable<ReportCase["trust"]>): readonly ReportCase[] {
  const unfit: readonly (readonly [string, CertificateParts["extensions"]])[] = [
    ["not for time stamping", []],
    ["for time stamping, but not critically", [{ ...extensions.timeStamping, isCritical: false }]],
    ["an authority's own", [extensions.timeStamping, extensions.authority]],
    [
      "with a critical extension nobody knows",
      [
        extensions.timeStamping,
        { identifier: identifier("1.2.3.4.5"), isCritical: true, value: Uint8Array.of(5, 0) },
      ],
    ],
  ];
  return unfit.map(([name, given]) => {
    const key = exampleKey("authority one").publicKey;
    const issuerKey = exampleKey("authority one root").privateKey;
    const parts = { subject: "one", issuer: "one root", key, issuerKey, serial: 7n, extensions: given };
    const answer = one.stamp(signature, issuedMs, { signer: certificate(parts) });
    return {
      name: `T-32 a stamp by a certificate ${name}`,
      bundle: withStamps(answer),
      trust,
      ...invalid("E_TIMESTAMP"),
    };
  });
}

const seenAtS = Math.floor(issuedMs / 1000) + 60;
const proofText = issued.proof.log!.tlog_proof;
const checkpointText = readNote(utf8(parseTlogProof(proofText)!.checkpoint))!.text;

function withLines(...lines: readonly string[]): Uint8Array {
  return withProof({ log: { ...issued.proof.log!, tlog_proof: proofText + lines.join("") } });
}

/** Rows T-29 and T-35 to T-37. */
function witnessed(): readonly ReportCase[] {
  const [first, second] = [exampleWitness("one"), exampleWitness("two")];
  const alias = exampleWitness("one", "alias.example/w");
  const named = (...witnesses: readonly ExampleWitness[]) => ({
    witnesses: witnesses.map(({ key }) => formatWitnessKey(key)),
  });
  const trust = named(first, second);
  const line = first.line(checkpointText, seenAtS);
  const other = second.line(checkpointText, seenAtS + 60);
  const refused = invalid("E_WITNESS");
  const unexpected = invalid("E_CHECKPOINT");
  return [
    { name: "seen by one witness", bundle: withLines(line), trust, ...valid },
    {
      name: "seen by two, both due",
      bundle: withLines(line, other),
      trust: { ...trust, witness_threshold: 2 },
      ...valid,
    },
    {
      name: "seen by two, one due",
      bundle: withLines(other, line),
      trust: { ...trust, witness_threshold: 1 },
      ...valid,
    },
    {
      name: "T-36 seen by one where two are due",
      bundle: withLines(line),
      trust: { ...trust, witness_threshold: 2 },
      ...refused,
    },
    { name: "T-36 seen by nobody where one is due", trust: { ...trust, witness_threshold: 1 }, ...refused },
    { name: "T-36 seen by nobody where who asks requires one", trust, require: ["witness"], ...refused },
    { name: "T-36 seen by nobody where one was only hoped for", trust, ...incomplete },
    { name: "T-35 one witness twice", bundle: withLines(line, line), trust, ...refused },
    {
      name: "T-35 one witness under two names",
      bundle: withLines(line, alias.line(checkpointText, seenAtS)),
      trust: named(first, alias),
      ...refused,
    },
    {
      name: "T-29 a cosignature of another checkpoint",
      bundle: withLines(
        first.line(checkpointText.replace(/\n[^\n]+\n$/, `\n${toBase64(new Uint8Array(32))}\n`), seenAtS),
      ),
      trust,
      ...refused,
    },
    {
      name: "a cosignature of the future",
      bundle: withLines(first.line(checkpointText, seenAtS + 3_600)),
      trust,
      now: issued.issued_at,
      ...refused,
    },
    { name: "a cosignature of no time", bundle: withLines(first.line(checkpointText, 0)), trust, ...refused },
    {
      name: "T-37 a witness by the name of another",
      bundle: withLines(line.replace("one.example/w", "two.example/w")),
      trust,
      ...unexpected,
    },
    {
      name: "T-37 a witness by the log's name",
      bundle: withLines(line.replace("one.example/w", exampleOrigin)),
      trust,
      ...unexpected,
    },
    { name: "a second line by the log's own key", bundle: withLines(logLine()), trust, ...unexpected },
    {
      name: "T-37 the log's name listed as a witness",
      trust: named(exampleWitness("one", exampleOrigin)),
      ...invalid("E_KEYRING"),
    },
    { name: "a witness listed twice", trust: named(first, first), ...invalid("E_KEYRING") },
    {
      name: "seen by a witness before the stamp",
      bundle: both(line),
      trust: { ...trust, ...rootsOf(one) },
      ...valid,
    },
  ];
}

function logLine(): string {
  const signed = sign(null, utf8(checkpointText), exampleKey(`log ${exampleOrigin}`).privateKey);
  return `\u2014 ${exampleOrigin} ${toBase64(Buffer.concat([exampleLogSigner.keyHash, signed]))}\n`;
}

function both(line: string): Uint8Array {
  const timestamps = [
    {
      type: "rfc3161" as const,
      over: "dsse-signature" as const,
      token: toBase64(storedTimeStamp(one.stamp(signature, issuedMs + 3_600_000))),
    },
  ];
  return withProof({ timestamps, log: { ...issued.proof.log!, tlog_proof: proofText + line } });
}

/** Row T-51 beside what is right. */
function withheld(): readonly ReportCase[] {
  const redacted = (...seqs: readonly number[]) =>
    redactFrames(fromStart.frames.bytes, rangesOf(seqs), primitives.sha256).bytes;
  const text = Buffer.from(redacted(2, 4)).toString();
  return [
    { name: "two frames withheld", frames: redacted(2, 4), ...incomplete },
    { name: "the breach frame withheld", frames: redacted(issued.breach.frame_seq), ...incomplete },
    {
      name: "two frames withheld where all are required",
      frames: redacted(2, 4),
      require: ["frames"],
      ...invalid("E_FRAMES"),
    },
    {
      name: "T-51 another hash for a withheld frame",
      frames: utf8(text.replace(/"leaf":"[0-9a-f]{64}"/, `"leaf":"${"0".repeat(64)}"`)),
      ...invalid("E_FRAMES"),
    },
    {
      name: "T-51 another number for a withheld frame",
      frames: utf8(text.replace('"seq":2}', '"seq":3}')),
      ...invalid("E_FRAMES"),
    },
    {
      name: "T-51 a withheld frame with a member more",
      frames: utf8(text.replace('"seq":2}', '"seq":2,"why":1}')),
      ...invalid("E_FRAMES"),
    },
  ];
}

function demanded(): readonly ReportCase[] {
  const spread = utf8(
    `${JSON.stringify(JSON.parse(Buffer.from(fromStart.issued.bytes).toString()), null, 2)}\n`,
  );
  const twice = utf8(Buffer.from(spread).toString().replace("{\n", '{\n"tier": "NOMINAL",\n'));
  return [
    { name: "no frames", frames: null, ...incomplete },
    { name: "no frames where they are required", frames: null, require: ["frames"], ...invalid("E_FRAMES") },
    {
      name: "no frames where a recomputation is required",
      frames: null,
      require: ["rescore"],
      ...invalid("E_RESCORE"),
    },
    { name: "pre-commitment required by who asks", require: ["precommit"], ...invalid("E_FRAMES") },
    { name: "its organisation required by who asks", requireOrganisation: "acme", ...valid },
    {
      name: "another organisation required by who asks",
      requireOrganisation: "globex",
      ...invalid("E_STATEMENT"),
    },
    {
      name: "one organisation required by who asks, another by the trust file",
      trust: { require: { organisation: "globex" } },
      requireOrganisation: "acme",
      ...invalid("E_STATEMENT"),
    },
    { name: "laid out anew, and taken so", bundle: spread, relaxed: true, ...valid },
    { name: "laid out anew, and not taken so", bundle: spread, ...invalid("E_FORM") },
    { name: "laid out anew, with a member twice", bundle: twice, relaxed: true, ...invalid("E_FORM") },
  ];
}

/** Step V16. */
function compared(): readonly ReportCase[] {
  const sigstore = sigstoreBundle(issued);
  return [
    { name: "seen before with this content", knownDigest: issued.signature, ...valid },
    {
      name: "T-49 seen before with another content",
      knownDigest: `sha256:${"0".repeat(64)}`,
      ...invalid("E_FORK"),
    },
    { name: "T-58 with its Sigstore export", sigstore, ...valid },
    {
      name: "T-58 with another Sigstore export",
      sigstore: utf8(Buffer.from(sigstore).toString().replace('"logIndex":"7"', '"logIndex":"8"')),
      ...invalid("E_FORK"),
    },
    { name: "T-58 with an export that is none", sigstore: utf8("{}"), ...invalid("E_FORK") },
  ];
}
