import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { nameScoring } from "../../server/app/journal/name-scoring.ts";
import { verifyStates } from "../../server/app/journal/verify-states.ts";
import { openDatabase } from "../../server/storage/sqlite/open-database.ts";
import { SqliteAudit } from "../../server/storage/sqlite/audit/sqlite-audit.ts";
import { diskAfterPowerLoss, lossModes } from "./disk-after-power-loss.ts";
import { readTrace, straceArguments, type TracedStep } from "./disk-trace.ts";
import { seeded } from "./hammered-ledger.ts";
import { framesPerCommit, type TracedMode } from "./traced-ledger.ts";

/**
 * A killed process proves nothing about a power cut: the system keeps what was written. Here the system calls of a
 * writing process are traced and replayed without what was never synchronised, cut at many places, and the database
 * is opened as the service would. The two controls make the mistakes that this test exists to catch; if they passed,
 * the test would be worth nothing. `PLUMBLINE_POWER_CUTS=1000` for longer runs.
 */
const cuts = Number(process.env["PLUMBLINE_POWER_CUTS"] ?? 48);
const commits = 40;
const program = join(import.meta.dirname, "traced-ledger.ts");
const canTrace = spawnSync("strace", ["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).status === 0;
if (!canTrace)
  console.warn("power-loss.release.ts is skipped: strace is not installed, or may not trace here.");

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "plumbline-power-")));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!canTrace)(
  "after a power cut at any moment every acknowledged frame is there and the database is sound (needs strace)",
  { timeout: 300_000 + cuts * 10_000 },
  () => {
    const images = imagesAfterCuts("full", cuts);
    expect(images.filter(({ lost }) => lost > 0)).toEqual([]);
    expect(images.filter(({ damage }) => damage.length > 0)).toEqual([]);
    expect(images.filter(({ isPartial, unsent }) => isPartial || unsent > 0)).toEqual([]);
    // Some images must contain work in progress, else nothing was tried.
    expect(images.filter(({ acknowledged }) => acknowledged > 0).length).toBeGreaterThan(cuts / 2);
  },
);

test.skipIf(!canTrace).each<[TracedMode, string, number]>([
  // Images that keep everything, a quarter of them, cannot show either mistake.
  // The more a commit writes, the sooner its log is synchronised all the same.
  ["normal", "synchronous=NORMAL", 0.3],
  ["early", "an answer before the commit", 0.4],
])("control: %s (%s) loses acknowledged frames in many of the images (needs strace)", (mode, _, share) => {
  const images = imagesAfterCuts(mode, 24);
  expect(images.filter(({ lost }) => lost > 0).length / images.length).toBeGreaterThanOrEqual(share);
});

interface Image {
  readonly mode: string;
  readonly cut: number;
  readonly acknowledged: number;
  /** Acknowledged frames that are not there. */
  readonly lost: number;
  /** Frames beyond the commit that was under way. */
  readonly unsent: number;
  /** A commit that is there in part. */
  readonly isPartial: boolean;
  readonly damage: readonly unknown[];
}

function imagesAfterCuts(mode: TracedMode, count: number): readonly Image[] {
  const steps = trace(mode);
  const random = seeded(count);
  return Array.from({ length: count }, (_, at) => {
    const cut = 1 + Math.floor(random() * steps.length);
    const loss = lossModes[at % lossModes.length]!;
    const files = diskAfterPowerLoss(steps.slice(0, cut), loss, random);
    const printed = steps.slice(0, cut).filter(({ kind }) => kind === "printed").length;
    return {
      mode: loss,
      cut,
      acknowledged: printed * framesPerCommit,
      ...found(files, printed * framesPerCommit),
    };
  });
}

function trace(mode: TracedMode): readonly TracedStep[] {
  const dataDir = join(folder, mode);
  const log = join(folder, `${mode}.log`);
  const words = [process.execPath, program, dataDir, mode, String(commits)];
  const traced = spawnSync("strace", [...straceArguments(log), ...words], { encoding: "utf8" });
  expect(traced.stderr).toBe("");
  expect(traced.status).toBe(0);
  const steps = readTrace(readFileSync(log, "utf8"), dataDir);
  rmSync(log);
  expect(steps.filter(({ kind }) => kind === "printed")).toHaveLength(commits);
  const checkpoints = steps.filter((step) => step.kind === "sync" && step.file === "plumbline.db").length;
  expect(checkpoints).toBeGreaterThan(2);
  return steps;
}

/** Opens the files as the service does after a restart, and looks. */
function found(
  files: ReadonlyMap<string, Uint8Array>,
  acknowledged: number,
): Pick<Image, "lost" | "unsent" | "isPartial" | "damage"> {
  const path = mkdtempSync(join(folder, "image-"));
  mkdirSync(path, { recursive: true });
  for (const [name, bytes] of files) {
    // The shared-memory index is memory, not disk: it is gone with the power.
    if (!name.endsWith("-shm")) writeFileSync(join(path, name), bytes);
  }
  const database = openDatabase(join(path, "plumbline.db"));
  try {
    const audit = new SqliteAudit(database);
    const stored = database.prepare("SELECT count(*) AS frames FROM frame").get()!["frames"] as number;
    const { differences } = verifyStates({
      audit,
      settings: defaultSettings,
      scoring: nameScoring(defaultSettings),
    });
    return {
      lost: Math.max(0, acknowledged - stored),
      unsent: Math.max(0, stored - acknowledged - framesPerCommit),
      isPartial: stored % framesPerCommit !== 0,
      damage: [...audit.findDamage(), ...differences],
    };
  } finally {
    database.close();
    rmSync(path, { recursive: true });
  }
}
