import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("a key is ended by the very line that was printed with it, from any folder", async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), "plumbline-key's ")), "data");
  const asked = ["--org", "acme", "--name", "x", "--preset", "ingest", "--expires", "2099-01-01T00:00:00Z"];
  const made = await runRecorded(["keys", "create", ...asked, "--data-dir", dataDir]);
  expect(made).toMatchObject({ exitCode: 0, err: "" });
  const hint = /End it with: .*?plumbline (?:-- )?(keys revoke .*)\n/u.exec(made.out)![1]!;
  expect(hint).not.toContain("--org");
  const args = execFileSync("sh", ["-c", `printf '%s\\n' ${hint}`], { encoding: "utf8", cwd: "/" });
  const ended = await runRecorded(args.trimEnd().split("\n"));
  expect(ended).toMatchObject({ exitCode: 0, err: "", out: expect.stringContaining("is revoked") });
  const listed = await runRecorded(["keys", "list", "--org", "acme", "--data-dir", dataDir]);
  expect(listed.out).toContain("revoked");
  const id = args.split("\n")[2]!;
  const elsewhere = ["keys", "revoke", id, "--org", "umbrella", "--data-dir", dataDir];
  expect(await runRecorded(elsewhere)).toMatchObject({ exitCode: 1 });
  expect(await runRecorded(["keys", "revoke", "nobodys123", "--data-dir", dataDir])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("no key with the id nobodys123"),
  });
});

test("a data folder that was begun for a key is named, so that a slip of the pen is seen", async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), "plumbline-keys-")), "dta");
  const words = [
    "keys",
    "create",
    "--org",
    "acme",
    "--name",
    "x",
    "--preset",
    "ingest",
    "--data-dir",
    dataDir,
  ];
  const begun = `A new data folder was begun: ${dataDir}. `;
  expect((await runRecorded(words)).out).toContain(begun);
  expect((await runRecorded(words)).out).not.toContain("A new data folder");
  const other = await runRecorded([...words.slice(0, -1), `${dataDir}-2`, "--json"]);
  expect(JSON.parse(other.out)).toMatchObject({ organisation: "acme" });
  expect(other.err).toContain("A new data folder was begun");
});
