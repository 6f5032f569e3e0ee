import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";

import { breachOf, openLife } from "../../../log-for-tests.ts";
import { vehicleForTests } from "../../../vehicle-for-tests.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import { dataFolder } from "../../data-folder.ts";
import { openDatabase, openForReading, openReadable } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { SqliteStore } from "../write/sqlite-store.ts";
import { versionOf, type DatabaseForm } from "./database-form.ts";
import { storeForm } from "./store-form.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { database: path } = dataFolder(folder);

/** A version 2 that never was: a column, a table filled from another one, and enough rows to reach the log before the commit. */
const upgrade = join(folder, "0002-garages.sql");
const form: DatabaseForm = { ...storeForm, upgrades: [pathToFileURL(upgrade)] };
writeFileSync(
  upgrade,
  `PRAGMA cache_size = 10;
   ALTER TABLE vehicle ADD COLUMN colour TEXT NOT NULL DEFAULT 'white';
   CREATE TABLE garage (vehicle_key INTEGER NOT NULL PRIMARY KEY REFERENCES vehicle, note BLOB NOT NULL) STRICT;
   INSERT INTO garage SELECT vehicle_key, randomblob(1000000) FROM vehicle;`,
);

/** Every row of every table, without what version 2 adds. */
function contentOf(database: DatabaseSync): string {
  const tables = prepareQuery<{ name: string }>(
    database,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('garage', 'sqlite_sequence') ORDER BY name",
  ).all();
  return JSON.stringify(
    tables.map(({ name }) => [
      name,
      prepareQuery<object>(database, `SELECT * FROM ${name}`)
        .all()
        .map((row) => ({ ...row, colour: undefined })),
    ]),
  );
}

function read<Result>(look: (database: DatabaseSync) => Result): Result {
  const database = openReadable(path, { form });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** The process is killed when the upgrade's statements are done and nothing is committed. */
function upgradeAndDie(): NodeJS.Signals | null {
  const program = `
    import { DatabaseSync } from "node:sqlite";
    import { openDatabase } from ${JSON.stringify(new URL("../open-database.ts", import.meta.url))};
    import { storeForm } from ${JSON.stringify(new URL("store-form.ts", import.meta.url))};
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      exec.call(this, sql);
      if (sql.includes("garage")) process.kill(process.pid, "SIGKILL");
    };
    const upgrades = [new URL(${JSON.stringify(pathToFileURL(upgrade))})];
    openDatabase(${JSON.stringify(path)}, { form: { ...storeForm, upgrades }, mayUpgrade: true });`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" }).signal;
}

test("an upgrade that is killed leaves the version before it whole, and the next start finishes it", async () => {
  const { writer } = openLife(folder);
  await writer.commit([breachOf("van-1"), breachOf("van-2")]);
  await writer.close();
  const before = read(contentOf);

  expect(upgradeAndDie()).toBe("SIGKILL");
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(1_000_000);
  expect(read((database) => versionOf(database, form))).toBe(1);
  openForReading(path).close();
  expect(read(contentOf)).toBe(before);

  // Only the service upgrades.
  expect(() => openDatabase(path, { form })).toThrow(
    /schema version 1, and this version of Plumbline works on 2: .*plumbline backup.*plumbline serve/,
  );
  const database = openDatabase(path, { form, mayUpgrade: true });
  expect(versionOf(database, form)).toBe(2);
  expect(contentOf(database)).toBe(before);
  expect(database.prepare("SELECT count(*) AS n FROM vehicle JOIN garage USING (vehicle_key)").get()).toEqual(
    {
      n: 2,
    },
  );
  const vehicles = [vehicleForTests({ vehicleKey: 3, vehicleId: "van-3" })];
  await new SqliteStore(database).transact((transaction) =>
    transaction.write({ ...noChanges, scoring: "tests-1", vehicles }),
  );
  expect(database.prepare("SELECT colour FROM vehicle WHERE vehicle_id = 'van-3'").get()).toEqual({
    colour: "white",
  });
  database.close();

  // There is no way back: the version before does not touch it.
  for (const open of [openDatabase, openForReading]) {
    expect(() => open(path)).toThrow("has schema version 2; this version of Plumbline knows 1");
  }
});

test("a new folder has the tables of version 1 and of every upgrade", () => {
  const database = openDatabase(join(folder, "new.db"), { form });
  expect(versionOf(database, form)).toBe(2);
  expect(database.prepare("SELECT count(*) AS n FROM garage").get()).toEqual({ n: 0 });
  database.close();
});
