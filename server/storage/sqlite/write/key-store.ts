import type { DatabaseSync } from "node:sqlite";

import { decideKeyChange } from "../../../app/api-keys/decide-key-change.ts";
import type {
  ApiKeyReader,
  SessionStanding,
  StoredApiKey,
} from "../../../app/ports/reading/api-key-reader.ts";
import type { ApiKeyStore, KeyAct, KeyChange, KeyDecision } from "../../../app/ports/key-change.ts";
import { inTransaction } from "../in-transaction.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import type { AuditEntry } from "../../../app/ports/audit.ts";
import { ApiKeyRows } from "./rows/api-key-rows.ts";
import { AuditRows } from "./rows/audit-rows.ts";

/**
 * API keys in the database, on a connection of its own, in this process or in another one beside a running server,
 * whose writer waits its turn. On a connection that only reads, they cannot be changed.
 */
export class SqliteKeyStore implements ApiKeyStore {
  readonly #database: DatabaseSync;
  readonly #rows: ApiKeyRows;
  readonly #revocations: Query<{ atUs: number }>;
  readonly #nowUs: () => number;

  constructor(database: DatabaseSync, nowUs: () => number) {
    this.#database = database;
    this.#rows = new ApiKeyRows(database);
    this.#revocations = prepareQuery(database, revocationOf);
    this.#nowUs = nowUs;
  }

  /** A key that was changed past the service is none; one whose revocation is on record stays revoked. */
  async find(publicId: string): Promise<StoredApiKey | null> {
    const key = this.#rows.find(publicId);
    if (key === null || !this.#rows.isAsRecorded(key)) return null;
    const revoked = key.revokedAtUs === null ? this.#revocations.get(key.organisation, publicId) : undefined;
    return revoked === undefined ? key : { ...key, revokedAtUs: revoked.atUs };
  }

  /** The public ids of keys that are refused because their rows are not what the service wrote. */
  async findAltered(): Promise<readonly string[]> {
    const altered: string[] = [];
    for (const key of this.#rows.all()) {
      const found = await this.find(key.publicId);
      if (found?.revokedAtUs !== key.revokedAtUs) altered.push(key.publicId);
    }
    return altered;
  }

  async findSession(ask: Parameters<ApiKeyReader["findSession"]>[0]): Promise<SessionStanding> {
    return this.#rows.findSession(ask);
  }

  async list(ask: Parameters<ApiKeyReader["list"]>[0]): Promise<readonly StoredApiKey[]> {
    return this.#rows.list(ask);
  }

  async change(change: KeyChange): Promise<KeyDecision> {
    return inTransaction(this.#database, () => {
      const nowUs = this.#nowUs();
      const decision = decideKeyChange(change, this.#known(change, nowUs), nowUs);
      if (decision.kind === "changed") {
        for (const key of [decision.key, decision.previous, ...(decision.alsoEnded ?? [])])
          if (key !== null) this.#rows.put(key);
        new AuditRows(this.#database).append([auditOf(change.act, decision.key, nowUs)]);
      }
      return decision;
    });
  }

  #known({ organisation, authority, act }: KeyChange, nowUs: number): Map<string, StoredApiKey> {
    const named = [
      ...(act.kind === "create" ? [] : [act.publicId]),
      ...(authority === "operator" ? [] : [authority.keyId]),
    ].flatMap((publicId) => this.#rows.find(publicId) ?? []);
    const owner = organisation ?? named[0]?.organisation;
    const inForce =
      owner === undefined
        ? []
        : this.#rows.ofOrganisation(owner, act.kind === "revoke" && act.cascade ? null : nowUs);
    return new Map([...inForce, ...named].map((key) => [key.publicId, key]));
  }
}

/**
 * The audit log's record of a key's end, for which its row has to have a time. The index is named, because without it
 * SQLite looks through all records of the organisation.
 */
export const revocationOf = `SELECT at_us AS atUs FROM audit_record
  INDEXED BY audit_of_revocations WHERE organisation = ? AND subject = ? AND action = 'key.revoke' AND result = 'done'
  ORDER BY seq LIMIT 1`;

/** The operator's hand: no key, no request, no address. The service, which knows how much is kept, removes old records. */
function auditOf(act: KeyAct, key: StoredApiKey, atUs: number): AuditEntry {
  return {
    organisation: key.organisation,
    atUs,
    keyId: null,
    action: `key.${act.kind}`,
    subject: act.kind === "rotate" ? act.publicId : key.publicId,
    result: "done",
    code: null,
    reason: null,
    requestId: null,
    clientAddress: null,
    count: 1,
  };
}
