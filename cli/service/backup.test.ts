import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-backup-"));
const dataDir = join(parent, "data");
afterAll(() => rmSync(parent, { recursive: true }));

const create = [
  "keys",
  "create",
  "--org",
  "acme",
  "--name",
  "n",
  "--preset",
  "ingest",
  "--data-dir",
  dataDir,
];
const backup = (to: string, more: readonly string[] = []) =>
  runRecorded(["backup", "--data-dir", dataDir, "--to", join(parent, to), ...more]);

test("a backup says what it holds and how to restore, and goes into a new folder only", async () => {
  expect(await runRecorded(create)).toMatchObject({ exitCode: 0 });
  const run = await backup("first");
  expect(run).toMatchObject({ exitCode: 0, err: "" });
  expect(run.out).toMatch(/0 vehicles, 0 frames, .*1 API keys, no log yet/u);
  expect(run.out).toMatch(/To restore: stop the service/u);
  expect(readdirSync(join(parent, "first")).toSorted()).toEqual(["keys", "plumbline.db"]);
  expect(statSync(join(parent, "first", "plumbline.db")).mode & 0o777).toBe(0o600);
  expect(statSync(join(parent, "first", "keys", "api-key-pepper")).mode & 0o777).toBe(0o600);

  const again = await backup("first");
  expect(again.exitCode).toBe(2);
  expect(again.err).toMatch(/is not empty/u);
  mkdirSync(join(parent, "empty"));
  const json = await backup("empty", ["--json"]);
  expect(JSON.parse(json.out)).toMatchObject({
    api_keys: 1,
    frames: 0,
    webhooks: null,
    keys: ["api-key-pepper"],
  });
});

test("what cannot be copied leaves nothing behind", async () => {
  expect((await backup("data/inside")).err).toMatch(/lies in the data folder itself/u);
  expect(existsSync(join(dataDir, "inside"))).toBe(false);
  writeFileSync(join(dataDir, "webhooks.db"), "no database");
  expect((await backup("broken")).exitCode).toBe(1);
  expect(existsSync(join(parent, "broken"))).toBe(false);
  rmSync(join(dataDir, "webhooks.db"));
  const none = await runRecorded(["backup", "--data-dir", join(parent, "none"), "--to", join(parent, "x")]);
  expect(none.err).toMatch(/is no data folder/u);
});
