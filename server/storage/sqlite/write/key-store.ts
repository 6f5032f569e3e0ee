import type { DatabaseSync } from "node:sqlite";

import { decideKeyChange } from "../../../app/api-keys/decide-key-change.ts";
import type { ApiKeyReader, StoredApiKey } from "../../../app/ports/reading/api-key-reader.ts";
import type { ApiKeyStore, KeyAct, KeyChange, KeyDecision } from "../../../app/ports/key-change.ts";
import { inTransaction } from "../in-transaction.ts";
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
  readonly #nowUs: () => number;

  constructor(database: DatabaseSync, nowUs: () => number) {
    this.#database = database;
    this.#rows = new ApiKeyRows(database);
    this.#nowUs = nowUs;
  }

  async find(publicId: string): Promise<StoredApiKey | null> {
    return this.#rows.find(publicId);
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
        new AuditRows(this.#database).append([auditOf(change.act, decision.key, nowUs)], null);
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
