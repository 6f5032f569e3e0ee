import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { serve } from "../main.ts";
import { tightenFolder } from "./tighten-folder.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-tighten-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;

function folderOf(mode: number, files: Readonly<Record<string, number>>): string {
  folders += 1;
  const folder = join(scratch, `folder-${folders}`);
  mkdirSync(folder);
  for (const [name, fileMode] of Object.entries(files)) {
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), fileMode);
  }
  chmodSync(folder, mode);
  return folder;
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8);
}

test("a data folder open to others is closed, and the store's files in it", () => {
  const files = [
    "plumbline.db",
    "plumbline.db-wal",
    "plumbline.db-shm",
    "writer.lock",
    "log-high-water-mark",
  ];
  const folder = folderOf(0o755, Object.fromEntries(files.map((name) => [name, 0o644])));
  expect(tightenFolder(folder)).toBe("755");
  expect([modeOf(folder), ...files.map((name) => modeOf(join(folder, name)))]).toEqual([
    "700",
    ...files.map(() => "600"),
  ]);
  expect(tightenFolder(folder)).toBeNull();
});

test("an empty folder is taken and closed; one that holds other things, or is everybody's, is not touched", () => {
  const empty = folderOf(0o755, {});
  expect(tightenFolder(empty)).toBe("755");
  expect(modeOf(empty)).toBe("700");
  for (const folder of [
    folderOf(0o755, { "other.txt": 0o644 }),
    folderOf(0o1777, { "plumbline.db": 0o600 }),
  ]) {
    const before = modeOf(folder);
    expect(() => tightenFolder(folder)).toThrow(/can be entered by others .* --data-dir/);
    expect(modeOf(folder)).toBe(before);
  }
});

test("a service closes the folder it is started on", async () => {
  const dataDir = folderOf(0o755, {});
  const options = { env: {}, dataDir, port: 0, logLevel: "silent" };
  await (await serve(options)).stop();
  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, "plumbline.db"), 0o644);
  await (await serve(options)).stop();
  expect([modeOf(dataDir), modeOf(join(dataDir, "plumbline.db")), modeOf(join(dataDir, "keys"))]).toEqual([
    "700",
    "600",
    "700",
  ]);
});
