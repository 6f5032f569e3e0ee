import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { crashPointsOf } from "../../../crash-points-for-tests.ts";
import { breachOf, examineStoredLog, openLife } from "../../../log-for-tests.ts";

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
    const { steps, points } = await crashPointsOf(dataDir, () => writer.commit([breachOf("van-2")]));
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
  mkdirSync(dataDir);
  const { steps, points } = await crashPointsOf(dataDir, async () => openLife(dataDir).database.close());
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
