import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { formatInstant } from "../../../../core/encoding/instant.ts";
import type { JsonObject } from "../../../../core/encoding/strict-json.ts";
import type { Signer } from "../../../../core/evidence/keys/dsse.ts";
import { signDocument } from "../../../../core/evidence/log/logged-document.ts";
import { enterInLog, type LogNeeds } from "../../../app/log/enter-in-log.ts";
import { openOwnDocument } from "../../../app/present/present-custody.ts";
import type { AuditLimits, AuditStretch } from "../../../app/ports/audit.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import { sha256 } from "../../../app/sha256.ts";
import { openReadable } from "../open-database.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import { RowChanges, type ChangesHead } from "../row-changes.ts";
import { webhookForm } from "../webhooks/open-webhook-database.ts";
import { AuditRows } from "./rows/audit-rows.ts";
import { SqliteStore } from "./sqlite-store.ts";

/**
 * What a store holds of all that governs and of which nothing else is in the log: the heads of its recorded changes and of
 * its audit logs. Signed and logged, so that nobody changes any of it unnoticed who cannot sign, or cannot make the log's
 * high-water mark fit.
 */
export interface Inventory {
  readonly schema: "urn:plumbline:inventory:1";
  /** From 1, without gaps. */
  readonly number: number;
  readonly at: string;
  /** Null before the first change. */
  readonly rows: ChangesHead | null;
  /** Of the webhooks' database; null before the first. */
  readonly webhooks: ChangesHead | null;
  /** The audit logs that have grown since the inventory before; of the others it still holds. */
  readonly audit: readonly AuditStretch[];
}

export interface InventoryNeeds {
  readonly signer: Signer;
  readonly log: LogNeeds;
  /** Of the states in this database; see nameScoring. */
  readonly scoring: string;
  readonly nowUs: () => number;
  /** Path of the webhooks' database. */
  readonly webhooks: string;
  /** What is kept of the audit log; left out: all. */
  readonly audit?: AuditLimits;
}

/** With the look a second, no change waits longer than a minute for its inventory. */
const everyUs = 55_000_000;

/** Enters inventories in the log, once a minute at most and only after something changed; what the audit log keeps no longer goes with one. */
export class InventoryKeeper {
  readonly #store: SqliteStore;
  readonly #rows: RowChanges;
  readonly #audit: AuditRows;
  readonly #newest: Query<{ envelope: Uint8Array }>;
  readonly #needs: InventoryNeeds;
  #lastUs = 0;

  constructor(database: DatabaseSync, needs: InventoryNeeds) {
    this.#store = new SqliteStore(database);
    this.#rows = new RowChanges(database);
    this.#audit = new AuditRows(database);
    this.#newest = prepareQuery(
      database,
      "SELECT envelope FROM log_document WHERE kind = 'inventory' ORDER BY leaf_index DESC LIMIT 1",
    );
    this.#needs = needs;
  }

  async takeIfDue(): Promise<void> {
    const nowUs = this.#needs.nowUs();
    // A clock that was set back does not keep it waiting.
    if (nowUs >= this.#lastUs && nowUs - this.#lastUs < everyUs) return;
    await this.take();
  }

  /** Between commits, never within one. */
  async take(): Promise<void> {
    const { log, nowUs, scoring } = this.#needs;
    const atUs = nowUs();
    const head = await this.#store.transact(async (transaction) => {
      const inventory = this.#changed(atUs);
      if (inventory === null) return null;
      const document = {
        ...signDocument("inventory", plain(inventory), { ...this.#needs, sha256 }),
        organisation: null,
        subject: String(inventory.number),
        loggedAtUs: atUs,
      };
      const edge = await transaction.readLogEdge();
      const entered = enterInLog({ documents: [document], evidence: [] }, edge, log);
      await transaction.write({ ...noChanges, scoring, documents: entered.documents, log: entered.log });
      this.#audit.list(inventory.audit);
      return entered.log;
    });
    this.#lastUs = atUs;
    if (head !== null) log.mark.raise(head);
  }

  /** Null where all is as the newest inventory has it. */
  #changed(atUs: number): Inventory | null {
    const last = this.#last();
    const rows = this.#rows.head();
    const webhooks = this.#webhooks() ?? last.webhooks;
    const audit = this.#audit.changed(this.#needs.audit ?? null);
    if (isSame(rows, last.rows) && isSame(webhooks, last.webhooks) && audit.length === 0) return null;
    const number = last.number + 1;
    return { schema: "urn:plumbline:inventory:1", number, at: formatInstant(atUs), rows, webhooks, audit };
  }

  #last(): Pick<Inventory, "number" | "rows" | "webhooks"> {
    const envelope = this.#newest.get()?.envelope;
    if (envelope === undefined) return { number: 0, rows: null, webhooks: null };
    return openOwnDocument<Inventory>(envelope).payload;
  }

  /** Null also where that database cannot be read: frames are taken all the same, and the doctor reports it. */
  #webhooks(): ChangesHead | null {
    if (!existsSync(this.#needs.webhooks)) return null;
    let database: DatabaseSync | null = null;
    try {
      database = openReadable(this.#needs.webhooks, { form: webhookForm });
      return new RowChanges(database).head();
    } catch {
      return null;
    } finally {
      database?.close();
    }
  }
}

/** Without interfaces, whose members JSON could not be known to be. */
function plain({ rows, webhooks, audit, ...rest }: Inventory): JsonObject {
  return {
    ...rest,
    rows: rows === null ? null : { ...rows },
    webhooks: webhooks === null ? null : { ...webhooks },
    audit: audit.map((stretch) => ({ ...stretch })),
  };
}

function isSame(one: ChangesHead | null, other: ChangesHead | null): boolean {
  return one?.count === other?.count && one?.head === other?.head;
}
