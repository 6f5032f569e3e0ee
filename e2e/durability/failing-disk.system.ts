import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { nameScoring } from "../../server/app/journal/name-scoring.ts";
import { verifyStates } from "../../server/app/journal/verify-states.ts";
import { openForReading } from "../../server/storage/sqlite/open-database.ts";
import { SqliteAudit } from "../../server/storage/sqlite/audit/sqlite-audit.ts";

/** The disk fails under a running ledger: strace makes the system calls of our choice return an error. */
const program = join(import.meta.dirname, "stubborn-ledger.ts");
const canTrace = spawnSync("strace", ["-f", "-o", "/dev/null", "true"]).status === 0;
if (!canTrace)
  console.warn("failing-disk.system.ts is skipped: strace is not installed, or may not trace here.");

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-disk-"));
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the ledger with `fault` injected on the calls on its database files. */
function run(frames: number, fault?: string) {
  const files = ["", "-wal"].flatMap((suffix) => ["-P", join(dataDir, `plumbline.db${suffix}`)]);
  const strace =
    fault === undefined ? [] : ["strace", "-f", "-o", "/dev/null", ...files, "-e", `inject=${fault}`];
  const node = [process.execPath, program, dataDir, String(frames)];
  const [command, ...words] = [...strace, ...node] as [string, ...string[]];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") };
  const ended = spawnSync(command, words, { encoding: "utf8", timeout: 240_000, env });
  const lines = ended.stdout.trimEnd().split("\n");
  const numbers = (letter: string) =>
    lines.filter((line) => line.startsWith(`${letter} `)).map((line) => Number(line.split(" ")[1]));
  return {
    status: ended.status,
    stderr: ended.stderr,
    lines,
    acknowledged: numbers("A"),
    refused: numbers("R"),
  };
}

function stored() {
  const database = openForReading(join(dataDir, "plumbline.db"));
  try {
    const rows = database.prepare("SELECT seq FROM frame ORDER BY seq").all();
    const audit = new SqliteAudit(database);
    const { differences } = verifyStates({
      audit,
      settings: defaultSettings,
      scoring: nameScoring(defaultSettings),
    });
    return { frames: rows.length, damage: [...audit.findDamage(), ...differences] };
  } finally {
    database.close();
  }
}

test.skipIf(!canTrace)(
  "after a failed fsync nothing more is acknowledged and the process ends with a status that is not 0 (needs strace)",
  () => {
    const failing = run(100, "fsync,fdatasync:error=EIO:when=30+");
    expect(failing.lines.at(-1)).toBe("broken");
    expect(failing.status).toBe(70);
    expect(failing.acknowledged.length).toBeGreaterThan(0);
    expect(failing.acknowledged.length).toBeLessThan(100);

    const resumed = run(100);
    expect(resumed.status).toBe(0);
    expect(resumed.acknowledged).toHaveLength(100);
    expect(stored()).toEqual({ frames: 100, damage: [] });
  },
);

test.skipIf(!canTrace)(
  "with a full disk writes are refused, reads go on, and writing resumes without a restart (needs strace)",
  () => {
    const full = run(20, "pwrite64:error=ENOSPC:when=300..301");
    expect(full.stderr).toBe("");
    expect(full.status).toBe(0);
    expect(full.refused.length).toBeGreaterThan(0);
    expect(full.refused[0]).toBeGreaterThan(0);
    const refusals = full.lines.filter((line) => line.startsWith("R"));
    expect(new Set(refusals.map((line) => line.replace(/^R \d+ /, "")))).toEqual(
      new Set(["storage_unavailable reads:none The disk is full."]),
    );
    expect(full.acknowledged).toHaveLength(20);
    expect(full.lines.at(-1)).toBe("closed");
    expect(stored()).toEqual({ frames: 20, damage: [] });
  },
);
