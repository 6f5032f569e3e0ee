import type { DatabaseSync } from "node:sqlite";

import type {
  Attempt,
  DeliveryCounts,
  DeliveryLog,
  DeliveryState,
  DeliveryWithAttempts,
  NewDelivery,
  StoredDelivery,
} from "../../../app/ports/webhook-store.ts";
import { inTransaction } from "../in-transaction.ts";
import { prepareQuery } from "../prepare-query.ts";
import { letNextGo } from "./delivery-order.ts";
import { addAttemptSql, insertDeliverySql } from "./sqlite-delivery-queue.ts";
import { attemptColumns, deliveryColumns } from "./webhook-rows.ts";

/** What was sent, and what is to be sent again. */
export class SqliteDeliveryLog implements DeliveryLog {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async countDeliveries(webhookKey: number): Promise<DeliveryCounts> {
    const rows = prepareQuery<{ state: DeliveryState; count: number }>(
      this.#database,
      `SELECT state, count(*) AS count FROM delivery
       WHERE webhook_key = ? AND state IN ('ready', 'waiting', 'dead') GROUP BY state`,
    ).all(webhookKey);
    const count = (state: DeliveryState) => rows.find((row) => row.state === state)?.count ?? 0;
    return { pending: count("ready") + count("waiting"), dead: count("dead") };
  }

  async listDeliveries(
    ask: Parameters<DeliveryLog["listDeliveries"]>[0],
  ): Promise<readonly DeliveryWithAttempts[]> {
    const { webhookKey, states, before, limit } = ask;
    const found = prepareQuery<StoredDelivery>(
      this.#database,
      `SELECT ${deliveryColumns} FROM delivery
       WHERE webhook_key = :webhookKey AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))
         AND delivery_key < coalesce(:before, 9223372036854775807)
       ORDER BY delivery_key DESC LIMIT :limit`,
    ).all({ webhookKey, states: states === null ? null : JSON.stringify(states), before, limit });
    return found.map((delivery) => ({ ...delivery, attempts: this.#attempts(delivery.deliveryKey) }));
  }

  async findDelivery(webhookKey: number, deliveryId: string): Promise<DeliveryWithAttempts | null> {
    return this.#find(webhookKey, deliveryId);
  }

  async addFinished(delivery: NewDelivery, attempt: Attempt): Promise<DeliveryWithAttempts | null> {
    return inTransaction(this.#database, () => {
      const { deliveryId, webhookKey, eventId, eventType, vehicleId, event, notice } = delivery;
      const isThere = this.#database.prepare("SELECT 1 FROM webhook WHERE webhook_key = ?").get(webhookKey);
      if (isThere === undefined) return null;
      this.#database.prepare(insertDeliverySql).run({
        deliveryId,
        webhookKey,
        eventId,
        eventType,
        vehicleId,
        event,
        notice,
        state: attempt.error === null ? "delivered" : "dead",
        holds: 0,
        nowUs: attempt.atUs,
        endedUs: attempt.atUs,
      });
      const added = this.#find(webhookKey, deliveryId);
      if (added === null) throw new Error(`the delivery ${deliveryId} was to be there once it was added`);
      this.#database.prepare(addAttemptSql).run({ deliveryKey: added.deliveryKey, ...attempt });
      return { ...added, attempts: [attempt] };
    });
  }

  async replayDelivery(deliveryKey: number, nowUs: number): Promise<void> {
    inTransaction(this.#database, () => this.#replay(deliveryKey, nowUs));
  }

  async replayDeadLetters(ask: Parameters<DeliveryLog["replayDeadLetters"]>[0]): Promise<number> {
    return inTransaction(this.#database, () => {
      const { webhookKey, fromUs, toUs, limit, nowUs } = ask;
      const keys = prepareQuery<{ deliveryKey: number }>(
        this.#database,
        `SELECT delivery_key AS deliveryKey FROM delivery
         WHERE webhook_key = :webhookKey AND state = 'dead' AND created_us >= :fromUs AND created_us < :toUs
         ORDER BY delivery_key LIMIT :limit`,
      ).all({ webhookKey, fromUs, toUs, limit });
      for (const { deliveryKey } of keys) this.#replay(deliveryKey, nowUs);
      return keys.length;
    });
  }

  /** It holds nothing back: later events of its vehicle have most likely passed it. */
  #replay(deliveryKey: number, nowUs: number): void {
    letNextGo(this.#database, deliveryKey);
    this.#database
      .prepare(
        "UPDATE delivery SET state = 'ready', due_us = ?, tries = 0, ended_us = NULL WHERE delivery_key = ?",
      )
      .run(nowUs, deliveryKey);
  }

  #find(webhookKey: number, deliveryId: string): DeliveryWithAttempts | null {
    const found = prepareQuery<StoredDelivery>(
      this.#database,
      `SELECT ${deliveryColumns} FROM delivery WHERE webhook_key = ? AND delivery_id = ?`,
    ).get(webhookKey, deliveryId);
    return found === undefined ? null : { ...found, attempts: this.#attempts(found.deliveryKey) };
  }

  #attempts(deliveryKey: number) {
    return prepareQuery<Attempt>(
      this.#database,
      `SELECT ${attemptColumns} FROM attempt WHERE delivery_key = ? ORDER BY number`,
    ).all(deliveryKey);
  }
}
