import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";

import { utf8 } from "../../../../core/encoding/bytes.ts";
import { formatVerifierKey } from "../../../../core/evidence/log/signed-note.ts";
import { readTrust } from "../../../../core/evidence/keys/trust.ts";
import { openLogSigner } from "../../../keys/open-log-signer.ts";
import { sha256 } from "../../../app/sha256.ts";
import { openDataFolder } from "../../data-folder.ts";
import { breachOf, examineStoredLog, logOrigin as origin, openLife } from "../../../log-for-tests.ts";
import { openDatabase } from "../open-database.ts";
import { resumeLog } from "./resume-log.ts";
import { prepareQuery } from "../prepare-query.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-log-"));
  dataDir = join(folder, "data");
  openDataFolder(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true }));

const markOf = (folder: string) => openDataFolder(folder).logMark;

/** A life of the service: opens, commits the frames of these vehicles up to their breach, and ends in order. */
async function live(vehicles: readonly string[], at = dataDir): Promise<void> {
  const { writer } = openLife(at);
  for (const vehicle of vehicles) await writer.commit([breachOf(vehicle)]);
  await writer.close();
}

const examine = () => examineStoredLog(dataDir);

/** Restores the database of one folder into another, as from a backup; keys and mark stay. */
function restoreDatabase(from: string, to = dataDir): void {
  cpSync(openDataFolder(from).database, openDataFolder(to).database);
}

test("every bundle is in the log, whose sizes were each signed once, over several lives", async () => {
  await live(["van-1", "van-2"]);
  await live([]);
  await live(["van-3"]);
  const { faults, roots } = examine();
  expect(faults).toEqual([]);
  expect([...roots.keys()]).toEqual([0, 1, 2, 3]);
});

test("several breaches in one commit share one checkpoint", async () => {
  const { writer } = openLife(dataDir);
  await writer.commit(["van-1", "van-2", "van-3"].map(breachOf));
  await writer.close();
  expect(examine()).toMatchObject({ faults: [], leaves: 3 });
  expect([...examine().roots.keys()]).toEqual([0, 3]);
});

test("T-29 a database restored from an older copy does not sign", async () => {
  await live(["van-1"]);
  const backup = join(folder, "backup");
  cpSync(dataDir, backup, { recursive: true });
  await live(["van-2"]);
  restoreDatabase(backup);
  await expect(live([])).rejects.toThrow(/older than its log: it ends at size 1, and size 2 was signed/);
  await expect(live(["van-3"])).rejects.toThrow("fork");
});

test("T-29 a database with another history of the same size does not sign", async () => {
  await live(["van-1"]);
  const other = join(folder, "other");
  cpSync(dataDir, other, { recursive: true });
  await live(["van-2"]);
  await live(["van-2"], other);
  restoreDatabase(other);
  await expect(live([])).rejects.toThrow(/another log: at size 2 another root was signed/);
});

test("without its mark a log with leaves does not go on, and says how to go on knowingly", async () => {
  await live(["van-1"]);
  const line = readFileSync(markOf(dataDir), "utf8");
  expect(line).toMatch(/^1 [A-Za-z0-9+/]{43}=\n$/);
  rmSync(markOf(dataDir));
  const refused = await live([]).catch((fault: Error) => fault.message);
  expect(refused).toContain(`echo '${line.trim()}'`);
  writeFileSync(markOf(dataDir), line);
  await live(["van-2"]);
  expect(examine().faults).toEqual([]);
});

test.each(["", "1", "1 \n", "01 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", "-1 x\n"])(
  "a mark that holds %j is refused",
  async (text) => {
    await live([]);
    writeFileSync(markOf(dataDir), text);
    await expect(live([])).rejects.toThrow("not a mark");
  },
);

test("the key and the name of a log are its own for life", async () => {
  await live(["van-1"]);
  rmSync(join(dataDir, "keys", "log-key.pem"));
  await expect(live([])).rejects.toThrow("not the key of this log");
  const database = openDatabase(openDataFolder(dataDir).database);
  const signer = openLogSigner(dataDir, "other.example.org");
  const resume = () => resumeLog(database, { signer, markFile: markOf(dataDir), sha256 });
  expect(resume).toThrow(`PLUMBLINE_LOG_ORIGIN=${origin}`);
  database.close();
});

test("the database itself refuses to change, remove or reorder what was signed", async () => {
  await live(["van-1", "van-2"]);
  const database = openDatabase(openDataFolder(dataDir).database);
  for (const [sql, reason] of [
    ["UPDATE log_checkpoint SET root = x'00' WHERE size = 1", "never changes"],
    ["DELETE FROM log_checkpoint", "never removed"],
    ["INSERT INTO log_checkpoint VALUES (1, x'00', '')", "signed already"],
    ["INSERT OR REPLACE INTO log_checkpoint VALUES (2, x'00', '')", "signed already"],
    ["UPDATE log_leaf SET entry = x'00'", "never changes"],
    ["DELETE FROM log_leaf WHERE leaf_index = 1", "never removed"],
    ["INSERT INTO log_leaf VALUES (3, x'00')", "at the end"],
    ["INSERT OR REPLACE INTO log_leaf VALUES (1, x'00')", "at the end"],
  ] as const) {
    expect(() => database.exec(sql)).toThrow(reason);
  }
  database.close();
  expect(examine().faults).toEqual([]);
});

test("T-49 an event id is issued once", async () => {
  await live(["van-1"]);
  const database = openDatabase(openDataFolder(dataDir).database);
  const columns = columnsOf(database, "evidence")
    .filter((name) => name !== "evidence_key")
    .join(", ");
  const again = () => database.exec(`INSERT INTO evidence (${columns}) SELECT ${columns} FROM evidence`);
  expect(again).toThrow(/UNIQUE.*event_id/);
  database.close();
});

function columnsOf(database: DatabaseSync, table: string): readonly string[] {
  return prepareQuery<{ name: string }>(database, "SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => name);
}

test("a mark that cannot be written holds up the next signature, not the one that is durable", async () => {
  const { writer } = openLife(dataDir);
  await writer.commit([breachOf("van-1")]);
  const blocked = `${markOf(dataDir)}.new`;
  rmSync(blocked, { force: true });
  cpSync(join(dataDir, "keys"), blocked, { recursive: true });
  await writer.commit([breachOf("van-2")]);
  await expect(writer.commit([breachOf("van-3")])).rejects.toThrow("cannot be written");
  rmSync(blocked, { recursive: true });
  await writer.commit([breachOf("van-3")]);
  await writer.close();
  expect(examine()).toMatchObject({ faults: [], leaves: 3 });
  expect(readFileSync(markOf(dataDir), "utf8")).toMatch(/^3 /);
});

test("trust.json names the log by the key that signs it", async () => {
  await live([]);
  const trust = readTrust(readFileSync(join(dataDir, "keys", "trust.json")), sha256);
  expect(trust.logs.map(formatVerifierKey)).toEqual([formatVerifierKey(openLogSigner(dataDir, origin))]);
  expect(readFileSync(join(dataDir, "keys", "log.vkey"))).toEqual(
    Buffer.from(utf8(`${formatVerifierKey(openLogSigner(dataDir, origin))}\n`)),
  );
});
