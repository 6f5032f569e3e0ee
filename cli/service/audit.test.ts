import { mkdtemp } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";

async function folderWithKeys(count: number): Promise<string> {
  const dataDir = join(await mkdtemp(join(tmpdir(), "plumbline-audit-cli-")), "data");
  for (let n = 0; n < count; n += 1) {
    const asked = ["--org", "acme", "--name", "x", "--preset", "ingest", "--data-dir", dataDir];
    await runRecorded(["keys", "create", ...asked]);
  }
  return dataDir;
}

test("what the operator did is shown, latest first, of one organisation at a time", async () => {
  const at = ["--data-dir", await folderWithKeys(2)];
  const shown = await runRecorded(["audit", "--org", "acme", ...at]);
  expect(shown).toMatchObject({ exitCode: 0, err: "" });
  expect(shown.out.match(/key\.create/gu)).toHaveLength(2);
  const json = await runRecorded(["audit", "--org", "acme", "--json", "--limit", "1", ...at]);
  expect(JSON.parse(json.out)).toMatchObject({ seq: 2, key_id: null, action: "key.create" });
  expect(await runRecorded(["audit", ...at])).toMatchObject({ exitCode: 0, out: "Nothing is recorded.\n" });
});

test("a log that was changed since is not shown as if nothing were", async () => {
  const dataDir = await folderWithKeys(3);
  const database = new DatabaseSync(join(dataDir, "plumbline.db"));
  database.exec(
    "DROP TRIGGER audit_record_is_final; UPDATE audit_record SET subject = 'other' WHERE seq = 2",
  );
  database.close();
  const shown = await runRecorded(["audit", "--org", "acme", "--data-dir", dataDir]);
  expect(shown).toMatchObject({
    exitCode: 6,
    err: expect.stringContaining("record 2 is not as it was written"),
  });
});

test.each(["0", "1001", "all"])("a limit of %s is none", async (limit) => {
  expect(await runRecorded(["audit", "--limit", limit])).toMatchObject({ exitCode: 2 });
});
