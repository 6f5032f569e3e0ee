import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";

import { primitives } from "../../clients/conformance/evidence/examples/example-evidence.ts";
import { noteSigner } from "../../clients/conformance/evidence/examples/example-log.ts";
import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { appendToLog } from "../../core/evidence/log/append-to-log.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { formatCheckpoint } from "../../core/evidence/log/checkpoint.ts";
import { LogTree, type Tile } from "../../core/evidence/log/log-tree.ts";
import { leafHash } from "../../core/evidence/log/merkle.ts";
import { rescorer } from "../../core/evidence/rescore/rescore.ts";
import { signNote } from "../../core/evidence/log/signed-note.ts";
import { edgeTilesOf } from "../../core/evidence/log/tile-place.ts";
import { formatTlogProof } from "../../core/evidence/log/tlog-proof.ts";
import { readTrust } from "../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../core/evidence/verify/verify-bundle.ts";
import { presentScoring } from "../../core/scorers/present-scoring.ts";
import { fold } from "../../core/scoring/fold.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { openForReading } from "../../server/storage/sqlite/open-database.ts";
import { generateVehicle, ordinaryNoise } from "../../simulator/generate-vehicle.ts";
import { runStamp } from "../run-stamp.ts";
import { cacheFolder, incoming, openBenchLedger } from "./bench-ledger.ts";
import { probeDisk } from "./disk-probe.ts";
import { median } from "../median.ts";
import { initialState } from "../../core/scoring/model/initial-state.ts";

/**
 * Evidence through the embedded store: bundles a second from the frame that opens the breach to the bundle with its
 * place in the log, on the disk; how long one takes to verify; and how its proof grows up to a million leaves.
 */
const startUs = 1_772_352_000_000_000;
const { sha256 } = primitives;

/** Breaches that are sent at the same time; each a request of one frame. */
const loads = [
  { clients: 1, breaches: 60 },
  { clients: 16, breaches: 240 },
  { clients: 64, breaches: 640 },
] as const;
const proofSizes = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const;

interface IssueRate {
  readonly clients: number;
  readonly breaches: number;
  readonly bundlesPerSecond: number;
  readonly checkpoints: number;
  readonly diskSyncMs: number;
}

interface Issued {
  readonly rates: readonly IssueRate[];
  readonly verify: ReturnType<typeof measureVerification>;
}

async function measureIssue(): Promise<Issued> {
  const dataDir = mkdtempSync(join(cacheFolder(), "log-rate-"));
  try {
    const { ingest, close } = await openBenchLedger(dataDir);
    const database = openForReading(join(dataDir, "plumbline.db"));
    const count = (table: string) =>
      database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!["n"] as number;

    const rates: IssueRate[] = [];
    for (const { clients, breaches } of loads) {
      const vehicles = Array.from({ length: breaches }, (_, at) => breachOf(`load-${clients}-${at}`, at));
      for (const { before } of vehicles) await ingest(before);
      const [evidenceBefore, checkpointsBefore] = [count("evidence"), count("log_checkpoint")];
      const waiting = vehicles.map(({ opening }) => opening);
      const beganMs = performance.now();
      const client = async () => {
        for (let frame = waiting.shift(); frame !== undefined; frame = waiting.shift()) await ingest([frame]);
      };
      await Promise.all(Array.from({ length: clients }, client));
      const tookS = (performance.now() - beganMs) / 1000;
      const issued = count("evidence") - evidenceBefore;
      if (issued !== breaches) throw new Error(`${breaches} breaches, ${issued} bundles`);
      rates.push({
        clients,
        breaches,
        bundlesPerSecond: issued / tookS,
        checkpoints: count("log_checkpoint") - checkpointsBefore,
        diskSyncMs: probeDisk(dataDir).fdatasyncMsP50,
      });
    }
    const row = database
      .prepare("SELECT bundle, frames FROM evidence ORDER BY evidence_key DESC LIMIT 1")
      .get()!;
    const verify = measureVerification(dataDir, row as { bundle: Uint8Array; frames: Uint8Array });
    database.close();
    await close();
    return { rates, verify };
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** The frames of a vehicle up to the one that opens its breach, found by folding them. */
function breachOf(vehicleId: string, seed: number) {
  const vehicle = generateVehicle({
    vehicleId,
    // A fleet of its own: what a fleet had taught would move the breach away from where it is found here.
    fleetId: vehicleId,
    region: "lab",
    seed,
    startUs,
    periodS: 1,
    scenario: "bumper_repair_radar",
    onsetS: 80,
    noise: ordinaryNoise,
  });
  const before: IncomingFrame[] = [];
  let state = initialState();
  for (let step = 0; step < 5_000; step++) {
    const frame = vehicle.frameAt(step);
    if (frame === null) continue;
    const opening = incoming(frame);
    const folded = fold(state, { kind: "frame", reading: opening.reading }, defaultSettings);
    if (folded.events.some(({ kind }) => kind === "breach_opened")) return { before, opening };
    before.push(opening);
    state = folded.state;
  }
  throw new Error(`${vehicleId} has no breach`);
}

function measureVerification(dataDir: string, issued: { bundle: Uint8Array; frames: Uint8Array }) {
  const trust = readTrust(readFileSync(join(dataDir, "keys", "trust.json")), sha256);
  const rescore = rescorer(presentScoring);
  const input = { ...issued, trust, keyring: readFileSync(join(dataDir, "keys", "keyring.json")) };
  const verdict = verifyBundle(input, primitives, { rescore });
  if (verdict.verdict !== "valid") throw new Error(`issued evidence is ${verdict.verdict}: ${verdict.code}`);
  return {
    bundleBytes: issued.bundle.length,
    framesBytes: issued.frames.length,
    verifyMs: medianMs(100, () => verifyBundle(input, primitives, { rescore })),
    verifyWithoutFramesMs: medianMs(100, () => verifyBundle({ ...input, frames: null }, primitives)),
  };
}

function medianMs(times: number, act: () => unknown): number {
  const took = Array.from({ length: times }, () => {
    const beganMs = performance.now();
    act();
    return performance.now() - beganMs;
  });
  return median(took);
}

/** A proof of the newest leaf, and what one append costs at that size, without a disk. */
function measureGrowth() {
  const signer = noteSigner("evidence.example.org");
  const entry = (index: number) => utf8(`${"x".repeat(480)}${index}`);
  const tiles = new Map<string, Tile>();
  const read = (level: number, index: number) => tiles.get(`${level}/${index}`)!.hashes;
  let size = 0;
  return proofSizes.map((wanted) => {
    while (size < wanted) {
      const added = Math.min(4096, wanted - size);
      const hashes = Array.from({ length: added }, (_, at) => leafHash(entry(size + at), sha256));
      for (const tile of new LogTree(read, sha256).grownTiles(size, hashes)) {
        tiles.set(`${tile.level}/${tile.index}`, tile);
      }
      size += added;
    }
    const tree = new LogTree(read, sha256);
    const root = tree.root(size);
    const checkpoint = signNote(formatCheckpoint({ origin: signer.name, size, root }), [signer]);
    const hashes = tree.inclusionPath(size - 1, size);
    const middle = tree.inclusionPath(Math.floor(size / 2), size);
    const edge = {
      size,
      root,
      tiles: edgeTilesOf(size).map(({ level, index }) => tiles.get(`${level}/${index}`)!),
    };
    return {
      leaves: size,
      proofBytes: formatTlogProof({ index: size - 1, hashes, checkpoint }).length,
      middleProofBytes: formatTlogProof({ index: Math.floor(size / 2), hashes: middle, checkpoint }).length,
      appendOneMs: medianMs(30, () => appendToLog(edge, [entry(0)], { signer, sha256 })),
      append256Ms: medianMs(10, () =>
        appendToLog(
          edge,
          Array.from({ length: 256 }, (_, at) => entry(at)),
          { signer, sha256 },
        ),
      ),
    };
  });
}

const loadBefore = loadavg()[0]!;
const issued = await measureIssue();
const growth = measureGrowth();

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
console.log("Issued and in the log, durable; one frame a request, each opens a breach:");
console.table(
  issued.rates.map((rate) => ({
    clients: rate.clients,
    breaches: rate.breaches,
    "bundles/s": Math.round(rate.bundlesPerSecond),
    checkpoints: rate.checkpoints,
    "disk p50 ms": rounded(rate.diskSyncMs, 2),
  })),
);
const { verify } = issued;
console.log(
  `Verified in ${rounded(verify.verifyMs, 1)} ms with ${verify.framesBytes} bytes of frames scored again, ` +
    `in ${rounded(verify.verifyWithoutFramesMs, 1)} ms without; the bundle has ${verify.bundleBytes} bytes.`,
);
console.log("The proof in a bundle, and one append without a disk:");
console.table(
  growth.map((at) => ({
    leaves: at.leaves,
    "newest leaf's proof bytes": at.proofBytes,
    "middle leaf's proof bytes": at.middleProofBytes,
    "append 1 ms": rounded(at.appendOneMs, 2),
    "append 256 ms": rounded(at.append256Ms, 1),
  })),
);
const file = new URL("../results/log-rate.json", import.meta.url);
mkdirSync(new URL(".", file), { recursive: true });
const report = { ...runStamp(), load_average_before: loadBefore, ...issued, growth };
writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
