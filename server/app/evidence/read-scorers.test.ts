import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { validate } from "../../../core/contract/requests/validate.ts";
import { effectiveKeys } from "../../../core/evidence/verify/effective-keys.ts";
import { openLoggedDocument } from "../../../core/evidence/log/open-logged-document.ts";
import { readTrust } from "../../../core/evidence/keys/trust.ts";
import { knownScorers } from "../../../core/scorers/known-scorers.ts";
import { openFleetForTests, type FleetForTests } from "../../fleet-for-tests.ts";
import { readExportedTrust } from "../../keys/export-trust.ts";
import { openLedgerHere } from "../../storage/sqlite/store-here-for-tests.ts";
import { presentScorer } from "./issue-evidence.ts";

let fleet: FleetForTests;
beforeAll(async () => {
  fleet = await openFleetForTests();
});
afterAll(() => fleet.close());

test("every scorer is listed with its digest, and given out byte for byte", async () => {
  const listed = await fleet.application.readScorers();
  expect(validate("EvidenceScorers", listed)).toEqual([]);
  expect(listed.scorers.map(({ version, sha256 }) => [version, sha256])).toEqual(
    knownScorers.map(({ version, sha256 }) => [version, sha256]),
  );
  for (const { sha256 } of listed.scorers) {
    const module = await fleet.application.readScorer(sha256);
    expect(createHash("sha256").update(module).digest("hex")).toBe(sha256);
  }
  await expect(fleet.application.readScorer("0".repeat(64))).rejects.toMatchObject({
    code: "scorer_not_found",
  });
  await expect(fleet.application.readScorer("../scorers.json")).rejects.toMatchObject({
    code: "scorer_not_found",
  });
});

describe.skipIf(presentScorer === undefined)("a log that begins to use a scorer", () => {
  test("says so in a signed document of its own, before any evidence", async () => {
    const { scorers } = await fleet.application.readScorers();
    const trust = readTrust(readExportedTrust(fleet.dataDir), primitives.sha256);
    const keyring = await fleet.application.readKeyringHistory();
    const { keys } = effectiveKeys({ trust, keyring, nowUs: undefined }, primitives);
    const { logged } = scorers.find(({ sha256 }) => sha256 === presentScorer!.sha256)!;
    const { envelope, tlog_proof: tlogProof, log_index: index } = logged!;
    const given = { keys, log: trust.logs[0]!, primitives };
    expect(openLoggedDocument("scorer", { envelope, tlogProof }, given)).toMatchObject({
      kind: "open",
      index,
      payload: {
        schema: "urn:plumbline:scorer:1",
        version: presentScorer!.version,
        numeric_profile: presentScorer!.numericProfile,
        sha256: presentScorer!.sha256,
        specification_sha256: createHash("sha256").update("the scoring method").digest("hex"),
      },
    });
    expect(openLoggedDocument("custody", { envelope, tlogProof }, given)).toMatchObject({ kind: "broken" });
    const others = scorers.filter(({ sha256 }) => sha256 !== presentScorer!.sha256);
    expect(others.map((one) => one.logged)).toEqual(others.map(() => null));
  });

  test("says it once, however often the service starts", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "plumbline-scorers-"));
    const open = () => openLedgerHere({ dataDir });
    for (let start = 0; start < 3; start += 1) await (await open()).close();
    const database = new DatabaseSync(join(dataDir, "plumbline.db"), { readOnly: true });
    const rows = database.prepare("SELECT subject FROM log_document WHERE kind = 'scorer'").all();
    database.close();
    expect(rows).toEqual([{ subject: presentScorer!.sha256 }]);
    await rm(dataDir, { recursive: true });
  });
});
