import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, onTestFinished, test } from "vitest";

import { administer } from "../../server/main.ts";
import { webhookForm } from "../../server/storage/sqlite/webhooks/open-webhook-database.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";
import { startService } from "./start-service.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-other-"));
afterAll(() => rmSync(parent, { recursive: true }));
const made = join(parent, "made");
administer({ env: {}, dataDir: made }).close();

/** Of every file it is said which it is, what it is and what to do. */
const files = [
  {
    name: "a folder from before the first release",
    file: "plumbline.db",
    sql: `PRAGMA application_id = 0; PRAGMA user_version = 0; INSERT INTO meta VALUES ('schema_version', '23')`,
    says: /plumbline\.db was written by a version of Plumbline before its first release \(schema version 23\).*Name another data folder/s,
  },
  {
    name: "a database of another program",
    file: "plumbline.db",
    sql: "PRAGMA application_id = 252006673",
    says: /plumbline\.db is not a database of Plumbline: its application_id is 252006673\. Name another data folder/,
  },
  {
    name: "a folder of a newer version",
    file: "plumbline.db",
    sql: "PRAGMA user_version = 7",
    says: /plumbline\.db has schema version 7; this version of Plumbline knows 1\. Use the version that wrote it/,
  },
  {
    name: "another program's database where webhooks are kept",
    file: "webhooks.db",
    sql: "CREATE TABLE notes (text TEXT)",
    says: /webhooks\.db is not a database of Plumbline: its application_id is 0\. Name another data folder/,
  },
  {
    name: "webhooks of a newer version",
    file: "webhooks.db",
    sql: `CREATE TABLE webhook (id TEXT); PRAGMA application_id = ${webhookForm.applicationId}; PRAGMA user_version = 7`,
    says: /webhooks\.db has schema version 7; this version of Plumbline knows 1\. Use the version that wrote it/,
  },
];

/** Every way to open a data folder, and those that look at webhooks, too. */
const lookingAtWebhooks = [
  "demo --port 0",
  "doctor",
  "doctor --quick",
  "doctor --rebuild --json",
  `backup --to ${join(parent, "backup")}`,
];
const commands = [
  ...lookingAtWebhooks,
  "keys create --org acme --name n --preset engineer",
  "keys list --org acme",
  "keys revoke id",
  "audit",
  "evidence-keys list",
  "evidence-keys rotate",
];

function folderWith({ file, sql }: { readonly file: string; readonly sql: string }) {
  const dataDir = mkdtempSync(join(parent, "data-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  cpSync(made, dataDir, { recursive: true });
  const path = join(dataDir, file);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return { dataDir, path, before: readFileSync(path) };
}

test.each(files)("every command refuses $name, and leaves it as it is", async ({ says, ...given }) => {
  for (const command of given.file === "webhooks.db" ? lookingAtWebhooks : commands) {
    const { dataDir, path, before } = folderWith(given);
    const run = await runRecorded([...command.split(" "), "--data-dir", dataDir]);
    expect(run.err + run.out, command).toMatch(says);
    expect(run.exitCode, command).toBe(1);
    expect(readFileSync(path).equals(before), command).toBe(true);
  }
});

test.each(files)("serve refuses $name, before it makes anything", async ({ says, ...given }) => {
  const { dataDir, path, before } = folderWith(given);
  const started = startService(
    { env: {}, dataDir, port: 0, logLevel: "silent" },
    { command: "npx plumbline serve", options: { dataDir } },
  );
  await expect(started).rejects.toMatchObject({ message: expect.stringMatching(says) });
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(join(dataDir, "writer.lock"))).toBe(false);
});
