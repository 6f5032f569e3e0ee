import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  exampleLogSigner,
  inExampleLog,
} from "../../../clients/conformance/evidence/examples/example-log.ts";
import { parseFrame } from "../../../core/contract/requests/parse-frame.ts";
import { textOf, utf8 } from "../../../core/encoding/bytes.ts";
import { rescorer } from "../../../core/evidence/rescore/rescore.ts";
import { readTrust, writeTrust } from "../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { presentScoring } from "../../../core/scorers/present-scoring.ts";
import { fold } from "../../../core/scoring/fold.ts";
import { openBreachOf } from "../../../core/scoring/verdict/state-events.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { openEvidenceNeeds } from "../../keys/open-evidence-needs.ts";
import {
  issueEvidence,
  type BreachFacts,
  type EvidenceNeeds,
  type IssuedEvidence,
} from "./issue-evidence.ts";
import type { JournalRecord } from "../ports/journal.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import type { Folded } from "../../../core/scoring/model/state.ts";
import { packState } from "../../../core/scoring/model/codec/state-codec.ts";

const dataDir = mkdtempSync(join(tmpdir(), "plumbline-evidence-"));
afterAll(() => rmSync(dataDir, { recursive: true }));

const specification = utf8("the method, as these tests have it");
const issuer = {
  organisation: "Example Fleet Safety",
  software: { name: "plumbline", version: "0.1.0", build_sha256: "0".repeat(64) },
};
const firstUs = 1_795_166_000_000_000;
const needs: EvidenceNeeds = {
  ...openEvidenceNeeds(dataDir, { issuer, specification, log: exampleLogSigner }),
  nowUs: () => firstUs + 86_400_000_000,
};
const trust = readTrust(utf8(writeTrust([needs.signer], [exampleLogSigner])), needs.sha256);
const rescore = rescorer({
  ...presentScoring,
  specificationSha256: createHash("sha256").update(specification).digest("hex"),
});

function verify(issued: Pick<IssuedEvidence, "bundle" | "frames">) {
  const bundle = inExampleLog(issued.bundle);
  return verifyBundle({ frames: issued.frames, bundle, trust }, primitives, { rescore });
}

/** Folds a journal to its first breach; the window begins after entry `from` or, at 0, with the empty state. */
function factsAtBreach(records: readonly JournalRecord[], from = 0): BreachFacts {
  let state = initialState();
  let initial: Uint8Array | null = null;
  let tierBeforeSinceUs: number | null = null;
  let healthBefore: number | null = null;
  for (const [index, record] of records.entries()) {
    if (record.seq === from + 1 && from > 0) initial = packState(state);
    const folded = fold(state, record.entry, defaultSettings);
    if (folded.score?.breachOpened === true) {
      return {
        organisation: "acme",
        apiKeyId: "AAAAAAAAAA",
        vehicleId: "veh-0042",
        fleetId: "vans",
        trigger: "breach_opened",
        score: folded.score,
        opening: openBreachOf(folded.state, defaultSettings)!,
        supersedes: null,
        tierBeforeSinceUs,
        healthBefore,
        window: { initialSeq: from, initialState: initial, records: records.slice(from, index + 1) },
        settings: defaultSettings,
      };
    }
    state = folded.state;
    tierBeforeSinceUs = tierChangedUs(record, folded) ?? tierBeforeSinceUs;
    healthBefore = folded.score?.healthScore ?? healthBefore;
  }
  throw new RangeError("no breach opens in these records");
}

/** When the tier became what it is after this record; null where it stayed. */
function tierChangedUs({ entry }: JournalRecord, { score }: Folded): number | null {
  const isChanged = score !== null && score.tier !== score.tierBefore;
  return isChanged && entry.kind === "frame" ? entry.reading.timestampUs : null;
}

/** One frame a second: seeded noise on radar and lidar, and from frame 120 on the radar off by 0.6 m. */
function radarStep(): readonly JournalRecord[] {
  let seed = 42;
  const noise = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32 - 0.5;
  };
  return Array.from({ length: 200 }, (_, index) => {
    const seq = index + 1;
    const radar = 0.2 * noise() + (seq > 120 ? 0.6 : 0);
    const lidar = 0.05 + 0.02 * noise();
    return frameRecord(seq, { radar_range_bias_m: radar, lidar_registration_error_m: lidar });
  });
}

function frameRecord(
  seq: number,
  sensors: { readonly radar_range_bias_m: number; readonly lidar_registration_error_m: number },
): JournalRecord {
  const timestampUs = firstUs + seq * 1_000_000;
  const timestamp = new Date(timestampUs / 1000).toISOString().replace("Z", "+00:00");
  return {
    seq,
    receivedAtUs: timestampUs + 250_500,
    timestamp,
    raw: JSON.stringify({ vehicle_id: "veh-0042", timestamp, sensors, metadata: { fleet_id: "vans" } }),
    entry: {
      kind: "frame",
      reading: {
        timestampUs,
        radarRangeBiasM: sensors.radar_range_bias_m,
        lidarRegistrationErrorM: sensors.lidar_registration_error_m,
      },
    },
  };
}

describe("evidence of a radar that jumped by 0.6 m", () => {
  const records = radarStep();

  test("verifies with the scoring recomputed bit for bit from the first frame on", () => {
    const facts = factsAtBreach(records);
    const issued = issueEvidence(facts, needs);
    const report = verify(issued);
    expect(report).toMatchObject({ verdict: "valid", exitStatus: 0 });
    expect(report.subject).toMatchObject({ eventId: issued.eventId, contentDigest: issued.contentDigest });
    expect(issued.frameCount).toBe(facts.window.records.length);
    expect(facts.score.seq).toBeGreaterThan(120);
  });

  test("verifies from a state in the middle of the journal", () => {
    const issued = issueEvidence(factsAtBreach(records, 100), needs);
    expect(verify(issued)).toMatchObject({ verdict: "valid" });
    const { scoring } = issued.bundle;
    expect(scoring.initial_state.seq).toBe(100);
    expect(scoring.inputs.first_seq).toBe(101);
  });

  test("verifies when commands lie among the frames", () => {
    const command = (seq: number, entry: JournalRecord["entry"]): JournalRecord => ({
      seq,
      receivedAtUs: firstUs + seq * 1_000_000,
      timestamp: null,
      raw: null,
      entry,
    });
    const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const mixed = [
      ...records.slice(0, 60),
      command(61, { kind: "baseline", action: "freeze", atUs: firstUs + 60_500_000 }),
      command(62, { kind: "reference", cameraRotation: identity, validFromUs: firstUs }),
      command(63, { kind: "baseline", action: "unfreeze", atUs: firstUs + 62_500_000 }),
      command(64, { kind: "reference", cameraRotation: null, validFromUs: firstUs }),
      ...records.slice(60).map((record) => ({ ...record, seq: record.seq + 4 })),
    ];
    expect(verify(issueEvidence(factsAtBreach(mixed, 50), needs))).toMatchObject({ verdict: "valid" });
  });

  test("does not verify when the operator raised one frame by a millimetre and signed again", () => {
    const facts = factsAtBreach(records);
    const window = facts.window.records;
    const at = window.length - 3;
    const { entry, ...rest } = window[at]!;
    if (entry.kind !== "frame") throw new TypeError("expected a frame");
    const raised = frameRecord(rest.seq, {
      radar_range_bias_m: entry.reading.radarRangeBiasM! + 0.001,
      lidar_registration_error_m: entry.reading.lidarRegistrationErrorM!,
    });
    const forged = issueEvidence(
      { ...facts, window: { ...facts.window, records: window.with(at, raised) } },
      needs,
    );
    expect(verify(forged)).toMatchObject({ verdict: "invalid", code: "E_RESCORE" });
  });

  test("does not verify when a limit was lowered afterwards and all was signed again", () => {
    const facts = factsAtBreach(records);
    const settings = { ...defaultSettings, change: { ...defaultSettings.change, limitNats: 9.25 } };
    const forged = issueEvidence({ ...facts, settings }, needs);
    expect(verify(forged)).toMatchObject({ verdict: "invalid", code: "E_RESCORE" });
  });

  test("says what the scoring said, in the contract's words and units", () => {
    const facts = factsAtBreach(records);
    const { bundle } = issueEvidence(facts, needs);
    expect(bundle).toMatchObject({
      vehicle_id: "veh-0042",
      tier: facts.score.tier,
      measurements: {
        camera_drift_deg: facts.score.cameraDriftDeg,
        radar_drift_mm: facts.score.radarDriftMm,
        health_score: facts.score.healthScore,
      },
      breach: { detector: "CUSUM", channel: "radar", side: "upper", frame_seq: facts.score.seq },
      retention: { policy: "claims-10y", delete_after: "2036-11-21" },
    });
    expect(bundle.event_id).toMatch(/^EVB-20261121-/);
    expect(bundle.measurements.radar_drift_mm).toBeGreaterThan(300);
  });

  test("has another id and another salt each time, and the same frames", () => {
    const facts = factsAtBreach(records);
    const [one, other] = [issueEvidence(facts, needs), issueEvidence(facts, needs)];
    expect(one.eventId).not.toBe(other.eventId);
    expect(one.contentDigest).not.toBe(other.contentDigest);
    expect(Buffer.from(one.frames).equals(Buffer.from(other.frames))).toBe(true);
  });

  test("salts the frames of two organisations differently, though vehicle and entries are called alike", () => {
    const facts = factsAtBreach(records);
    const salts = (organisation: string) =>
      textOf(issueEvidence({ ...facts, organisation }, needs).frames)!
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { readonly salt: string }).salt);
    const all = [...salts("acme"), ...salts("other")];
    expect(new Set(all).size).toBe(all.length);
  });

  test("verifies also when the clock was set back between reception and issue", () => {
    const issued = issueEvidence(factsAtBreach(records), { ...needs, nowUs: () => firstUs });
    expect(verify(issued)).toMatchObject({ verdict: "valid" });
    expect(issued.eventId).toMatch(/^EVB-20261120-/);
  });
});

test("a window that does not end with the breach frame is a fault", () => {
  const facts = factsAtBreach(radarStep());
  const records = facts.window.records.slice(0, -1);
  expect(() => issueEvidence({ ...facts, window: { ...facts.window, records } }, needs)).toThrow("window");
});

const streams = new URL("../../../../shared/data/frames/", import.meta.url);

/** The records a real stream becomes when it is ingested. */
function recordsOf(stream: string): readonly JournalRecord[] {
  const lines = readFileSync(new URL(stream, streams), "utf8").trimEnd().split("\n");
  return lines.map((raw, index) => {
    const parsed = parseFrame(JSON.parse(raw), { raw, nowUs: Number.POSITIVE_INFINITY, sha256Hex: () => "" });
    if (parsed.kind === "rejected") throw new TypeError(`${stream}: line ${index + 1} is rejected`);
    const { timestamp, reading } = parsed.frame;
    return {
      seq: index + 1,
      receivedAtUs: firstUs + index * 1000,
      timestamp,
      raw,
      entry: { kind: "frame", reading },
    };
  });
}

// The recorded streams are not part of the project; where they are not beside it, this test is skipped.
test.skipIf(!existsSync(streams))(
  "evidence of real streams verifies, from the start and from a state",
  () => {
    const faulted = readdirSync(streams).filter((name) => /^(kitti-05|mulran).*step.*ndjson$/.test(name));
    const breached = faulted.flatMap((name) => {
      const records = recordsOf(name);
      const breachSeq = firstBreach(records);
      return breachSeq === null ? [] : [{ records, breachSeq, ...vehicleOf(records) }];
    });
    const verdicts = breached.flatMap(({ records, breachSeq, vehicleId }) =>
      [0, breachSeq - 20].map((from) =>
        verify(issueEvidence({ ...factsAtBreach(records, from), vehicleId }, needs)),
      ),
    );
    expect(breached.length).toBeGreaterThan(faulted.length / 3);
    expect(verdicts.filter(({ verdict }) => verdict !== "valid")).toEqual([]);
  },
);

function firstBreach(records: readonly JournalRecord[]): number | null {
  let state = initialState();
  for (const { seq, entry } of records) {
    const folded = fold(state, entry, defaultSettings);
    if (folded.events.some(({ kind }) => kind === "breach_opened")) return seq;
    state = folded.state;
  }
  return null;
}

function vehicleOf(records: readonly JournalRecord[]): { readonly vehicleId: string } {
  const { vehicle_id: vehicleId } = JSON.parse(records[0]!.raw!) as { readonly vehicle_id: string };
  return { vehicleId };
}
