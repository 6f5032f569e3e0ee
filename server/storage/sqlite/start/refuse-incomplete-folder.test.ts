import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { logKeyFile } from "../../../keys/open-log-signer.ts";
import { openLife } from "../../../log-for-tests.ts";
import { openDataFolder } from "../../data-folder.ts";
import { refuseIncompleteFolder } from "./refuse-incomplete-folder.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-incomplete-"));
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Asks, and holds the folder to staying as it was. */
function ask(at = dataDir): void {
  const found = openDataFolder(at);
  const before = readdirSync(at, { recursive: true });
  try {
    refuseIncompleteFolder(found, { markFile: found.logMark, logKey: logKeyFile(at) });
  } finally {
    expect(readdirSync(at, { recursive: true })).toEqual(before);
  }
}

test("a new folder, one at rest and one at work are begun or gone on with", async () => {
  ask();
  const { writer } = openLife(dataDir);
  ask();
  await writer.close();
  ask();
});

test("a copy without the write-ahead log, in which all of a young folder is, is not begun anew under the same key", async () => {
  const { writer } = openLife(dataDir);
  const copy = join(folder, "copy");
  const { database } = openDataFolder(copy);
  cpSync(openDataFolder(dataDir).database, database);
  cpSync(join(dataDir, "keys"), join(copy, "keys"), { recursive: true });
  await writer.close();
  expect(() => ask(copy)).toThrow(
    /plumbline\.db is empty, but the key of its log is there .*plumbline\.db-wal/,
  );
  truncateSync(database, 0);
  expect(() => ask(copy)).toThrow("is empty");
  rmSync(database);
  expect(() => ask(copy)).toThrow("is missing");
  writeFileSync(`${database}-wal`, "what a deleted database left behind");
  expect(() => ask(copy)).toThrow("is missing");
});

test("a database without the key of its log is refused before another one is made", async () => {
  await openLife(dataDir).writer.close();
  rmSync(join(dataDir, "keys"), { recursive: true });
  expect(() => ask()).toThrow(/keys.log-key\.pem is missing: .*Put the folder keys back/);
});
