import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  ed25519Signer,
  withShiftedS,
} from "../../../clients/conformance/evidence/examples/ed25519-signer.ts";
import {
  issueExample,
  primitives,
  untrustedSigner,
  testSigner,
  trust,
  trustText,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner, noteSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import {
  bundle,
  check,
  edited,
  facts,
  frames,
  issued,
  lines,
  parameters,
  reissued,
  reissuedBody,
  set,
  vehicleId,
} from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { fromBase64, toBase64 } from "../../encoding/base64.ts";
import { readStoredBundle } from "../../encoding/bundle.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { rescorer } from "../rescore/rescore.ts";
import { packToyState, toyScoring } from "../rescore/toy-scoring-for-tests.ts";
import { readTrust, writeTrust } from "../keys/trust.ts";
import { reportJson } from "./verification-report.ts";
import { verifyBundle } from "./verify-bundle.ts";

const { sha256 } = primitives;
const rescore = rescorer(toyScoring);

test("evidence as issued is valid, with every step that applies passed", () => {
  const report = check({});
  expect(report).toMatchObject({ verdict: "valid", exitStatus: 0, code: null });
  const passed = Object.entries(report.findings).filter(([, finding]) => finding.kind === "pass");
  expect(passed.map(([step]) => step).join(" ")).toBe(
    "form schema contentDigest envelope trustedKeys signature statement logEntry checkpoint inclusion keyWindow custody frames scoring",
  );
  expect(report.subject).toEqual({
    organisation: "acme",
    apiKeyId: "7K3M9Q2XW4",
    eventId: issued.eventId,
    vehicleId,
    tier: "CRITICAL",
    contentDigest: issued.contentDigest,
    keyId: testSigner.keyId,
  });
});

test("the contract's members stand in the bundle as the contract has them", () => {
  expect(bundle.event_id).toMatch(/^EVB-20261120-[0-9A-Z]{12}$/);
  expect(bundle.signature).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(bundle.measurements).toEqual({
    camera_drift_deg: facts.score.cameraDriftDeg,
    radar_drift_mm: facts.score.radarDriftMm,
    health_score: facts.score.healthScore,
    // The radar alone sent readings.
    measured: { camera: false, radar: true, lidar: false, health: true },
  });
  expect(bundle.chain_of_custody.map(({ step, actor }) => [step, actor])).toEqual([
    ["TELEMETRY_RECEIVED", "SERVICE_INGEST_v1"],
    ["TIER_CLASSIFIED", "SERVICE_CLASSIFIER"],
    ["EVIDENCE_SIGNED", "SERVICE_EVIDENCE_SERVICE"],
  ]);
});

test("every reference to a standard covers members the bundle has", () => {
  const covered = bundle.standards.flatMap(({ covers }) => covers);
  expect(covered.filter((member) => !(member in bundle))).toEqual([]);
});

test("without frames the bundle is incomplete, and invalid where frames are required", () => {
  expect(check({ frames: null })).toMatchObject({ verdict: "incomplete", exitStatus: 3, code: null });
  expect(check({ frames: null }, { requireFrames: true })).toMatchObject({ exitStatus: 1, code: "E_FRAMES" });
});

test("without a scoring to recompute with the bundle is incomplete, and invalid where that is required", () => {
  const given = { bundle: issued.bytes, frames: frames.bytes, trust };
  expect(verifyBundle(given, primitives)).toMatchObject({ verdict: "incomplete", exitStatus: 3 });
  const required = verifyBundle(given, primitives, { requireRescore: true });
  expect(required).toMatchObject({ exitStatus: 1, code: "E_RESCORE" });
});

test("a scoring of another version cannot judge the bundle, and says so", () => {
  const report = check({}, { rescore: rescorer({ ...toyScoring, version: "toy-2" }) });
  expect(report).toMatchObject({ verdict: "incomplete", exitStatus: 3 });
  expect(report.findings.scoring).toMatchObject({ reason: expect.stringContaining("toy-2") });
});

test("what no trusted key signed is not folded, whatever it may cost", () => {
  let folded = 0;
  const counting = rescorer({
    ...toyScoring,
    fold: (...given) => ((folded += 1), toyScoring.fold(...given)),
  });
  check(edited(set("scoring.parameters.limit", 0.4)), { rescore: counting });
  check(reissuedBody(set("scoring.parameters.limit", 0.4), untrustedSigner), { rescore: counting });
  expect(folded).toBe(0);
  check({}, { rescore: counting });
  expect(folded).toBe(lines.length);
});

test("a copy laid out anew is accepted only when asked for, and then as strictly", () => {
  const pretty = JSON.stringify(bundle, null, 2);
  expect(check({ bundle: utf8(pretty) })).toMatchObject({ code: "E_FORM" });
  expect(check({ bundle: utf8(pretty) }, { form: "relaxed" })).toMatchObject({ verdict: "valid" });
  const twice = pretty.replace('"tier": "CRITICAL"', '"tier": "NOMINAL",\n "tier": "CRITICAL"');
  expect(check({ bundle: utf8(twice) }, { form: "relaxed" })).toMatchObject({ code: "E_FORM" });
});

test("the report for machines lists all steps with result and reason, and proves no time", () => {
  const report = reportJson(check({ frames: null })) as { readonly steps: { readonly step: string }[] };
  expect(report.steps.map(({ step }) => step)).toEqual(Array.from({ length: 17 }, (_, index) => `V${index}`));
  expect(report).toMatchObject({
    verdict: "incomplete",
    exit_status: 3,
    event_id: issued.eventId,
    proven_time: { not_before: null, not_after: null },
  });
  expect(report.steps[11]).toMatchObject({
    result: "not checked",
    reason: expect.stringContaining("witness"),
  });
});

test("a window that starts at a stored state verifies, and the report says what that rests on", () => {
  const settings = toyScoring.settingsFromJson(parameters);
  let state = toyScoring.initialState();
  for (const { entry } of lines.slice(0, 4)) ({ state } = toyScoring.fold(state, entry, settings));
  const from = { seq: 4, packed: packToyState(state) };
  const later = issueExample({ scoring: toyScoring, parameters, vehicleId, lines: lines.slice(4), from });
  const report = check({ bundle: later.issued.bytes, frames: later.frames.bytes });
  expect(report).toMatchObject({ verdict: "valid" });
  expect(report.findings.scoring).toMatchObject({ note: expect.stringContaining("state") });
});

test("whatever ingest takes as metadata does not keep a frame from being evidence", () => {
  const metadata = '"metadata":{"constructor":{"prototype":[-0.0,1e2,"\\u00e9"]}},"sensors"';
  const withMetadata = lines.map((line) => ({
    ...line,
    raw: line.raw?.replace('"sensors"', metadata) ?? null,
  }));
  expect(check(reissued(withMetadata))).toMatchObject({ verdict: "valid" });
});

test("T-48 another text of the method than the one at hand is found", () => {
  const at = (specificationSha256: string) =>
    check({}, { rescore: rescorer({ ...toyScoring, specificationSha256 }) });
  expect(at(facts.method.specificationSha256)).toMatchObject({ verdict: "valid" });
  expect(at("0".repeat(64))).toMatchObject({ verdict: "invalid", code: "E_RESCORE" });
});

test("where the trust file names no log, its proof is left unchecked and the bundle is not called valid", () => {
  const report = check({ trust: readTrust(utf8(writeTrust([testSigner])), sha256) });
  expect(report).toMatchObject({ verdict: "incomplete", exitStatus: 3, code: null });
  expect(report.findings.logEntry).toMatchObject({ kind: "pass" });
  expect(report.findings.inclusion).toMatchObject({ kind: "not_checked", wanted: true });
});

test("the log of another trust file vouches for nothing", () => {
  const logs = [noteSigner("other.example.org")];
  const report = check({ trust: readTrust(utf8(writeTrust([testSigner], logs)), sha256) });
  expect(report).toMatchObject({ verdict: "invalid", code: "E_CHECKPOINT" });
});

test("T-49 one event id with two contents is found", () => {
  const known = (digest: string) => check({}, { knownDigests: new Map([[issued.eventId, digest]]) });
  expect(known(issued.contentDigest)).toMatchObject({ verdict: "valid" });
  expect(known(`sha256:${"0".repeat(64)}`)).toMatchObject({ verdict: "invalid", code: "E_FORK" });
});

test("T-18 an Ed25519 signature verifies, but not with S + L nor as another algorithm", () => {
  const signer = ed25519Signer();
  const signed = reissuedBody(() => undefined, signer).bundle!;
  const verify = (bytes: Uint8Array, trusted = signer) => {
    const ed25519Trust = readTrust(utf8(writeTrust([trusted], [exampleLogSigner])), sha256);
    return verifyBundle({ bundle: bytes, frames: frames.bytes, trust: ed25519Trust }, primitives, {
      rescore,
    });
  };
  expect(verify(signed)).toMatchObject({ verdict: "valid" });
  expect(verify(signed, { ...signer, algorithm: "ECDSA_P256_SHA256" })).toMatchObject({ code: "E_KEYRING" });

  const shifted = readStoredBundle(signed);
  const [signature] = shifted.proof.envelope.signatures;
  signature!.sig = toBase64(withShiftedS(fromBase64(signature!.sig)!));
  expect(verify(canonicalBytes(shifted))).toMatchObject({ code: "E_SIGNATURE" });
});

test("T-53 a bundle built to exhaust the verifier is refused", () => {
  const signatures = Array.from({ length: 300_000 }, () => ({ keyid: "", sig: "" }));
  const hostile = [
    edited(set("proof.envelope.signatures", signatures)).bundle!,
    utf8("[".repeat(1_000_000)),
    utf8(`{"a":${"[".repeat(200)}${"]".repeat(200)}}`),
    new Uint8Array(17 * 1024 * 1024).fill(0x31),
    edited(set("proof.envelope.payload", "A".repeat(4 * 1024 * 1024))).bundle!,
    utf8(`"${"\\u0041".repeat(1_000_000)}"`),
  ];
  // A reader that took more than a second for one of these would do so by far: the test's own limit ends it.
  expect(hostile.map((bytes) => check({ bundle: bytes }).verdict)).toEqual(hostile.map(() => "invalid"));
});

test("what an unknown issuer wrote comes out of the report without control characters", () => {
  const reports = [
    check({ bundle: utf8('{"\u009b2J":1,"\u009b2J":1}') }),
    check({ bundle: utf8('{"\u009b2J\u202e":1}') }),
    check(reissuedBody(set("scoring.version", "9"), { ...untrustedSigner, keyId: "\u007f" })),
  ];
  for (const report of reports) {
    expect(report.verdict).toBe("invalid");
    expect(JSON.stringify(reportJson(report))).toMatch(/^[\x20-\x7e]*$/);
  }
});

test("T-54 the verdict does not depend on the time zone", () => {
  const before = JSON.stringify(reportJson(check({})));
  const zone = process.env["TZ"];
  try {
    for (const other of ["Pacific/Kiritimati", "America/St_Johns"]) {
      process.env["TZ"] = other;
      expect(JSON.stringify(reportJson(check({})))).toBe(before);
    }
  } finally {
    if (zone === undefined) delete process.env["TZ"];
    else process.env["TZ"] = zone;
  }
});

test("T-56 the report shows the fingerprint of the trust file it went by", () => {
  expect(check({}).trustSha256).toBe(Buffer.from(sha256(utf8(trustText))).toString("hex"));
});

test("no byte may differ: the middle bit of every fortieth, in bundle and frames (all are in flipped-bits.slow.test.ts)", () => {
  const bent = (bytes: Uint8Array) =>
    Array.from({ length: Math.floor(bytes.length / 40) }, (_, nth) =>
      bytes.with(40 * nth, bytes[40 * nth]! ^ 8),
    );
  const verdicts = [
    ...bent(issued.bytes).map((bytes) => check({ bundle: bytes, frames: null }).verdict),
    ...bent(frames.bytes).map((bytes) => check({ frames: bytes }).verdict),
  ];
  expect(verdicts.length).toBeGreaterThan(150);
  expect(new Set(verdicts)).toEqual(new Set(["invalid"]));
});

test("whatever bytes are put before it, the verifier answers and does not say valid", () => {
  const patch = fc.tuple(fc.nat(issued.bytes.length - 8), fc.uint8Array({ minLength: 1, maxLength: 8 }));
  const patched = patch.map(([at, bytes]) => {
    const copy = issued.bytes.slice();
    copy.set(bytes, at);
    return copy;
  });
  const anything = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(utf8), patched);
  fc.assert(
    fc.property(anything, (bytes) => {
      fc.pre(!Buffer.from(bytes).equals(Buffer.from(issued.bytes)));
      expect(check({ bundle: bytes }).verdict).toBe("invalid");
    }),
    { seed: 43, numRuns: 500 },
  );
});
