import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answeringService, problem } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("evidence get writes the very bytes and names the command that checks them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-evidence-"));
  const id = "EVB-20260301-7K3M9Q2XW4HJ";
  const service = await answeringService({
    [`/v1/evidence/${id}/bundle`]: { event_id: id },
    [`/v1/evidence/${id}/frames`]: { seq: 1 },
    "/v1/evidence/keys/history": { versions: [] },
  });
  const run = await runRecorded(["evidence", "get", id, "--out", folder, "--url", service.url]);
  expect(await readFile(join(folder, `${id}.json`), "utf8")).toBe(`{"event_id":"${id}"}`);
  const keyring = join(folder, "keyring.json");
  expect(await readFile(keyring, "utf8")).toBe('{"versions":[]}');
  expect(run.out).toContain(`evidence verify ${join(folder, id)}.json --frames`);
  expect(run.out).toContain(`--keyring ${keyring}`);
  const alone = await runRecorded(["evidence", "get", id, "--keyring", "--url", service.url]);
  expect(alone.out).toBe('{"versions":[]}');
});

test("what is not there ends with 4 and names where to look", async () => {
  const service = await answeringService({
    "/v1/evidence/EVB-20260301-7K3M9Q2XW4HJ/bundle": problem(404, "evidence_not_found"),
  });
  const run = await runRecorded(["evidence", "get", "EVB-20260301-7K3M9Q2XW4HJ", "--url", service.url]);
  expect(run).toMatchObject({ exitCode: 4, out: "" });
  expect(run.err).toContain("plumbline evidence list");
});
