import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { primitives } from "../../../../clients/conformance/evidence/examples/example-evidence.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { signKeyring, unsignedKeyring } from "../../../../core/evidence/keys/keyring-envelope.ts";
import { activeKeyOf, type Keyring } from "../../../../core/evidence/keys/keyring.ts";
import { beginRotation, endRotation, revokeKey } from "../../../../core/evidence/keys/next-keyring.ts";
import { organisationTag } from "../../../../core/evidence/bundle/submitter.ts";
import { readTrust } from "../../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { presentKeyringHistory } from "../../../app/log/read-keyring.ts";
import { crashPointsOf } from "../../../crash-points-for-tests.ts";
import { openEvidenceKeyFiles } from "../../../keys/evidence-key-files.ts";
import { openRootSigner, rootKeyFile } from "../../../keys/root-key.ts";
import {
  breachOf,
  examineStoredLog,
  openKeyedLife,
  openLife,
  type KeyedLife,
} from "../../../log-for-tests.ts";
import { openDataFolder } from "../../data-folder.ts";
import { LogRows } from "./rows/log-rows.ts";
import { KeyringRows, type ProposalOutcome } from "./rows/keyring-rows.ts";
import { logQueries } from "../read/log-queries.ts";
import { prepareQuery } from "../prepare-query.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { ReissueRows } from "./rows/reissue-rows.ts";
import { ReadingDatabase } from "../read/reading-database.ts";
import type { OpenedKeyring } from "../../../../core/evidence/keys/keyring-envelope.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-keyring-"));
  dataDir = join(folder, "data");
  openDataFolder(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true }));

const privateKeys = (at = dataDir) =>
  readdirSync(join(at, "keys")).filter((name) => name.startsWith("evidence") && name.endsWith("key.pem"));

async function live<Result>(act: (life: KeyedLife) => Promise<Result>, at = dataDir): Promise<Result> {
  const life = await openKeyedLife(at);
  try {
    return await act(life);
  } finally {
    await life.writer.close();
  }
}

/** Signed by the folder's own root, proposed, and taken. */
async function propose({ database, keyring }: KeyedLife, next: Keyring): Promise<ProposalOutcome> {
  const rows = new KeyringRows(database);
  const envelope = signKeyring(unsignedKeyring(next), openRootSigner(dataDir));
  const key = rows.propose(canonicalBytes(envelope), 0);
  await keyring.takeProposals();
  return rows.outcomeOf(key);
}

const sizeOf = ({ database }: KeyedLife) => new LogRows(database).head()?.size ?? 0;

function newestOf({ keyring }: Pick<KeyedLife, "keyring">): OpenedKeyring {
  const newest = keyring.newest();
  if (newest === null) throw new Error("the keyring has not begun");
  return newest;
}

/** The verdict on every bundle of a folder by the roots its own trust file pins, oldest first. */
async function verdicts(at = dataDir): Promise<readonly string[]> {
  const file = openDataFolder(at).database;
  const database = openDatabase(file);
  const versions = new KeyringRows(database).versions();
  const evidence = prepareQuery<{ bundle: Uint8Array; frames: Uint8Array }>(
    database,
    "SELECT bundle, frames FROM evidence ORDER BY evidence_key",
  ).all();
  database.close();
  const reading = openForReading(file);
  const log = logQueries(new ReadingDatabase(reading));
  const keyring = await presentKeyringHistory(versions, {
    findCheckpoint: async (ask) => log.findCheckpoint(ask),
    proveInclusion: async (ask) => log.proveInclusion(ask),
  });
  reading.close();
  const trust = readTrust(readFileSync(join(at, "keys", "trust-keyring.json")), primitives.sha256);
  return evidence.map((input) => {
    const { findings, code } = verifyBundle({ ...input, trust, keyring }, primitives);
    // The scoring is not recomputed here.
    return code ?? (findings.keyWindow.kind === "pass" ? "good" : "open");
  });
}

async function rotate(life: KeyedLife): Promise<void> {
  const key = openEvidenceKeyFiles(dataDir).make();
  expect(await propose(life, beginRotation(newestOf(life), key, sizeOf(life)))).toBe("logged");
}

async function endIt(life: KeyedLife): Promise<void> {
  const next = endRotation(newestOf(life), () => 1);
  if (next === null) throw new Error("no rotation has begun");
  expect(await propose(life, next)).toBe("logged");
}

test("the keyring's first version is the first leaf of a new log, and evidence verifies by its roots", async () => {
  await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
  const { faults, leaves } = examineStoredLog(dataDir);
  expect([faults, leaves]).toEqual([[], 2]);
  expect(await verdicts()).toEqual(["good"]);
  await live(async (life) => expect(newestOf(life).keyring.version).toBe(1));
});

test("a log that is older than its keyring: what its first key signed before counts as well", async () => {
  const { writer } = openLife(dataDir);
  await writer.commit([breachOf("van-1")]);
  await writer.close();
  await live(async (life) => life.writer.commit([breachOf("van-2")]));
  expect(await verdicts()).toEqual(["good", "good"]);
  expect(examineStoredLog(dataDir).faults).toEqual([]);
});

test("once the keyring has begun, the root key may be anywhere else", async () => {
  await live(async () => {});
  rmSync(rootKeyFile(dataDir));
  await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
  expect(existsSync(rootKeyFile(dataDir))).toBe(false);
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
  expect(examineStoredLog(dataDir).faults).toEqual([]);
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

async function compromiseSince(life: KeyedLife, index: number): Promise<void> {
  const newest = newestOf(life);
  const revocation = {
    keyId: activeKeyOf(newest.keyring).keyid,
    reason: "found on a train",
    compromisedSinceIndex: index,
    at: "2026-11-21T08:00:00.000Z",
  };
  const key = openEvidenceKeyFiles(dataDir).make();
  expect(await propose(life, revokeKey(newest, revocation, { key, logSize: sizeOf(life) }))).toBe("logged");
}

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
  expect(examineStoredLog(dataDir).leaves).toBe(8);
});

test(
  "killed at any step of issuing anew, every bundle has one successor in the end",
  { timeout: 60_000 },
  async () => {
    await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
    const life = await openKeyedLife(dataDir);
    await compromiseSince(life, 1);
    new ReissueRows(life.database).ask(0);
    const { points } = await crashPointsOf(dataDir, () => life.reissuer.takeRequests());
    await life.writer.close();
    expect(points.length).toBeGreaterThan(2);
    for (const { step, copy } of points) {
      await live(async () => {}, copy);
      expect([step, await verdicts(copy)]).toEqual([step, ["E_KEY_WINDOW", "good"]]);
    }
  },
);

test("what must not follow is refused with its reason, and changes nothing", async () => {
  await live(async (life) => {
    const newest = newestOf(life);
    const made = openEvidenceKeyFiles(dataDir).make();
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
    expect(openEvidenceKeyFiles(dataDir).destroy(made.keyId)).toBe(true);
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
  for (const name of privateKeys()) rmSync(join(dataDir, "keys", name));
  await expect(live(async () => {})).rejects.toThrow(keyId);
  expect(privateKeys()).toEqual([]);
});

test("killed at any step of its beginning, the keyring begins once", { timeout: 60_000 }, async () => {
  const { steps, points } = await crashPointsOf(dataDir, () => live(async () => {}));
  for (const step of ["INSERT INTO log_document", "INSERT INTO log_leaf", "COMMIT", "linkSync"]) {
    expect(steps.join("\n")).toContain(`after ${step}`);
  }
  for (const { step, copy } of points) {
    await live(async ({ writer }) => writer.commit([breachOf("van-1")]), copy);
    expect([step, await verdicts(copy)]).toEqual([step, ["good"]]);
    expect([step, examineStoredLog(copy).faults, privateKeys(copy).length]).toEqual([step, [], 1]);
  }
});

test(
  "killed at any step of a rotation, the folder goes on with the key its newest keyring names, and all its evidence is good",
  { timeout: 120_000 },
  async () => {
    await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
    const life = await openKeyedLife(dataDir);
    const { steps, points } = await crashPointsOf(dataDir, async () => {
      await rotate(life);
      await endIt(life);
    });
    await life.writer.close();
    for (const step of [
      "INSERT INTO keyring_proposal",
      "UPDATE keyring_proposal",
      "INSERT INTO log_document",
    ]) {
      expect(steps.join("\n")).toContain(`after ${step}`);
    }
    expect(steps.join("\n")).toContain("after rmSync");
    const versions = new Set<number>();
    for (const { step, copy } of points) {
      await live(async ({ writer, keyring }) => {
        versions.add(newestOf({ keyring }).keyring.version);
        await writer.commit([breachOf("van-2")]);
      }, copy);
      expect([step, await verdicts(copy)]).toEqual([step, ["good", "good"]]);
      expect([step, examineStoredLog(copy).faults]).toEqual([step, []]);
    }
    expect(versions).toEqual(new Set([1, 2, 3]));
  },
);

test("the first version and the trust files say when copies have to be fetched again; old folders get it without a new version", async () => {
  const stated = () =>
    ["trust.json", "trust-keyring.json"].map(
      (name) => JSON.parse(readFileSync(join(dataDir, "keys", name), "utf8")).refresh_after as unknown,
    );
  await live(async (life) => expect(newestOf(life).keyring).not.toHaveProperty("refresh_after"));
  expect(stated()).toEqual([undefined, undefined]);
  const dated = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/u);
  const days = { trustRefreshDays: 400 };
  const again = await openKeyedLife(dataDir, days);
  await again.writer.commit([breachOf("van-1")]);
  expect(newestOf(again).keyring.version).toBe(1);
  await again.writer.close();
  expect(stated()).toEqual([dated, dated]);
  expect(await verdicts()).toEqual(["good"]);

  const fresh = join(folder, "fresh");
  openDataFolder(fresh);
  const begun = await openKeyedLife(fresh, days);
  expect(newestOf(begun).keyring).toMatchObject({ version: 1, refresh_after: dated });
  await begun.writer.close();
});
