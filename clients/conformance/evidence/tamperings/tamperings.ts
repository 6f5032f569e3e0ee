import { fromBase64, toBase64, toBase64Url } from "../../../../core/encoding/base64.ts";
import type { BundleFacts } from "../../../../core/evidence/bundle/build-bundle.ts";
import { coreOf, type Bundle, readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { concatBytes, textOf, utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { contentDigest } from "../../../../core/evidence/bundle/content-digest.ts";
import { decodeDerSignature, encodeDerSignature } from "../../../../core/encoding/der-signature.ts";
import type { FramesFile } from "../../../../core/evidence/frames/frames-file.ts";
import { statementAbout } from "../../../../core/evidence/bundle/statement.ts";
import { packToyState, toyScoring } from "../../../../core/evidence/rescore/toy-scoring-for-tests.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";
import { issueInLog, primitives, untrustedSigner, testSigner } from "../examples/example-evidence.ts";
import { logTamperings } from "./log-tamperings.ts";
import { saidTwice } from "./scoring-tamperings.ts";
import {
  bundle,
  edited,
  facts,
  firstUs,
  frames,
  lines,
  parameters,
  radarLine,
  reframed,
  reissued,
  rerecorded,
  reissuedBody,
  resignedCore,
  respelled,
  restated,
  set,
  unset,
  type Edit,
  type InputParts,
} from "../examples/toy-evidence.ts";

/** The attack matrix. "signed" means: by the operator, everything computed anew. */
export interface Tampering {
  /** Row of the attack matrix, and what was done. */
  readonly name: string;
  readonly input: () => InputParts;
  /** Of the first step that must find it. */
  readonly code: VerificationCode;
}
type Rows = readonly (readonly [string, () => InputParts, VerificationCode])[];

const { sha256 } = primitives;
const zeros = "0".repeat(64);
const drifted = set("measurements.camera_drift_deg", 0.32);
const [signature] = bundle.proof.envelope.signatures;
const signatureBytes = fromBase64(signature!.sig)!;
const withSignature = (sig: string) => edited(set("proof.envelope.signatures.0.sig", sig));
const withSignatures = (...all: readonly unknown[]) => edited(set("proof.envelope.signatures", all));
const custody = bundle.chain_of_custody;
const withCustody = (chain: readonly unknown[]) => resignedCore(set("chain_of_custody", chain));
const [received, , , , beforeLast, last] = lines;
/** The frames signed anew with another raw text of the fifth. */
const withRaw = (change: (raw: string) => string) =>
  reissued(lines.with(4, { ...beforeLast!, raw: change(beforeLast!.raw!) }));
const withFrames = (file: Partial<FramesFile>) => ({
  bundle: issueInLog({ ...facts, frames: { ...frames, ...file } }).bytes,
});
const withParameters = (other: BundleFacts["method"]["parameters"]) =>
  reissued(lines, { facts: { method: { ...facts.method, parameters: other } } });
const fromState = (packed: Uint8Array) =>
  reissued(lines.slice(3), { facts: { initialState: { seq: 3, packed } } });
/** The fifth frame received so many milliseconds before the vehicle says it took it. */
export const receivedEarly = (ms: number) =>
  reissued(lines.with(4, { ...beforeLast!, receivedAtUs: beforeLast!.receivedAtUs - 180_000 - ms * 1000 }));
const frameText = textOf(frames.bytes)!;
const frameLines = frameText.trimEnd().split("\n");
const framesOf = (all: readonly (string | undefined)[]) => ({ frames: utf8(`${all.join("\n")}\n`) });

const content: Rows = [
  ["T-01 a measurement changed", () => edited(drifted), "E_DIGEST"],
  ["T-02 and the content digest with it", () => edited(drifted, redigest), "E_STATEMENT"],
  ["T-03 and the statement with it", () => edited(drifted, redigest, restate), "E_SIGNATURE"],
  ["T-04 and signed by a stranger", () => reissuedBody(drifted, untrustedSigner), "E_SIGNATURE"],
  ["T-04 by a stranger under the trusted name", () => reissuedBody(drifted, impostor), "E_SIGNATURE"],
  ["T-05 the tier changed in the core", () => edited(set("tier", "CAUTION")), "E_DIGEST"],
  ["T-05 the tier changed in the statement", () => edited(restateTier), "E_SIGNATURE"],
  ["T-06 before and after swapped", () => edited(swapTiers), "E_DIGEST"],
  ["T-06 before and after swapped, signed", () => reissuedBody(swapTiers), "E_RESCORE"],
];

const form: Rows = [
  ["T-07 a member twice", () => respelled('"tier":', '"tier":"NOMINAL","tier":'), "E_FORM"],
  ["T-08 an escaped member name", () => respelled('"tier":', '"t\\u0069er":'), "E_FORM"],
  ["T-08 a byte order mark", () => respelled("{", "\ufeff{"), "E_FORM"],
  [
    "T-08 a space at the end",
    () => respelled('"vehicle_id":"VEH-00417"}', '"vehicle_id":"VEH-00417"} '),
    "E_FORM",
  ],
  ["T-08 text after the end", () => respelled('"VEH-00417"}', '"VEH-00417"}{}'), "E_FORM"],
  ["T-08 1.0 for 1", () => respelled('"version":1', '"version":1.0'), "E_FORM"],
  ["T-08 minus zero", () => respelled('"camera_drift_deg":0', '"camera_drift_deg":-0'), "E_FORM"],
  ["T-08 2^53 + 1", () => respelled('"frame_seq":6', '"frame_seq":9007199254740993'), "E_FORM"],
  ["T-08 1e400", () => respelled('"frame_seq":6', '"frame_seq":1e400'), "E_FORM"],
  ["T-09 half a surrogate pair", () => respelled("VEH-00417", "VEH-\\ud800"), "E_FORM"],
  ["T-09 a Cyrillic letter, signed", () => reissuedBody(set("vehicle_id", "V\u0415H-00417")), "E_SCHEMA"],
  ["T-09 a decomposed letter, signed", () => reissuedBody(set("vehicle_id", "VE\u0301H-00417")), "E_SCHEMA"],
  ["T-10 __proto__", () => respelled("{", '{"__proto__":{},'), "E_FORM"],
  ["T-10 constructor", () => respelled('"clock":', '"constructor":{},"clock":'), "E_FORM"],
  ["T-11 an unknown member, signed", () => resignedCore(set("note", "harmless")), "E_SCHEMA"],
  ["T-11 an unknown member of the proof", () => edited(set("proof.note", "harmless")), "E_SCHEMA"],
  ["T-11 another trigger, signed", () => reissuedBody(set("breach.trigger", "closed")), "E_SCHEMA"],
  ["T-11 an id that is none before it, signed", () => reissuedBody(set("supersedes", "EVB-1")), "E_SCHEMA"],
  [
    "T-11 a measured sensor that is no truth value, signed",
    () => reissuedBody(set("measurements.measured.radar", 1)),
    "E_SCHEMA",
  ],
  [
    "T-11 nothing said of what was measured, signed",
    () => reissuedBody(unset("measurements.measured")),
    "E_SCHEMA",
  ],
  [
    "T-11 a request with a line break, signed",
    () => reissuedBody(set("request", { ...madeUpRequest, reason: "a\nb" })),
    "E_SCHEMA",
  ],
  ["T-11 an empty log proof", () => edited(set("proof.log", {})), "E_SCHEMA"],
  [
    "T-11 another core, signed",
    () => resignedCore(set("schema", "urn:plumbline:evidence-core:2")),
    "E_SCHEMA",
  ],
  ["T-11 another version of the proof", () => edited(set("proof.version", 2)), "E_SCHEMA"],
  [
    "a key name that rewrites the terminal",
    () => withSignatures({ ...signature, keyid: "\u001b[2J" }),
    "E_SCHEMA",
  ],
  [
    "words that read backwards, signed",
    () => reissuedBody(set("issuer.organisation", "\u202eemca")),
    "E_SCHEMA",
  ],
  ["no JSON at all", () => ({ bundle: utf8("EVB") }), "E_FORM"],
  ["another document", () => ({ bundle: utf8('{"tier":"CRITICAL"}') }), "E_SCHEMA"],
  ["an array", () => ({ bundle: utf8("[]") }), "E_SCHEMA"],
];

/** Whose vehicle. */
const submitter: Rows = [
  ["T-59 another organisation", () => edited(set("submitter.organisation", "globex")), "E_DIGEST"],
  [
    "T-59 another organisation, signed",
    () => reissuedBody(set("submitter.organisation", "globex")),
    "E_STATEMENT",
  ],
  ["T-59 the tag of another salt, signed", () => reissuedBody(set("salt", "A".repeat(43))), "E_STATEMENT"],
  ["T-59 no tag in the statement", () => restated(unset("predicate.organisation_tag")), "E_STATEMENT"],
  [
    "T-59 another tag in the statement",
    () => restated(set("predicate.organisation_tag", zeros)),
    "E_STATEMENT",
  ],
  [
    "T-59 a look-alike organisation, signed",
    () => reissuedBody(set("submitter.organisation", "\u0430cme")),
    "E_SCHEMA",
  ],
  ["T-59 no API key named, signed", () => reissuedBody(unset("submitter.api_key_id")), "E_SCHEMA"],
];

const envelope: Rows = [
  ["T-12 a line feed in the payload", () => edited(rewrapPayload((payload) => `${payload}\n`)), "E_ENVELOPE"],
  ["T-12 the URL alphabet", () => withSignature(toBase64Url(signatureBytes)), "E_ENVELOPE"],
  ["T-12 padding bits", () => withSignature("MEQCIB=="), "E_ENVELOPE"],
  [
    "T-13 application/json",
    () => edited(set("proof.envelope.payloadType", "application/json")),
    "E_ENVELOPE",
  ],
  [
    "T-13 the payload type in upper case",
    () => edited(set("proof.envelope.payloadType", "application/vnd.in-toto+JSON")),
    "E_ENVELOPE",
  ],
  ["T-14 the envelope of other evidence", () => edited(set("proof", otherProof())), "E_STATEMENT"],
  [
    "T-15 another predicate type",
    () => restated(set("predicateType", "urn:plumbline:keyring:1")),
    "E_STATEMENT",
  ],
  [
    "T-15 another statement type",
    () => restated(set("_type", "https://in-toto.io/Statement/v0.1")),
    "E_STATEMENT",
  ],
  [
    "T-15 another event",
    () => restated(set("predicate.event_id", "EVB-20261120-000000000000")),
    "E_STATEMENT",
  ],
  ["T-15 another tier", () => restated(set("predicate.tier", "NOMINAL")), "E_STATEMENT"],
  [
    "T-15 another time",
    () => restated(set("predicate.signed_at", "2026-11-20T09:13:50.431Z")),
    "E_STATEMENT",
  ],
  ["T-15 another core", () => restated(set("subject.0.digest.sha256", zeros)), "E_STATEMENT"],
  ["T-15 another frames file", () => restated(set("subject.1.digest.sha256", zeros)), "E_STATEMENT"],
  [
    "T-15 another name",
    () => restated(set("subject.0.name", "EVB-20261120-000000000000/core.json")),
    "E_STATEMENT",
  ],
  ["T-15 one subject more", () => restated(set("subject.2", bundle)), "E_STATEMENT"],
  ["T-15 an unknown member", () => restated(set("predicate.note", "x")), "E_STATEMENT"],
  ["T-15 another log named", () => restated(set("predicate.log_origin", "a.example")), "E_STATEMENT"],
  ["T-16 no signature", () => withSignatures(), "E_SIGNATURE"],
  ["T-16 a bad signature first", () => withSignatures({ keyid: "x", sig: "AAAA" }, signature), "E_SIGNATURE"],
  ["T-16 the same signature twice", () => withSignatures(signature, signature), "E_SIGNATURE"],
  ["T-17 the equivalent high s", () => withSignature(toBase64(highS())), "E_SIGNATURE"],
  ["T-17 a byte after it", () => withSignature(toBase64(Uint8Array.of(...signatureBytes, 0))), "E_SIGNATURE"],
  ["T-17 a leading zero in it", () => withSignature(toBase64(zeroPadded(signatureBytes))), "E_SIGNATURE"],
  ["T-17 no bytes", () => withSignature(""), "E_SIGNATURE"],
  ["T-19 another algorithm", () => edited(set("proof.keys.0.alg", "ED25519")), "E_SIGNATURE"],
  ["T-19 a symmetric algorithm", () => edited(set("proof.keys.0.alg", "HS256")), "E_SIGNATURE"],
  [
    "T-19 another key shown",
    () => edited(set("proof.keys.0.spki", toBase64(untrustedSigner.spki))),
    "E_SIGNATURE",
  ],
  ["T-19 a second key shown", () => edited(set("proof.keys.1", bundle.proof.keys[0])), "E_SIGNATURE"],
  ["T-19 no key shown", () => edited(set("proof.keys", [])), "E_SIGNATURE"],
];

const custodyChain: Rows = [
  ["T-38 steps reordered", () => withCustody(custody.toReversed()), "E_SCHEMA"],
  ["T-38 a step removed", () => withCustody(custody.slice(0, 2)), "E_SCHEMA"],
  ["T-38 a step twice", () => withCustody([...custody, custody[2]]), "E_SCHEMA"],
  [
    "T-38 an actor renamed",
    () => resignedCore(set("chain_of_custody.1.actor", "SERVICE_INGEST_v1")),
    "E_SCHEMA",
  ],
  ["T-39 times decreasing", () => reissuedBody(set("issued_at", "2026-11-20T09:13:00.000Z")), "E_CUSTODY"],
  [
    "T-39 prev of a foreign entry",
    () => resignedCore(set("chain_of_custody.1.prev", `sha256:${zeros}`)),
    "E_CUSTODY",
  ],
  [
    "T-39 something before the first",
    () => resignedCore(set("chain_of_custody.0.prev", custody[1].prev)),
    "E_CUSTODY",
  ],
  [
    "T-39 another key named",
    () => resignedCore(set("chain_of_custody.2.outputs.key_id", untrustedSigner.keyId)),
    "E_CUSTODY",
  ],
  ["T-39 another body", () => resignedCore(set("chain_of_custody.2.inputs.body_sha256", zeros)), "E_CUSTODY"],
  ["T-39 a core changed afterwards", () => resignedCore(set("clock.source", "atomic")), "E_CUSTODY"],
  [
    "T-39 a day no calendar has",
    () => reissuedBody(set("issued_at", "2026-11-31T09:13:50.431Z")),
    "E_SCHEMA",
  ],
  [
    "T-39 an id of another day",
    () => reissuedBody(set("event_id", "EVB-20261121-7K3M9Q2XW4HJ")),
    "E_CUSTODY",
  ],
];

const framesFile: Rows = [
  [
    "T-40 a value changed",
    () => framesOf(frameLines.map((line) => line.replace(":0.3}", ":0.4}"))),
    "E_FRAMES",
  ],
  ["T-40 a frame removed", () => framesOf(frameLines.slice(1)), "E_FRAMES"],
  [
    "T-40 two frames swapped",
    () => framesOf(frameLines.with(3, frameLines[4]!).with(4, frameLines[3]!)),
    "E_FRAMES",
  ],
  [
    "T-40 two frames swapped, signed",
    () => reissued(lines.with(0, lines[1]!).with(1, received!)),
    "E_FRAMES",
  ],
  ["T-40 another vehicle, signed", () => rerecorded(3, set("vehicle_id", "VEH-00418")), "E_FRAMES"],
  [
    "T-40 raw of another vehicle, signed",
    () => reissued(lines.with(3, radarLine(4, 0.1, "VEH-00418"))),
    "E_FRAMES",
  ],
  ["T-40 another Merkle root, signed", () => withFrames({ root: zeros }), "E_FRAMES"],
  ["T-40 another count, signed", () => withFrames({ count: 5 }), "E_FRAMES"],
  ["T-41 a frame left out, signed", () => reissued(lines.toSpliced(3, 1)), "E_FRAMES"],
  ["T-41 the first frames left out, signed", () => reissued(lines.slice(3)), "E_FRAMES"],
  ["T-43 raw with another value, signed", () => withRaw((raw) => raw.replace("0.3}", "0.2}")), "E_FRAMES"],
  [
    "T-43 raw with one sensor more, signed",
    () => withRaw((raw) => raw.replace("0.3}", '0.3,"lidar_confidence":1}')),
    "E_FRAMES",
  ],
  [
    "T-43 raw with one sensor less, signed",
    () => withRaw((raw) => raw.replace('"radar_range_bias_m":0.3', "")),
    "E_FRAMES",
  ],
  [
    "T-43 raw with a sensor twice, signed",
    () => withRaw((raw) => raw.replace("{", '{"vehicle_id":"VEH-00417",')),
    "E_FRAMES",
  ],
  [
    "T-43 raw without sensors, signed",
    () => withRaw((raw) => raw.replace('"sensors"', '"sensor"')),
    "E_FRAMES",
  ],
  ["T-43 raw of another time, signed", () => withRaw(() => last!.raw!.replace("0.31", "0.3")), "E_FRAMES"],
  ["T-43 raw that is no JSON, signed", () => withRaw(() => "radar 0.3"), "E_FRAMES"],
  ["T-43 raw that is no object, signed", () => withRaw(() => "[0.3]"), "E_FRAMES"],
  ["T-43 raw that is no base64, signed", () => rerecorded(4, set("raw", "=")), "E_FRAMES"],
  [
    "T-43 another time than captured, signed",
    () => rerecorded(4, set("reading.captured_at_us", firstUs)),
    "E_FRAMES",
  ],
  [
    "T-34 captured five minutes and a millisecond after it was received, signed",
    () => receivedEarly(300_001),
    "E_FRAMES",
  ],
  ["T-44 no last line feed", () => ({ frames: frames.bytes.slice(0, -1) }), "E_FRAMES"],
  ["T-44 no last line feed, signed", () => reframed((text) => text.trimEnd()), "E_FRAMES"],
  ["T-44 CRLF, signed", () => reframed((text) => text.replaceAll("\n", "\r\n")), "E_FRAMES"],
  ["T-44 an empty line, signed", () => reframed((text) => text.replace("\n", "\n\n")), "E_FRAMES"],
  ["T-44 a second file behind", () => ({ frames: concatBytes(frames.bytes, frames.bytes) }), "E_FRAMES"],
  ["T-44 a second file behind, signed", () => reframed((text) => text + text), "E_FRAMES"],
  ["T-44 a space in a line, signed", () => reframed((text) => text.replace("{", "{ ")), "E_FRAMES"],
  ["T-44 an unknown member, signed", () => rerecorded(0, set("note", "x")), "E_FRAMES"],
  ["T-44 an unknown kind, signed", () => rerecorded(1, set("kind", "pause")), "E_FRAMES"],
  ["T-44 no frames", () => ({ frames: new Uint8Array(0) }), "E_FRAMES"],
  [
    "T-44 received at another time, signed",
    () => rerecorded(5, set("received_at", "2026-11-20T09:13:50.000Z")),
    "E_FRAMES",
  ],
];

/** Everything signed by the operator. */
const scoring: Rows = [
  ...saidTwice.map(({ name, edit }) => [`${name}, signed`, () => reissuedBody(edit), "E_RESCORE"] as const),
  ["T-45 a lower limit", () => withParameters({ ...parameters, limit: 0.2 }), "E_RESCORE"],
  ["T-45 a smaller slack", () => withParameters({ ...parameters, slack: 0.049 }), "E_RESCORE"],
  ["T-45 no parameters", () => withParameters({}), "E_RESCORE"],
  ["T-46 a later frame than the first crossing", laterBreach, "E_RESCORE"],
  [
    "T-46 the statistic one ulp off",
    () => reissuedBody(set("breach.statistic", nextUp(bundle.breach.statistic))),
    "E_RESCORE",
  ],
  [
    "T-46 an output one ulp off",
    () => reissuedBody(set("scoring.outputs.confidence", nextUp(facts.score.confidence))),
    "E_RESCORE",
  ],
  ["T-46 another threshold", () => reissuedBody(set("breach.threshold", 0.4)), "E_RESCORE"],
  ["T-46 another side", () => reissuedBody(set("breach.side", "lower")), "E_RESCORE"],
  ["T-46 opened at another frame", () => reissuedBody(set("breach.opened_seq", 5)), "E_RESCORE"],
  ["T-46 a request that nobody made", () => reissuedBody(set("request", madeUpRequest)), "E_RESCORE"],
  ["T-46 another channel", () => reissuedBody(set("breach.channel", "lidar")), "E_RESCORE"],
  ["T-46 another frame", () => reissuedBody(set("breach.frame_seq", 5)), "E_FRAMES"],
  ["T-46 another measurement", () => reissuedBody(set("measurements.radar_drift_mm", 2.4)), "E_RESCORE"],
  ["T-46 another tier than scored", () => reissuedBody(set("tier", "CAUTION")), "E_RESCORE"],
  [
    "T-46 another tier before",
    () => reissuedBody(set("tier_transition.before.tier", "CAUTION")),
    "E_RESCORE",
  ],
  [
    "T-46 another health before",
    () => reissuedBody(set("tier_transition.before.health_score", 99)),
    "E_RESCORE",
  ],
  [
    "T-46 another time of the change",
    () => reissuedBody(set("tier_transition.after.since", null)),
    "E_RESCORE",
  ],
  ["T-47 an invented state", () => fromState(nearlyOver), "E_RESCORE"],
  ["T-47 a state that is none", () => fromState(utf8("{")), "E_RESCORE"],
  [
    "T-47 a state of another entry",
    () => fromState(packToyState({ ...toyScoring.initialState(), seq: 2 })),
    "E_RESCORE",
  ],
  [
    "T-47 a state with another digest",
    () => reissuedBody(set("scoring.initial_state", { seq: 1, sha256: zeros, state: "AAAA" })),
    "E_RESCORE",
  ],
];

const redigest: Edit = (target) => set("signature", contentDigest(coreOf(target as Bundle), sha256))(target);

const restate: Edit = (target) => {
  const changed = target as Bundle;
  const statement = statementAbout(coreOf(changed), changed.signature);
  set("proof.envelope.payload", toBase64(canonicalBytes(statement)))(target);
};

const restateTier: Edit = (target) => {
  const statement = statementAbout({ ...coreOf(bundle), tier: "CAUTION" }, bundle.signature);
  set("proof.envelope.payload", toBase64(canonicalBytes(statement)))(target);
};

const swapTiers: Edit = (target) => {
  set("tier_transition.before", bundle.tier_transition.after)(target);
  set("tier_transition.after", bundle.tier_transition.before)(target);
};

function rewrapPayload(change: (payload: string) => string): Edit {
  return set("proof.envelope.payload", change(bundle.proof.envelope.payload));
}

const impostor = { ...untrustedSigner, keyId: testSigner.keyId };

/** The proof of a bundle that differs in one harmless member. */
function otherProof(): Bundle["proof"] {
  const other = reissuedBody(set("clock.source", "chrony")).bundle!;
  return readStoredBundle(other).proof;
}

function highS(): Uint8Array {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const { r, s } = decodeDerSignature(signatureBytes)!;
  return encodeDerSignature({ r, s: order - s });
}

function zeroPadded(der: Uint8Array): Uint8Array {
  return Uint8Array.of(0x30, der[1]! + 1, 0x02, der[3]! + 1, 0, ...der.slice(4));
}

function nextUp(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + 1n);
  return bits.getFloat64(0);
}

const madeUpRequest = { reason: "claim", case_number: null, key_id: "7K3M9Q2XW4" };

/** The true state after entry 3 has the sum 0; this one is nearly over the limit. */
const nearlyOver = packToyState({ seq: 3, sum: 0.45, tier: "NOMINAL", open: false, opening: null });

/** The breach is declared one frame after it opened, with that frame's true score made to look like an opening. */
function laterBreach(): InputParts {
  const next = radarLine(7, 0.4);
  const settings = toyScoring.settingsFromJson(parameters);
  let state = toyScoring.initialState();
  for (const { entry } of lines) ({ state } = toyScoring.fold(state, entry, settings));
  const score = toyScoring.fold(state, next.entry, settings).score!;
  return reissued([...lines, next], {
    facts: {
      score: { ...score, breachOpened: true },
      breach: {
        trigger: "breach_opened",
        openedSeq: 7,
        channel: "radar",
        side: "upper",
        statistic: score.cusumStatistic!,
        threshold: parameters.limit,
      },
      capturedAtUs: next.receivedAtUs - 180_000,
      receivedAtUs: next.receivedAtUs,
      detectedAtUs: next.receivedAtUs + 7_000,
      issuedAtUs: next.receivedAtUs + 19_000,
    },
  });
}

export const tamperings: readonly Tampering[] = [
  content,
  form,
  submitter,
  envelope,
  custodyChain,
  framesFile,
  scoring,
  logTamperings,
]
  .flat()
  .map(([name, input, code]) => ({ name, input, code }));
