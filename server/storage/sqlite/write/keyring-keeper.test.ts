import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { primitives } from "../../../../clients/conformance/evidence/examples/example-evidence.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { unsignedKeyring } from "../../../../core/evidence/keys/keyring-envelope.ts";
import { beginRotation } from "../../../../core/evidence/keys/next-keyring.ts";
import { organisationTag } from "../../../../core/evidence/bundle/submitter.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { openEvidenceKeyFiles } from "../../../keys/evidence-key-files.ts";
import { rootKeyFile } from "../../../keys/root-key.ts";
import {
  breachOf,
  examineStoredLog,
  openKeyedLife,
  openLife,
  type KeyedLife,
} from "../../../log-for-tests.ts";
import { openDataFolder } from "../../data-folder.ts";
import { KeyringRows } from "./rows/keyring-rows.ts";
import { prepareQuery } from "../prepare-query.ts";
import { ReissueRows } from "./rows/reissue-rows.ts";
import { keyringFolderForTests } from "./keyring-folder-for-tests.ts";

const keyrings = keyringFolderForTests();
const { live, propose, sizeOf, newestOf, verdicts, rotate, endIt, compromiseSince, privateKeys } = keyrings;

test("the keyring's first version is the first leaf of a new log, and evidence verifies by its roots", async () => {
  await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
  const { faults, leaves } = examineStoredLog(keyrings.dataDir);
  expect([faults, leaves]).toEqual([[], 2]);
  expect(await verdicts()).toEqual(["good"]);
  await live(async (life) => expect(newestOf(life).keyring.version).toBe(1));
});

test("a log that is older than its keyring: what its first key signed before counts as well", async () => {
  const { writer } = openLife(keyrings.dataDir);
  await writer.commit([breachOf("van-1")]);
  await writer.close();
  await live(async (life) => life.writer.commit([breachOf("van-2")]));
  expect(await verdicts()).toEqual(["good", "good"]);
  expect(examineStoredLog(keyrings.dataDir).faults).toEqual([]);
});

test("once the keyring has begun, the root key may be anywhere else", async () => {
  await live(async () => {});
  rmSync(rootKeyFile(keyrings.dataDir));
  await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
  expect(existsSync(rootKeyFile(keyrings.dataDir))).toBe(false);
  expect(await verdicts()).toEqual(["good"]);
});

test("a key is changed while the service runs: before, during and after, its evidence is good, and the old key is gone", async () => {
  await live(async (life) => {
    const { writer, keyring } = life;
    await writer.commit([breachOf("van-1")]);
    const old = keyring.signer.keyId;
    await rotate(life);
    expect(keyring.signer.keyId).not.toBe(old);
    await writer.commit([breachOf("van-2")]);
    await endIt(life);
    await writer.commit([breachOf("van-3")]);
  });
  expect(await verdicts()).toEqual(["good", "good", "good"]);
  expect(privateKeys()).toHaveLength(1);
  expect(examineStoredLog(keyrings.dataDir).faults).toEqual([]);
  await live(async ({ writer }) => writer.commit([breachOf("van-4")]));
  expect(await verdicts()).toEqual(["good", "good", "good", "good"]);
});

test("a compromised key: what it signed since then is not good any more, and the next one signs", async () => {
  await live(async (life) => {
    for (const van of ["van-1", "van-2"]) await life.writer.commit([breachOf(van)]);
    await compromiseSince(life, 2);
    await life.writer.commit([breachOf("van-3")]);
  });
  expect(await verdicts()).toEqual(["good", "E_KEY_WINDOW", "good"]);
  expect(privateKeys()).toHaveLength(1);
});

test("what a compromised key signed is issued anew, once, and the old bundles stay as they are", async () => {
  const bundles = ({ database }: KeyedLife) =>
    prepareQuery<{ bundle: Uint8Array }>(database, "SELECT bundle FROM evidence ORDER BY evidence_key")
      .all()
      .map((row) => readStoredBundle(row.bundle));
  await live(async (life) => {
    for (const van of ["van-1", "van-2", "van-3"]) await life.writer.commit([breachOf(van)]);
    const old = bundles(life);
    await compromiseSince(life, 2);
    const rows = new ReissueRows(life.database);
    const [request, again] = [rows.ask(0), rows.ask(0)];
    await life.reissuer.takeRequests();
    expect([rows.issuedFor(request), rows.issuedFor(again)]).toEqual([2, 0]);
    const all = bundles(life);
    const told = prepareQuery<{ eventId: string }>(
      life.database,
      "SELECT data ->> '$.evidence_id' AS eventId FROM event WHERE type = 'evidence.issued' ORDER BY id",
    );
    expect(told.all().map(({ eventId }) => eventId)).toEqual(all.map((one) => one.event_id));
    expect(all.slice(0, 3)).toEqual(old);
    const anew = all.slice(3);
    expect(anew.map(({ supersedes }) => supersedes)).toEqual(old.slice(1).map((one) => one.event_id));
    anew.forEach((one, at) => {
      const {
        event_id,
        issued_at,
        salt,
        supersedes,
        chain_of_custody,
        signature,
        proof,
        submitter,
        ...same
      } = one;
      expect(old[at + 1]).toMatchObject(same);
      if (submitter === undefined) throw new Error("the successor does not name who submitted its frames");
      const { organisation, organisation_tag: tag, api_key_id: apiKeyId } = submitter;
      expect(old[at + 1]?.submitter).toMatchObject({ organisation, api_key_id: apiKeyId });
      expect(tag).toBe(organisationTag(organisation, salt, primitives.sha256));
      expect(old.map((other) => other.event_id)).not.toContain(event_id);
      expect([issued_at, salt, supersedes, chain_of_custody, signature, proof]).not.toContain(undefined);
    });
  });
  expect(await verdicts()).toEqual(["good", "E_KEY_WINDOW", "E_KEY_WINDOW", "good", "good"]);
  expect(examineStoredLog(keyrings.dataDir).leaves).toBe(8);
});

test("what must not follow is refused with its reason, and changes nothing", async () => {
  await live(async (life) => {
    const newest = newestOf(life);
    const made = openEvidenceKeyFiles(keyrings.dataDir).make();
    const next = beginRotation(newest, made, sizeOf(life));
    const elsewhere = { ...made, keyId: `sha256:${"0".repeat(64)}` };
    for (const [proposal, reason] of [
      [{ ...next, version: 3 }, "does not follow version 1"],
      [{ ...next, prev: `sha256:${"0".repeat(64)}` }, "follows another version 1"],
      [beginRotation(newest, elsewhere, 1), "is not the id of its key"],
      [beginRotation(newest, made, 1000), "counts from leaf 1000 on, and the log ends at 1"],
    ] as const) {
      expect(await propose(life, proposal)).toContain(reason);
    }
    expect(openEvidenceKeyFiles(keyrings.dataDir).destroy(made.keyId)).toBe(true);
    expect(await propose(life, next)).toContain("is not in the data folder");
    const rows = new KeyringRows(life.database);
    const unsigned = rows.propose(canonicalBytes(unsignedKeyring(next)), 0);
    const nonsense = rows.propose(new TextEncoder().encode("EVB"), 0);
    await life.keyring.takeProposals();
    expect(rows.outcomeOf(unsigned)).toContain("signed by 0 of the 1 root keys");
    expect(rows.outcomeOf(nonsense)).toContain("the envelope is");
    expect(newestOf(life).keyring.version).toBe(1);
    expect(sizeOf(life)).toBe(1);
  });
});

test("without the private key that has to sign, the service does not start, and says which is missing", async () => {
  const keyId = await live(async ({ keyring }) => keyring.signer.keyId);
  for (const name of privateKeys()) rmSync(join(keyrings.dataDir, "keys", name));
  await expect(live(async () => {})).rejects.toThrow(keyId);
  expect(privateKeys()).toEqual([]);
});

test("the first version and the trust files say when copies have to be fetched again; old folders get it without a new version", async () => {
  const stated = () =>
    ["trust.json", "trust-keyring.json"].map(
      (name) =>
        JSON.parse(readFileSync(join(keyrings.dataDir, "keys", name), "utf8")).refresh_after as unknown,
    );
  await live(async (life) => expect(newestOf(life).keyring).not.toHaveProperty("refresh_after"));
  expect(stated()).toEqual([undefined, undefined]);
  const dated = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/u);
  const days = { trustRefreshDays: 400 };
  const again = await openKeyedLife(keyrings.dataDir, days);
  await again.writer.commit([breachOf("van-1")]);
  expect(newestOf(again).keyring.version).toBe(1);
  await again.writer.close();
  expect(stated()).toEqual([dated, dated]);
  expect(await verdicts()).toEqual(["good"]);

  const fresh = join(keyrings.folder, "fresh");
  openDataFolder(fresh);
  const begun = await openKeyedLife(fresh, days);
  expect(newestOf(begun).keyring).toMatchObject({ version: 1, refresh_after: dated });
  await begun.writer.close();
});
