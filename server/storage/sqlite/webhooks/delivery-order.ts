import type { DatabaseSync } from "node:sqlite";

/**
 * Deliveries of one vehicle to one webhook go one after another. The first that is under way holds the others back
 * (`holds`); when it is over, or was refused too often to be waited for, the next one is let go.
 */
export function letNextGo(database: DatabaseSync, deliveryKey: number): void {
  const { changes } = database
    .prepare("UPDATE delivery SET holds = 0 WHERE delivery_key = ? AND holds = 1")
    .run(deliveryKey);
  if (Number(changes) === 0) return;
  database
    .prepare(
      `UPDATE delivery SET state = 'ready' WHERE state = 'waiting' AND delivery_key = (
         SELECT min(next.delivery_key) FROM delivery AS over JOIN delivery AS next
           ON next.webhook_key = over.webhook_key AND next.vehicle_id = over.vehicle_id AND next.holds = 1
         WHERE over.delivery_key = ?)`,
    )
    .run(deliveryKey);
}

const notAttempted = "The webhook was disabled before it was sent.";

/** Everything of a webhook that waits becomes a dead letter. */
export function endWaiting(database: DatabaseSync, webhookKey: number, atUs: number): void {
  database
    .prepare(
      `INSERT INTO attempt (delivery_key, number, at_us, duration_ms, status, error, response)
       SELECT delivery_key, 1, :atUs, 0, NULL, 'not_attempted', :why FROM delivery
       WHERE webhook_key = :webhookKey AND state IN ('ready', 'waiting')
         AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.delivery_key = delivery.delivery_key)`,
    )
    .run({ webhookKey, atUs, why: notAttempted });
  database
    .prepare(
      `UPDATE delivery SET state = 'dead', holds = 0, ended_us = :atUs
       WHERE webhook_key = :webhookKey AND state IN ('ready', 'waiting')`,
    )
    .run({ webhookKey, atUs });
}
