import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { primitives } from "../../../../clients/conformance/evidence/examples/example-evidence.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { signKeyring, unsignedKeyring } from "../../../../core/evidence/keys/keyring-envelope.ts";
import { activeKeyOf, type Keyring } from "../../../../core/evidence/keys/keyring.ts";
import { beginRotation, endRotation, revokeKey } from "../../../../core/evidence/keys/next-keyring.ts";
import { readTrust } from "../../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { presentKeyringHistory } from "../../../app/log/read-keyring.ts";
import { openEvidenceKeyFiles } from "../../../keys/evidence-key-files.ts";
import { openRootSigner } from "../../../keys/root-key.ts";
import { openKeyedLife, type KeyedLife } from "../../../log-for-tests.ts";
import { openDataFolder } from "../../data-folder.ts";
import { LogRows } from "./rows/log-rows.ts";
import { KeyringRows, type ProposalOutcome } from "./rows/keyring-rows.ts";
import { logQueries } from "../read/log-queries.ts";
import { prepareQuery } from "../prepare-query.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { ReadingDatabase } from "../read/reading-database.ts";
import type { OpenedKeyring } from "../../../../core/evidence/keys/keyring-envelope.ts";

/** A data folder with a keyring, anew for each test of a file. */
export function keyringFolderForTests() {
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

  return {
    get folder() {
      return folder;
    },
    get dataDir() {
      return dataDir;
    },
    privateKeys,
    live,
    propose,
    sizeOf,
    newestOf,
    verdicts,
    rotate,
    endIt,
    compromiseSince,
  };
}
