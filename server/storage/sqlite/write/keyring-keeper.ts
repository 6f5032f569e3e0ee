import type { DatabaseSync } from "node:sqlite";

import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import {
  signKeyring,
  unsignedKeyring,
  type OpenedKeyring,
} from "../../../../core/evidence/keys/keyring-envelope.ts";
import { activeKeyOf } from "../../../../core/evidence/keys/keyring.ts";
import { firstKeyring, withRefreshDate } from "../../../../core/evidence/keys/next-keyring.ts";
import { noThirdParties, type ThirdPartyTrust } from "../../../../core/evidence/keys/trust.ts";
import { enterInLog, type LogNeeds } from "../../../app/log/enter-in-log.ts";
import { type LogHead } from "../../../app/ports/high-water-mark.ts";
import { judgeKeyring, type KeyringJudgement } from "../../../app/log/judge-keyring.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import { presentKeyringHistory } from "../../../app/log/read-keyring.ts";
import { ActiveSigner } from "../../../keys/active-signer.ts";
import { openEvidenceKeyFiles, type EvidenceKeyFiles } from "../../../keys/evidence-key-files.ts";
import { exportKeyring } from "../../../keys/export-keyring.ts";
import { refreshDate, type RefreshTerm } from "../../../keys/refresh-date.ts";
import { nodePrimitives } from "../../../platform/node-primitives.ts";
import { openRootSigner } from "../../../keys/root-key.ts";
import { keyringQueries } from "../read/keyring-queries.ts";
import { KeyringRows, type ProposalRow, openKeyringRow } from "./rows/keyring-rows.ts";
import { logQueries } from "../read/log-queries.ts";
import { LogRows } from "./rows/log-rows.ts";
import { ReadingDatabase } from "../read/reading-database.ts";
import { SqliteStore } from "./sqlite-store.ts";

export interface KeyringKeeperNeeds {
  readonly dataDir: string;
  readonly log: LogNeeds;
  /** Third parties the exported trust files name; left out: none. */
  readonly thirdPartyTrust?: ThirdPartyTrust;
  /** Days after which copies of trust files and keyrings have to be fetched again; 0 or left out: never. */
  readonly trustRefreshDays?: number;
  /** Of the states in this database; see nameScoring. */
  readonly scoring: string;
  readonly nowUs: () => number;
}

const dayUs = 86_400_000_000;

/** What is noted of a proposal that became a version; any other outcome says why it did not. */
export const loggedOutcome = "logged";

/**
 * Keeps the keyring of a data folder: begins it before the first evidence, takes the versions an operator proposes, and
 * sees that evidence is signed by the key the newest logged version names. The public sides lie beside the keys. A version and the answer to its proposal are
 * one transaction: a process that ends at any moment leaves both or neither.
 */
export class KeyringKeeper {
  readonly #rows: KeyringRows;
  readonly #logRows: LogRows;
  readonly #store: SqliteStore;
  readonly #reading: ReadingDatabase;
  readonly #files: EvidenceKeyFiles;
  readonly #needs: KeyringKeeperNeeds;
  #signer: ActiveSigner | null = null;
  /** A service that runs for years writes its trust files anew before their date has come. */
  #followAgainUs = 0;

  private constructor(database: DatabaseSync, needs: KeyringKeeperNeeds) {
    this.#rows = new KeyringRows(database);
    this.#logRows = new LogRows(database);
    this.#store = new SqliteStore(database);
    this.#reading = new ReadingDatabase(database);
    this.#files = openEvidenceKeyFiles(needs.dataDir);
    this.#needs = needs;
  }

  /** Throws when the private key that has to sign is not in the data folder. No other process may write meanwhile. */
  static async open(database: DatabaseSync, needs: KeyringKeeperNeeds): Promise<KeyringKeeper> {
    const keeper = new KeyringKeeper(database, needs);
    if (keeper.newest() === null) await keeper.#log(keeper.#first(), null);
    await keeper.#takeWaiting();
    await keeper.#follow();
    return keeper;
  }

  /** Who signs evidence: always the active key of the newest version. */
  get signer(): ActiveSigner {
    if (this.#signer === null) throw new Error("the keyring has not begun");
    return this.#signer;
  }

  /** Null only before the keyring has begun. */
  newest(): OpenedKeyring | null {
    const row = this.#rows.versions().at(-1);
    return row === undefined ? null : openKeyringRow(row);
  }

  /** Decides on every proposal that waits. Between commits, never within one. */
  async takeProposals(): Promise<void> {
    const isDue = this.#needs.nowUs() >= this.#followAgainUs;
    if ((await this.#takeWaiting()) || isDue) await this.#follow();
  }

  #term(): RefreshTerm {
    return { nowUs: this.#needs.nowUs(), days: this.#needs.trustRefreshDays ?? 0 };
  }

  /** Version 1, signed by a root key that the data folder begins with. */
  #first(): Uint8Array {
    const { size } = this.#logHead();
    const root = openRootSigner(this.#needs.dataDir);
    const keyring = firstKeyring({
      roots: [root],
      threshold: 1,
      log: this.#needs.log.signer,
      key: this.#files.first(),
      // A log that is older than its keyring holds evidence of this key already.
      firstIndex: size === 0 ? 1 : 0,
    });
    const dated = withRefreshDate(keyring, refreshDate(this.#term()));
    return canonicalBytes(signKeyring(unsignedKeyring(dated), root));
  }

  /** True if there was one. */
  async #takeWaiting(): Promise<boolean> {
    let taken = false;
    for (let next = this.#rows.waiting(); next !== null; next = this.#rows.waiting()) {
      await this.#log(next.envelope, next);
      taken = true;
    }
    return taken;
  }

  /** Enters a version in the log, or notes why it is refused. */
  async #log(envelope: Uint8Array, proposal: ProposalRow | null): Promise<void> {
    const { log, scoring, nowUs } = this.#needs;
    const head = await this.#store.transact(async (transaction) => {
      const judgement = this.#judge(envelope);
      if (judgement.kind === "refused") {
        if (proposal === null) throw new Error(`the keyring cannot begin: ${judgement.reason}`);
        this.#rows.settle(proposal.key, judgement.reason);
        return null;
      }
      const loggedAtUs = nowUs();
      const documents = judgement.documents.map((one) => ({ ...one, loggedAtUs }));
      const entered = enterInLog({ documents, evidence: [] }, await transaction.readLogEdge(), log);
      await transaction.write({ ...noChanges, scoring, documents: entered.documents, log: entered.log });
      if (proposal !== null) this.#rows.settle(proposal.key, loggedOutcome);
      return entered.log;
    });
    if (head !== null) log.mark.raise(head);
  }

  /** The log begins before its keyring. */
  #logHead(): LogHead {
    const head = this.#logRows.head();
    if (head === null) throw new Error("the log has not begun");
    return head;
  }

  /** Every version with its place under the newest checkpoint. */
  async #history(): Promise<Uint8Array> {
    const queries = logQueries(this.#reading);
    const versions = keyringQueries(this.#reading).listKeyringVersions({});
    return presentKeyringHistory(versions, {
      findCheckpoint: async (ask) => queries.findCheckpoint(ask),
      proveInclusion: async (ask) => queries.proveInclusion(ask),
    });
  }

  #judge(envelope: Uint8Array): KeyringJudgement {
    return judgeKeyring(envelope, {
      newest: this.newest(),
      logSize: this.#logHead().size,
      signers: this.#files.list(),
      primitives: nodePrimitives,
    });
  }

  /** Signs with the newest version's key from now on, and lets go of the private keys it has ended. */
  async #follow(): Promise<void> {
    const newest = this.newest();
    if (newest === null) throw new Error("the keyring has not begun");
    const { keyid } = activeKeyOf(newest.keyring);
    const signer = this.#files.list().find(({ keyId }) => keyId === keyid);
    if (signer === undefined) {
      throw new Error(
        `The keyring names ${keyid} as the key that signs, and its private half is not in keys/. Restore it from a ` +
          "backup, or let another key take over: plumbline evidence-keys revoke",
      );
    }
    if (this.#signer === null) this.#signer = new ActiveSigner(signer);
    else this.#signer.become(signer);
    for (const { keyid: ended, status } of newest.keyring.keys) {
      if (status === "retired" || status === "revoked") this.#files.destroy(ended);
    }
    const { dataDir, log, thirdPartyTrust = noThirdParties } = this.#needs;
    const history = await this.#history();
    const term = this.#term();
    exportKeyring(dataDir, { newest, signer, log: log.signer, thirdParties: thirdPartyTrust, term, history });
    this.#followAgainUs = this.#needs.nowUs() + dayUs;
  }
}
