import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { readStoredBundle, type Bundle } from "../../../../core/encoding/bundle.ts";
import { eventIdRandomBytes } from "../../../../core/evidence/bundle/event-id.ts";
import type { LoggedKeyring } from "../../../../core/evidence/keys/keyring-history.ts";
import { keyWindow } from "../../../../core/evidence/keys/key-window.ts";
import { parseInstant } from "../../../../core/encoding/instant.ts";
import { reissueBundle } from "../../../../core/evidence/bundle/reissue-bundle.ts";
import { enterInLog, type LogNeeds } from "../../../app/log/enter-in-log.ts";
import { evidenceIssued } from "../../../app/evidence/evidence-issued.ts";
import type { EvidenceSigner } from "../../../app/evidence/issue-evidence.ts";
import { noChanges, type EvidenceRecord } from "../../../app/ports/changes.ts";
import { sha256 } from "../../../app/sha256.ts";
import { RowChanges } from "../row-changes.ts";
import { KeyringRows, openKeyringRow } from "./rows/keyring-rows.ts";
import { ReissueRows, type InvalidatedEvidence } from "./rows/reissue-rows.ts";
import { SqliteStore } from "./sqlite-store.ts";

export interface ReissuerNeeds {
  readonly signer: EvidenceSigner;
  readonly log: LogNeeds;
  readonly scoring: string;
  readonly nowUs: () => number;
  /** Third parties are asked about the new bundles before anybody sees them. */
  readonly awaitsAttestations: boolean;
}

/** Bundles issued anew in one transaction: writers wait for it. */
const issuedAtOnce = 32;

/**
 * Issues anew what revoked keys have signed and does not count any more, when an operator asks for it. Each old bundle
 * stays as it is; its successor names it, has its frames, and is signed by the key that signs now.
 */
export class Reissuer {
  readonly #keyring: KeyringRows;
  readonly #rows: ReissueRows;
  readonly #store: SqliteStore;
  readonly #changes: RowChanges;
  readonly #needs: ReissuerNeeds;

  constructor(database: DatabaseSync, needs: ReissuerNeeds) {
    this.#keyring = new KeyringRows(database);
    this.#rows = new ReissueRows(database);
    this.#store = new SqliteStore(database);
    this.#changes = new RowChanges(database);
    this.#needs = needs;
  }

  /** Carries out what was asked for. Between commits, never within one. How many bundles it issued. */
  async takeRequests(): Promise<number> {
    let all = 0;
    for (let request = this.#rows.waiting(); request !== null; request = this.#rows.waiting()) {
      let issued = 0;
      for (const invalidated of this.#invalidated()) {
        for (let more = await this.#some(invalidated); more > 0; more = await this.#some(invalidated)) {
          issued += more;
        }
      }
      this.#rows.settle(request, issued);
      all += issued;
    }
    return all;
  }

  #invalidated(): readonly InvalidatedEvidence[] {
    const versions = this.#keyring.versions().map(openKeyringRow);
    const keys = versions.at(-1)?.keyring.keys ?? [];
    return keys
      .filter(({ status }) => status === "revoked")
      .map(({ keyid }) => ({ keyId: keyid, lastIndex: lastIndexOf(versions, keyid) }));
  }

  /** How many; 0 when there are no more. */
  async #some(invalidated: InvalidatedEvidence): Promise<number> {
    const { log, scoring, awaitsAttestations, nowUs } = this.#needs;
    const entered = await this.#store.transact(async (transaction) => {
      const old = this.#rows.next(invalidated, issuedAtOnce);
      if (old.length === 0) return null;
      const anew = old.map((one) => ({ ...this.#again(one), replaces: one.eventId }));
      const { evidence, log: growth } = enterInLog(
        { documents: [], evidence: anew },
        await transaction.readLogEdge(),
        log,
      );
      const waiting = evidence.map(({ eventId, issuedAtUs }) => ({ eventId, sinceUs: issuedAtUs }));
      await transaction.write({
        ...noChanges,
        scoring,
        evidence,
        log: growth,
        events: awaitsAttestations ? [] : evidence.map((one) => evidenceIssued(one, nowUs())),
        attestations: { ...noChanges.attestations, waiting: awaitsAttestations ? waiting : [] },
      });
      for (const { replaces, eventId } of evidence) this.#note(replaces, eventId);
      return growth;
    });
    if (entered === null) return 0;
    log.mark.raise(entered);
    return entered.leaves.length;
  }

  #note(replaces: string, successor: string): void {
    this.#changes.record([{ table: "evidence_reissue", key: [replaces] }], () =>
      this.#rows.note(replaces, successor),
    );
  }

  #again(old: EvidenceRecord): Successor {
    const { signer, log, nowUs } = this.#needs;
    const bundle = reissueBundle(readStoredBundle(old.bundle), {
      signer,
      sha256,
      nowUs: nowUs(),
      random: { salt: randomBytes(32), eventId: randomBytes(eventIdRandomBytes) },
      logOrigin: log.signer.name,
    });
    const issuedAtUs = parseInstant(bundle.issued_at);
    if (issuedAtUs === null)
      throw new Error(`the successor of ${old.eventId} does not say when it was issued`);
    return {
      ...old,
      supersedes: old.eventId,
      requestedBy: null,
      eventId: bundle.event_id,
      contentDigest: bundle.signature,
      bundle,
      issuedAtUs,
    };
  }
}

/** Evidence issued anew, before it has its place in the log. */
type Successor = Omit<EvidenceRecord, "bundle"> & { readonly bundle: Bundle };

function lastIndexOf(versions: readonly LoggedKeyring[], keyId: string): number {
  const last = keyWindow(versions, keyId)?.last;
  if (last === undefined || last === null) throw new Error(`the revoked key ${keyId} has no last entry`);
  return last;
}
