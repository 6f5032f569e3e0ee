import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { SecretBox } from "../../../app/ports/secret-box.ts";
import type {
  Attempt,
  AttemptRecord,
  DeliveryQueue,
  NewDelivery,
  StoredDelivery,
  StoredWebhook,
} from "../../../app/ports/webhook-store.ts";
import { RowChanges, rowOfWebhook } from "../row-changes.ts";
import { inTransaction } from "../in-transaction.ts";
import { metaValue, setMetaValue } from "../meta-value.ts";
import { type Query, prepareQuery, queryOf } from "../prepare-query.ts";
import { endWaiting, letNextGo } from "./delivery-order.ts";
import { deliveryColumns, webhookOfRow, type WebhookRow } from "./webhook-rows.ts";

const positionName = "position";
/** So many attempts of a delivery are kept, the latest. */
const attemptsKept = 20;
const tooMany = "So many deliveries wait already that this one was not attempted.";

/** What is on its way, in the order in which it goes. */
export class SqliteDeliveryQueue implements DeliveryQueue {
  readonly #database: DatabaseSync;
  readonly #box: SecretBox;
  readonly #changes: RowChanges;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(database: DatabaseSync, box: SecretBox) {
    this.#database = database;
    this.#box = box;
    this.#changes = new RowChanges(database);
    this.#statements = statementsOf(database);
  }

  async enabledWebhooks(): Promise<readonly StoredWebhook[]> {
    return this.#webhooks("SELECT * FROM webhook WHERE disabled_reason IS NULL ORDER BY webhook_key");
  }

  async position(): Promise<string | null> {
    return metaValue(this.#database, positionName);
  }

  async enqueue(
    deliveries: readonly NewDelivery[],
    then: { readonly position: string; readonly nowUs: number; readonly mostPending: number },
  ): Promise<void> {
    inTransaction(this.#database, () => {
      const room = new Map<number, number>();
      for (const delivery of deliveries) {
        const { webhookKey } = delivery;
        // Meanwhile it may have been deleted or disabled.
        if (this.#statements.isOpen.get(webhookKey) === undefined) continue;
        const left = room.get(webhookKey) ?? then.mostPending - this.#pending(webhookKey);
        const isNew = left > 0 ? this.#add(delivery, then.nowUs) : this.#addDead(delivery, then.nowUs);
        room.set(webhookKey, isNew ? left - 1 : left);
      }
      setMetaValue(this.#database, positionName, then.position);
    });
  }

  async nextDueUs(webhookKey: number, except: readonly number[]): Promise<number | null> {
    return this.#statements.nextDue.get({ webhookKey, except: JSON.stringify(except) })?.dueUs ?? null;
  }

  async dueDeliveries({
    except,
    ...ask
  }: Parameters<DeliveryQueue["dueDeliveries"]>[0]): Promise<readonly StoredDelivery[]> {
    return this.#statements.due.all({ ...ask, except: JSON.stringify(except) });
  }

  async recordAttempts(records: readonly AttemptRecord[], nowUs: number): Promise<void> {
    inTransaction(this.#database, () => {
      for (const record of records) this.#record(record, nowUs);
    });
  }

  async unannounced(): Promise<readonly StoredWebhook[]> {
    return this.#webhooks("SELECT * FROM webhook WHERE is_unannounced = 1 ORDER BY webhook_key");
  }

  async markAnnounced(webhookKey: number): Promise<void> {
    this.#database.prepare("UPDATE webhook SET is_unannounced = 0 WHERE webhook_key = ?").run(webhookKey);
  }

  async prune(ask: {
    readonly endedBeforeUs: number;
    readonly mostKept: number;
    readonly limit: number;
  }): Promise<number> {
    return inTransaction(this.#database, () => {
      const { endedBeforeUs, mostKept, limit } = ask;
      let removed = Number(this.#statements.dropOld.run({ endedBeforeUs, limit }).changes);
      for (const { webhookKey } of this.#statements.keys.all()) {
        if (removed >= limit) break;
        removed += Number(
          this.#statements.dropMany.run({ webhookKey, mostKept, limit: limit - removed }).changes,
        );
      }
      return removed;
    });
  }

  #webhooks(sql: string): readonly StoredWebhook[] {
    return prepareQuery<WebhookRow>(this.#database, sql)
      .all()
      .map((row) => webhookOfRow(row, this.#box));
  }

  #pending(webhookKey: number): number {
    return this.#statements.pending.get(webhookKey)?.pending ?? 0;
  }

  #add(delivery: NewDelivery, nowUs: number): boolean {
    const { vehicleId, webhookKey } = delivery;
    const isHeld = vehicleId !== null && this.#statements.held.get(webhookKey, vehicleId) !== undefined;
    return this.#insert(delivery, {
      state: isHeld ? "waiting" : "ready",
      holds: vehicleId === null ? 0 : 1,
      nowUs,
      endedUs: null,
    });
  }

  #addDead(delivery: NewDelivery, nowUs: number): boolean {
    const isNew = this.#insert(delivery, { state: "dead", holds: 0, nowUs, endedUs: nowUs });
    const { deliveryKey } = this.#statements.keyOf.get(delivery.deliveryId) ?? {};
    if (isNew && deliveryKey !== undefined) {
      const attempt = {
        atUs: nowUs,
        durationMs: 0,
        status: null,
        error: "not_attempted",
        response: tooMany,
      } as const;
      this.#addAttempt(deliveryKey, attempt);
    }
    // It takes no place among those that wait.
    return false;
  }

  #insert(
    { deliveryId, webhookKey, eventId, eventType, vehicleId, event, notice }: NewDelivery,
    { state, holds, nowUs, endedUs }: { state: string; holds: number; nowUs: number; endedUs: number | null },
  ): boolean {
    const given = { deliveryId, webhookKey, eventId, eventType, vehicleId, event, notice };
    const { changes } = this.#statements.insert.run({ ...given, state, holds, nowUs, endedUs });
    return Number(changes) === 1;
  }

  #record({ delivery, attempt, next, disables }: AttemptRecord, nowUs: number): void {
    const { deliveryKey, webhookKey } = delivery;
    if (this.#statements.isThere.get(deliveryKey) === undefined) return;
    this.#addAttempt(deliveryKey, attempt);
    this.#statements.dropAttempts.run(deliveryKey, attemptsKept, deliveryKey);
    if (next.kind === "retry") {
      this.#statements.retry.run(next.dueUs, deliveryKey);
      if (next.letsOthersPass) letNextGo(this.#database, deliveryKey);
    } else {
      this.#statements.end.run({ state: next.kind, nowUs, deliveryKey });
      letNextGo(this.#database, deliveryKey);
    }
    if (attempt.error === null) this.#statements.succeeded.run(attempt.atUs, webhookKey);
    else this.#statements.failed.run(attempt.atUs, webhookKey);
    if (disables === null) return;
    const { changes } = this.#changes.record([rowOfWebhook(webhookKey)], () =>
      this.#statements.disable.run(disables, nowUs, webhookKey),
    );
    if (Number(changes) === 1) endWaiting(this.#database, webhookKey, nowUs);
  }

  #addAttempt(deliveryKey: number, attempt: Attempt): void {
    this.#statements.addAttempt.run({ deliveryKey, ...attempt });
  }
}

/** Inserts one attempt under its next number. */
export const addAttemptSql = `INSERT INTO attempt (delivery_key, number, at_us, duration_ms, status, error, response)
  SELECT :deliveryKey, 1 + coalesce(max(number), 0), :atUs, :durationMs, :status, :error, :response
  FROM attempt WHERE delivery_key = :deliveryKey`;

export const insertDeliverySql = `INSERT INTO delivery
  (delivery_id, webhook_key, event_id, event_type, vehicle_id, event, notice, state, holds, due_us, created_us, ended_us)
  VALUES (:deliveryId, :webhookKey, :eventId, :eventType, :vehicleId, :event, :notice, :state, :holds, :nowUs, :nowUs, :endedUs)
  ON CONFLICT (webhook_key, event_id) DO NOTHING`;

function statementsOf(database: DatabaseSync) {
  const write = (sql: string): StatementSync => database.prepare(sql);
  const read = <Row>(sql: string): Query<Row> => queryOf<Row>(database.prepare(sql));
  return {
    insert: write(insertDeliverySql),
    addAttempt: write(addAttemptSql),
    dropAttempts: write(
      "DELETE FROM attempt WHERE delivery_key = ? AND number <= -? + (SELECT max(number) FROM attempt WHERE delivery_key = ?)",
    ),
    retry: write(
      "UPDATE delivery SET due_us = ?, tries = tries + 1 WHERE delivery_key = ? AND state IN ('ready', 'waiting')",
    ),
    // A success counts whatever was decided meanwhile; a failure does not undo one.
    end: write(
      `UPDATE delivery SET state = :state, ended_us = :nowUs
       WHERE delivery_key = :deliveryKey AND (state IN ('ready', 'waiting') OR :state = 'delivered')`,
    ),
    succeeded: write("UPDATE webhook SET failing_since_us = NULL, last_success_us = ? WHERE webhook_key = ?"),
    failed: write(
      "UPDATE webhook SET failing_since_us = coalesce(failing_since_us, ?) WHERE webhook_key = ?",
    ),
    disable: write(
      `UPDATE webhook SET disabled_reason = ?, disabled_us = ?, is_unannounced = 1
       WHERE webhook_key = ? AND disabled_reason IS NULL`,
    ),
    dropOld: write(
      `DELETE FROM delivery WHERE delivery_key IN (
         SELECT delivery_key FROM delivery WHERE ended_us < :endedBeforeUs ORDER BY ended_us LIMIT :limit)`,
    ),
    dropMany: write(
      `DELETE FROM delivery WHERE delivery_key IN (
         SELECT delivery_key FROM delivery WHERE webhook_key = :webhookKey AND state IN ('delivered', 'dead')
         ORDER BY delivery_key DESC LIMIT :limit OFFSET :mostKept)`,
    ),
    keys: read<{ webhookKey: number }>("SELECT webhook_key AS webhookKey FROM webhook"),
    pending: read<{ pending: number }>(
      "SELECT count(*) AS pending FROM delivery WHERE webhook_key = ? AND state IN ('ready', 'waiting')",
    ),
    held: read<{ one: number }>(
      "SELECT 1 AS one FROM delivery WHERE webhook_key = ? AND vehicle_id = ? AND holds = 1 LIMIT 1",
    ),
    keyOf: read<{ deliveryKey: number }>(
      "SELECT delivery_key AS deliveryKey FROM delivery WHERE delivery_id = ?",
    ),
    isOpen: read<{ one: number }>(
      "SELECT 1 AS one FROM webhook WHERE webhook_key = ? AND disabled_reason IS NULL",
    ),
    isThere: read<{ one: number }>("SELECT 1 AS one FROM delivery WHERE delivery_key = ?"),
    nextDue: read<{ dueUs: number }>(
      `SELECT due_us AS dueUs FROM delivery WHERE webhook_key = :webhookKey AND state = 'ready'
         AND delivery_key NOT IN (SELECT value FROM json_each(:except)) ORDER BY due_us LIMIT 1`,
    ),
    due: read<StoredDelivery>(
      `SELECT ${deliveryColumns} FROM delivery
       WHERE webhook_key = :webhookKey AND state = 'ready' AND due_us <= :nowUs
         AND delivery_key NOT IN (SELECT value FROM json_each(:except))
       ORDER BY due_us, delivery_key LIMIT :limit`,
    ),
  };
}
