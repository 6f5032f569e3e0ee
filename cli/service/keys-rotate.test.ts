import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";

const org = ["--org", "acme"];

async function folderWithKey(): Promise<{
  readonly at: readonly string[];
  readonly id: string;
  readonly key: string;
}> {
  const at = ["--data-dir", join(await mkdtemp(join(tmpdir(), "plumbline-rotate-")), "data")];
  const made = await runRecorded([
    "keys",
    "create",
    ...org,
    "--name",
    "x",
    "--preset",
    "ingest",
    "--json",
    ...at,
  ]);
  return { at, ...(JSON.parse(made.out) as { id: string; key: string }) };
}

test("a rotated key is shown once, beside when the old one ends", async () => {
  const { at, id, key } = await folderWithKey();
  const rotated = await runRecorded(["keys", "rotate", key, "--overlap", "2", ...at]);
  expect(rotated).toMatchObject({ exitCode: 0, err: "" });
  expect(rotated.out).toMatch(/^plumb_live_\w+\n/u);
  expect(rotated.out).toContain(`replacing ${id}, which stays valid until 20`);
  const listed = await runRecorded(["keys", "list", ...org, ...at]);
  expect(listed.out).toContain("active, rotated");
  expect(listed.out).not.toContain(rotated.out.slice(22, 60));
  const json = JSON.parse((await runRecorded(["keys", "list", ...org, "--json", ...at])).out) as object[];
  expect(json).toMatchObject([
    { id, rotated_to: expect.any(String) },
    { expires_at: null, status: "active" },
  ]);
});

test("a key that was rotated, ended or never made is not rotated, and what to do is said", async () => {
  const { at, id } = await folderWithKey();
  const rotate = (...more: string[]) => runRecorded(["keys", "rotate", ...more, ...at]);
  const first = JSON.parse((await rotate(id, "--json")).out) as { id: string };
  expect(await rotate(id)).toMatchObject({ exitCode: 1, err: expect.stringContaining(`rotate ${first.id}`) });
  await runRecorded(["keys", "revoke", first.id, ...at]);
  expect(await rotate(first.id)).toMatchObject({ exitCode: 1, err: expect.stringContaining("revoked") });
  expect(await rotate("nobodys123")).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining("keys list"),
  });
  expect(await rotate(first.id, "--org", "umbrella")).toMatchObject({ exitCode: 1 });
});

test.each(["721", "-1", "1.5", "soon"])("an overlap of %s hours is none", async (hours) => {
  const { at, id } = await folderWithKey();
  expect(await runRecorded(["keys", "rotate", id, `--overlap=${hours}`, ...at])).toMatchObject({
    exitCode: 2,
  });
});

test("a data folder and a running service are two places", async () => {
  const { at, id } = await folderWithKey();
  const service = ["--url", "http://127.0.0.1:1"];
  for (const words of [["list"], ["revoke", id], ["rotate", id]]) {
    expect(await runRecorded(["keys", ...words, ...at, ...service])).toMatchObject({ exitCode: 2 });
  }
  expect(await runRecorded(["keys", "list", ...at])).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining("--org"),
  });
});
