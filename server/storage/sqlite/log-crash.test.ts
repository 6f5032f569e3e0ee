import { createHash } from "node:crypto";
import fs, { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, StatementSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { breachOf, examineStoredLog, openLife } from "../../log-for-tests.ts";

/**
 * T-55. A killed process leaves its files as they are at that moment. So the files are copied before and after each
 * step of the commit that enters evidence in the log: every statement on the log, the commit itself, and every
 * call that writes the high-water mark. Each copy must then be a sound log that goes on from where it is.
 */
let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-crash-"));
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true }));

type Run = (this: StatementSync, ...values: SQLInputValue[]) => ReturnType<StatementSync["run"]>;

interface CrashPoint {
  readonly step: string;
  readonly copy: string;
}

/** Runs `work` and copies the data folder around each of its steps, as often as the files differ. */
async function crashPointsOf(
  work: () => Promise<unknown>,
): Promise<{ readonly steps: readonly string[]; readonly points: readonly CrashPoint[] }> {
  const steps: string[] = [];
  const points = new Map<string, CrashPoint>();
  const originals = {
    // oxlint-disable-next-line typescript/unbound-method -- bound again where it is called
    run: StatementSync.prototype.run as Run,
    // oxlint-disable-next-line typescript/unbound-method -- bound again where it is called
    exec: DatabaseSync.prototype.exec,
    openSync: fs.openSync,
    writeSync: fs.writeSync,
    fsyncSync: fs.fsyncSync,
    renameSync: fs.renameSync,
  };
  let isCopying = false;
  const around = <Result>(step: string, act: () => Result): Result => {
    if (isCopying) return act();
    const copyNow = (when: string) => {
      isCopying = true;
      steps.push(`${when} ${step}`);
      const digest = digestOf(dataDir);
      if (!points.has(digest)) {
        const copy = join(folder, `crash-${points.size}`);
        cpSync(dataDir, copy, { recursive: true });
        points.set(digest, { step: `${when} ${step}`, copy });
      }
      isCopying = false;
    };
    copyNow("before");
    const result = act();
    copyNow("after");
    return result;
  };
  const run: Run = function (...values) {
    const act = () => originals.run.apply(this, values);
    return /\b(log_|evidence)/.test(this.sourceSQL) ? around(this.sourceSQL.slice(0, 40), act) : act();
  };
  Object.assign(StatementSync.prototype, { run });
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
    return around(sql, () => originals.exec.call(this, sql));
  };
  for (const name of ["openSync", "writeSync", "fsyncSync", "renameSync"] as const) {
    const original = originals[name] as (...values: unknown[]) => unknown;
    (fs as unknown as Record<string, unknown>)[name] = (...values: unknown[]) =>
      around(name, () => original(...values));
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(StatementSync.prototype, { run: originals.run });
    DatabaseSync.prototype.exec = originals.exec;
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  }
  return { steps, points: [...points.values()] };
}

/** Of all files but the one SQLite makes anew when it is missing. */
function digestOf(path: string): string {
  const digest = createHash("sha256");
  for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }).toSorted()) {
    const file = join(path, name);
    if (name.endsWith("-shm") || !statSync(file).isFile()) continue;
    digest.update(`${name}\n`).update(readFileSync(file));
  }
  return digest.digest("hex");
}

async function goOn(at: string, vehicles: readonly string[]): Promise<void> {
  const { writer } = openLife(at);
  for (const vehicle of vehicles) await writer.commit([breachOf(vehicle)]);
  await writer.close();
}

test(
  "killed at any step, the log has no gap, no second root for a size, and no bundle without its leaf",
  { timeout: 120_000 },
  async () => {
    await goOn(dataDir, ["van-1"]);
    const signedBefore = examineStoredLog(dataDir).roots;
    const { writer } = openLife(dataDir);
    const { steps, points } = await crashPointsOf(() => writer.commit([breachOf("van-2")]));
    await writer.close();

    const seen = steps.join("\n");
    for (const step of [
      "BEGIN IMMEDIATE",
      "INSERT INTO evidence",
      "INSERT INTO log_leaf",
      "INSERT INTO log_tile",
    ]) {
      expect(seen).toContain(`after ${step}`);
    }
    for (const step of ["INSERT INTO log_checkpoint", "COMMIT", "writeSync", "fsyncSync", "renameSync"]) {
      expect(seen).toContain(`after ${step}`);
    }

    const sizes = new Set<number>();
    for (const { step, copy } of points) {
      const found = examineStoredLog(copy);
      expect([step, found.faults]).toEqual([step, []]);
      sizes.add(found.leaves);
      await goOn(copy, ["van-2", "van-3"]);
      const later = examineStoredLog(copy);
      expect([step, later.faults, later.leaves]).toEqual([step, [], 3]);
      // What was durable when it died is still what was signed.
      for (const [size, root] of [...signedBefore, ...found.roots]) expect(later.roots.get(size)).toBe(root);
    }
    expect(sizes).toEqual(new Set([1, 2]));
  },
);

test("killed at any step of its beginning, a log begins", { timeout: 120_000 }, async () => {
  fs.mkdirSync(dataDir);
  const { steps, points } = await crashPointsOf(async () => openLife(dataDir).database.close());
  expect(steps.length).toBeGreaterThan(20);
  expect(points.length).toBeGreaterThan(5);
  for (const { step, copy } of points) {
    await goOn(copy, ["van-1"]);
    const { faults, leaves } = examineStoredLog(copy);
    expect([step, faults, leaves]).toEqual([step, [], 1]);
  }
});

test("what these tests look for is found: a leaf lost, a root exchanged, a bundle without its leaf", async () => {
  await goOn(dataDir, ["van-1", "van-2"]);
  const bent = (name: string, sql: string) => {
    const copy = join(folder, name);
    cpSync(dataDir, copy, { recursive: true });
    const database = new DatabaseSync(join(copy, "plumbline.db"));
    database.exec("DROP TRIGGER log_leaf_stays; DROP TRIGGER log_checkpoint_is_final");
    database.exec(sql);
    database.close();
    return examineStoredLog(copy).faults.join("; ");
  };
  expect(bent("lost", "DELETE FROM log_leaf WHERE leaf_index = 0")).toContain("stands at 0");
  expect(bent("root", "UPDATE log_checkpoint SET root = zeroblob(32) WHERE size = 1")).toContain("root of 1");
  expect(bent("leaf", "DELETE FROM log_leaf WHERE leaf_index = 1")).toContain("is not in the log");
  expect(readFileSync(join(dataDir, "log-high-water-mark"), "utf8")).toMatch(/^2 /);
});
