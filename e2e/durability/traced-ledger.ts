import { writeSync } from "node:fs";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { nameScoring } from "../../server/app/journal/name-scoring.ts";
import { FleetPriors } from "../../server/app/commit/fleet-priors.ts";
import { StateCache } from "../../server/app/journal/state-cache.ts";
import type { FramesRequest } from "../../server/app/ports/write-request.ts";
import { openEvidenceNeeds } from "../../server/keys/open-evidence-needs.ts";
import { openLogSigner } from "../../server/keys/open-log-signer.ts";
import { sha256 } from "../../server/app/sha256.ts";
import { radarFrame, startUs } from "../../server/storage/frames-for-tests.ts";
import { openDataFolder } from "../../server/storage/data-folder.ts";
import { LedgerWriter } from "../../server/storage/sqlite/write/ledger-writer.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { resumeLog } from "../../server/storage/sqlite/start/resume-log.ts";

/**
 * A process whose system calls are traced: run as `node traced-ledger.ts DATA_DIR MODE COMMITS`. It makes commits of
 * three frames and tells each on standard output (`A number`) when it is answered. Modes: `full` as the service does
 * it; `normal` with synchronous=NORMAL and `early` answering before the commit, the two mistakes the test must catch.
 */
export type TracedMode = "full" | "normal" | "early";
export const framesPerCommit = 3;
export const tracedVehicles = ["van-0", "van-1"] as const;

/** Small, so that a few dozen commits see several checkpoints. */
const checkpointPages = 200;

async function run(dataDir: string, mode: TracedMode, commits: number): Promise<void> {
  const folder = openDataFolder(dataDir);
  const database = openDatabase(folder.database);
  const signer = openLogSigner(dataDir, "log.example.org");
  if (mode === "normal") database.exec("PRAGMA synchronous = NORMAL");
  const issuer = {
    organisation: "test",
    software: { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) },
  };
  const writer = new LedgerWriter(database, {
    settings: defaultSettings,
    scoring: nameScoring(defaultSettings),
    evidence: openEvidenceNeeds(dataDir, { issuer, specification: new Uint8Array(), log: signer }),
    log: resumeLog(database, { signer, markFile: folder.logMark, sha256 }),
    cache: new StateCache(100),
    fleetPriors: new FleetPriors(),
    answerRetentionUs: 1,
    checkpointPages,
  });
  for (let commit = 0; commit < commits; commit += 1) {
    if (mode === "early") tell(commit);
    await writer.commit([requestOf(commit)]);
    if (mode !== "early") tell(commit);
    writer.checkpointIfDue();
  }
}

function requestOf(commit: number): FramesRequest {
  const frames = Array.from({ length: framesPerCommit }, (_, at) =>
    radarFrame(tracedVehicles[commit % tracedVehicles.length]!, commit * framesPerCommit + at),
  );
  const writer = { organisation: "acme", keyId: "key", fleets: null };
  return { kind: "frames", writer, frames, receivedAtUs: startUs, answer: { form: "none" }, keep: null };
}

function tell(commit: number): void {
  writeSync(1, `A ${commit}\n`);
}

if (import.meta.main) {
  const [dataDir, mode, commits] = process.argv.slice(2);
  await run(dataDir!, mode as TracedMode, Number(commits));
}
