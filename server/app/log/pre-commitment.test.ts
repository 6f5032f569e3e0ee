import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import { readStoredBundle, type Bundle } from "../../../core/encoding/bundle.ts";
import { fromBase64 } from "../../../core/encoding/base64.ts";
import { toHex } from "../../../core/encoding/bytes.ts";
import {
  intervalDigest,
  noIntervalBefore,
  type Interval,
} from "../../../core/evidence/frames/ingest-chain.ts";
import { exportedTrust } from "../../log-for-tests.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { openEvidenceNeeds } from "../../keys/open-evidence-needs.ts";
import { openFrameSalt } from "../../keys/open-frame-salt.ts";
import { openLogSigner } from "../../keys/open-log-signer.ts";
import { sha256 } from "../sha256.ts";
import { openDataFolder } from "../../storage/data-folder.ts";
import { secondUs, startUs, streamOf } from "../../storage/frames-for-tests.ts";
import { LedgerWriter } from "../../storage/sqlite/write/ledger-writer.ts";
import { openDatabase } from "../../storage/sqlite/open-database.ts";
import { resumeIntervals } from "../../storage/sqlite/start/resume-intervals.ts";
import { resumeLog } from "../../storage/sqlite/start/resume-log.ts";
import { verifyChains } from "../../storage/sqlite/audit/verify-chains.ts";
import { nameScoring } from "../journal/name-scoring.ts";
import { FleetPriors } from "../commit/fleet-priors.ts";
import { StateCache, unpackedBytes } from "../journal/state-cache.ts";

let dataDir: string;
let nowUs: number;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-precommit-"));
  nowUs = startUs;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

interface Service {
  readonly database: DatabaseSync;
  send(...frames: readonly IncomingFrame[]): Promise<void>;
  freeze(vehicleId: string): Promise<void>;
  close(): Promise<void>;
}

/** The writing side as the service opens it, with a clock of our own. */
function open(): Service {
  const folder = openDataFolder(dataDir);
  const database = openDatabase(folder.database);
  database.exec("PRAGMA synchronous = OFF");
  const signer = openLogSigner(dataDir, "log.example.org");
  const log = resumeLog(database, { signer, markFile: folder.logMark, sha256 });
  const issuer = {
    organisation: "test",
    software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
  };
  const given = { issuer, specification: new Uint8Array(), log: signer };
  const evidence = { ...openEvidenceNeeds(dataDir, given), nowUs: () => nowUs };
  const writer = new LedgerWriter(database, {
    settings: defaultSettings,
    scoring: nameScoring(defaultSettings),
    evidence,
    log,
    cache: new StateCache(100 * unpackedBytes),
    fleetPriors: new FleetPriors(),
    answerRetentionUs: 1,
    intervals: resumeIntervals(database, evidence),
  });
  const from = { organisation: "acme", keyId: "key", fleets: null };
  return {
    database,
    async send(...frames) {
      const {
        outcomes: [outcome],
      } = await writer.commit([
        { kind: "frames", writer: from, frames, receivedAtUs: nowUs, answer: { form: "none" }, keep: null },
      ]);
      expect(outcome!.kind).toBe("frames");
    },
    async freeze(vehicleId) {
      const {
        outcomes: [outcome],
      } = await writer.commit([
        {
          kind: "command",
          writer: from,
          vehicleId,
          entry: { kind: "baseline", action: "freeze", atUs: nowUs },
          reason: "test",
          keyId: "key",
          requestId: "req",
          receivedAtUs: nowUs,
          keep: null,
        },
      ]);
      expect(outcome!.kind).toBe("command");
    },
    close: () => writer.close(),
  };
}

function trouble(vehicleId: string, frames = 140): readonly IncomingFrame[] {
  return streamOf(vehicleId, { frames, scenario: "bumper_repair_radar", onset: 80 });
}

interface Stored {
  readonly bundle: Bundle;
  readonly report: ReturnType<typeof verifyBundle>;
}

function evidenceIn(database: DatabaseSync): readonly Stored[] {
  const belief = exportedTrust(dataDir);
  return database
    .prepare("SELECT bundle, frames FROM evidence ORDER BY evidence_key")
    .all()
    .map((row) => {
      const bytes = { bundle: row["bundle"] as Uint8Array, frames: row["frames"] as Uint8Array };
      return {
        bundle: readStoredBundle(bytes.bundle),
        report: verifyBundle({ ...bytes, ...belief }, primitives),
      };
    });
}

function intervalsIn(database: DatabaseSync): readonly Interval[] {
  return database
    .prepare("SELECT envelope FROM log_document WHERE kind = 'precommit' ORDER BY leaf_index")
    .all()
    .map((row) => {
      const { payload } = JSON.parse(Buffer.from(row["envelope"] as Uint8Array).toString()) as {
        payload: string;
      };
      return JSON.parse(Buffer.from(fromBase64(payload)!).toString()) as Interval;
    });
}

/** Frame by frame, a second apart, as a vehicle sends them. */
async function live(service: Service, frames: readonly IncomingFrame[]): Promise<void> {
  for (const frame of frames) {
    nowUs += secondUs;
    await service.send(frame);
  }
}

test("evidence of frames that came one by one names intervals from before the breach, and its proofs hold", async () => {
  const service = open();
  await live(service, trouble("VEH-1"));
  const [{ bundle, report }] = evidenceIn(service.database) as [Stored];
  expect(report.findings).toMatchObject({
    checkpoint: { kind: "pass" },
    inclusion: { kind: "pass" },
    frames: { kind: "pass" },
  });
  const { intervals, after_seq: after } = bundle.frames.precommit!;
  expect(after).toBe(bundle.scoring.inputs.first_seq - 1);
  expect(intervals.length).toBeGreaterThanOrEqual(2);
  expect(intervals.at(-1)!.seq).toBe(bundle.breach.frame_seq);
  expect(intervals[0]!.seq).toBeLessThan(bundle.breach.frame_seq - 10);
  expect(bundle.proof.precommit).toHaveLength(intervals.length);
  await service.close();
});

test("intervals follow each other without a gap, and count what they hold", async () => {
  const service = open();
  await live(service, trouble("VEH-1"));
  await live(service, trouble("VEH-2"));
  nowUs += 61 * secondUs;
  await service.send(...trouble("VEH-3", 3));
  const intervals = intervalsIn(service.database);
  expect(intervals.map(({ number }) => number)).toEqual(intervals.map((_, at) => at + 1));
  intervals.reduce((before, interval) => {
    expect(interval.prev).toBe(before);
    return intervalDigest(interval, sha256);
  }, noIntervalBefore);
  for (const [at, { from }] of intervals.entries()) {
    if (at > 0) expect(from).toBe(intervals[at - 1]!.to);
  }
  const sum = (member: "entries" | "evidence") => intervals.reduce((total, one) => total + one[member], 0);
  expect([sum("entries"), sum("evidence")]).toEqual([283, 2]);
  await service.close();
});

test("an interval ends with the first commit a minute after it began, and not before", async () => {
  const service = open();
  const frames = trouble("VEH-1", 6);
  await service.send(frames[0]!);
  nowUs += 59 * secondUs;
  await service.send(frames[1]!);
  expect(intervalsIn(service.database)).toHaveLength(0);
  nowUs += secondUs;
  await service.send(frames[2]!);
  expect(intervalsIn(service.database)).toMatchObject([{ entries: 3, leaves: 1, evidence: 0 }]);
  await service.send(frames[3]!);
  expect(intervalsIn(service.database)).toHaveLength(1);
  await service.close();
});

test("a whole life in one batch, several breaches in one batch, and frames behind a breach: every proof holds", async () => {
  const service = open();
  await service.send(...trouble("VEH-1", 400), ...trouble("VEH-2"), ...trouble("VEH-3", 90));
  nowUs += 61 * secondUs;
  await service.send(...trouble("VEH-4"), ...trouble("VEH-5"));
  const stored = evidenceIn(service.database);
  expect(stored.length).toBeGreaterThanOrEqual(4);
  for (const { report, bundle } of stored) {
    expect(bundle.frames.precommit, bundle.vehicle_id).toBeDefined();
    expect(report.findings.frames, bundle.vehicle_id).toMatchObject({ kind: "pass" });
  }
  expect(intervalsIn(service.database)).toHaveLength(2);
  await service.close();
});

test("commands are links of the chain as well", async () => {
  const service = open();
  const frames = trouble("VEH-1");
  await live(service, frames.slice(0, 70));
  await service.freeze("VEH-1");
  await live(service, frames.slice(70));
  const [{ report, bundle }] = evidenceIn(service.database) as [Stored];
  expect(bundle.frames.precommit).toBeDefined();
  expect(report.findings.frames).toMatchObject({ kind: "pass" });
  await service.close();
});

test.each([10, 61, 79])(
  "a service that ended without a word after frame %i goes on with the very same chains",
  async (at) => {
    const frames = trouble("VEH-1");
    const first = open();
    await live(first, frames.slice(0, at));
    await first.send(...trouble("VEH-2", 5));
    first.database.close();

    const second = open();
    await live(second, frames.slice(at));
    nowUs += 61 * secondUs;
    await second.send(...trouble("VEH-3", 1));
    const [{ report, bundle }] = evidenceIn(second.database) as [Stored];
    expect(report.findings.frames).toMatchObject({ kind: "pass" });
    const interrupted = headsIn(second.database);
    expect(interrupted.has("VEH-2/5"), "what was open when it ended is committed to after all").toBe(true);
    expect(bundle.frames.precommit!.after_seq).toBe(0);
    await second.close();

    // The heads are a function of the entries, their receipt and the folder's secret alone.
    const chain = new Map([...interrupted].filter(([place]) => place.startsWith("VEH-1/")));
    expect(chain.size).toBeGreaterThan(1);
  },
);

/** Every stored head, by vehicle and entry. */
function headsIn(database: DatabaseSync): ReadonlyMap<string, string> {
  return new Map(
    database
      .prepare("SELECT vehicle_id, seq, head FROM chain_place JOIN vehicle USING (vehicle_key)")
      .all()
      .map((row) => [`${String(row["vehicle_id"])}/${String(row["seq"])}`, toHex(row["head"] as Uint8Array)]),
  );
}

test("every stored head comes out of the journals again, and a journal that was changed does not lead there", async () => {
  const service = open();
  await live(service, trouble("VEH-1"));
  await service.freeze("VEH-1");
  await service.send(...trouble("VEH-2", 300));
  const needs = { sha256, frameSalt: openFrameSalt(dataDir) };
  const sound = verifyChains(service.database, needs);
  expect(sound.differences).toEqual([]);
  expect(sound.compared).toBeGreaterThanOrEqual(5);
  service.database.exec(
    "UPDATE frame SET received_us = received_us + 1000 WHERE seq = 20 AND vehicle_key = 1",
  );
  expect(verifyChains(service.database, needs).differences).toMatchObject([{ vehicleId: "VEH-1" }]);
  await service.close();
});

test("a window that begins at a stored state begins its chain there", async () => {
  const service = open();
  const quiet = streamOf("VEH-1", { frames: 700, scenario: "bumper_repair_radar", onset: 640 });
  for (let at = 0; at < quiet.length; at += 20) {
    nowUs += 20 * secondUs;
    await service.send(...quiet.slice(at, at + 20));
  }
  const [{ report, bundle }] = evidenceIn(service.database) as [Stored];
  expect(bundle.scoring.initial_state.seq).toBeGreaterThan(0);
  expect(bundle.frames.precommit!.after_seq).toBe(bundle.scoring.initial_state.seq);
  expect(bundle.frames.precommit!.intervals).toHaveLength(3);
  expect(report.findings.frames).toMatchObject({ kind: "pass" });
  await service.close();
});

test("what a transaction that was undone received is in no chain", async () => {
  const service = open();
  const frames = trouble("VEH-1");
  await live(service, frames.slice(0, 20));
  service.database.exec("CREATE TRIGGER no BEFORE INSERT ON frame BEGIN SELECT RAISE(ABORT, 'no'); END");
  await expect(service.send(frames[20]!)).rejects.toThrow("no");
  service.database.exec("DROP TRIGGER no");
  await live(service, frames.slice(20));
  const [{ report }] = evidenceIn(service.database) as [Stored];
  expect(report.findings.frames).toMatchObject({ kind: "pass" });
  await service.close();
});
