import type { DatabaseSync } from "node:sqlite";

import type { SecretBox } from "../../../app/ports/secret-box.ts";
import type { StoredWebhook, WebhookStore } from "../../../app/ports/webhook-store.ts";
import { inTransaction } from "../in-transaction.ts";
import { prepareQuery } from "../prepare-query.ts";
import { RowChanges, rowOfWebhook } from "../row-changes.ts";
import { columnsOf, webhookOfRow, type WebhookRow } from "./webhook-rows.ts";
import { endWaiting } from "./delivery-order.ts";

/** Webhooks in their own database. Secrets and addresses are sealed. */
export class SqliteWebhookStore implements WebhookStore {
  readonly #database: DatabaseSync;
  readonly #box: SecretBox;
  readonly #changes: RowChanges;

  constructor(database: DatabaseSync, box: SecretBox) {
    this.#database = database;
    this.#box = box;
    this.#changes = new RowChanges(database);
  }

  async addWebhook(
    webhook: Parameters<WebhookStore["addWebhook"]>[0],
    most: number,
  ): Promise<StoredWebhook | null> {
    return inTransaction(this.#database, () => {
      const { organisation, webhookId } = webhook;
      const { held } = prepareQuery<{ held: number }>(
        this.#database,
        "SELECT count(*) AS held FROM webhook WHERE organisation = ?",
      ).get(organisation) ?? { held: 0 };
      if (held >= most) return null;
      const columns = {
        ...columnsOf(webhook, this.#box),
        organisation,
        webhook_id: webhookId,
        created_us: webhook.createdUs,
      };
      const names = Object.keys(columns);
      // Keys are never used again, so that the next one is known only once the row is there.
      const { lastInsertRowid } = this.#database
        .prepare(
          `INSERT INTO webhook (${names.join(", ")}) VALUES (${names.map((name) => `:${name}`).join(", ")})`,
        )
        .run(columns);
      this.#changes.recordNew(rowOfWebhook(Number(lastInsertRowid)));
      return this.#find(organisation, webhookId);
    });
  }

  async listWebhooks(organisation: string): Promise<readonly StoredWebhook[]> {
    return prepareQuery<WebhookRow>(
      this.#database,
      "SELECT * FROM webhook WHERE organisation = ? ORDER BY webhook_key",
    )
      .all(organisation)
      .map((row) => webhookOfRow(row, this.#box));
  }

  async findWebhook(organisation: string, webhookId: string): Promise<StoredWebhook | null> {
    return this.#find(organisation, webhookId);
  }

  async changeWebhook(
    webhookKey: number,
    changed: Parameters<WebhookStore["changeWebhook"]>[1],
    atUs: number,
  ): Promise<void> {
    inTransaction(this.#database, () => {
      const row = prepareQuery<WebhookRow>(this.#database, "SELECT * FROM webhook WHERE webhook_key = ?").get(
        webhookKey,
      );
      if (row === undefined) return;
      const before = webhookOfRow(row, this.#box);
      const columns = columnsOf({ ...before, ...changed, updatedUs: atUs }, this.#box);
      const sets = Object.keys(columns).map((name) => `${name} = :${name}`);
      this.#changes.record([rowOfWebhook(webhookKey)], () =>
        this.#database
          .prepare(`UPDATE webhook SET ${sets.join(", ")} WHERE webhook_key = :webhookKey`)
          .run({ ...columns, webhookKey }),
      );
      if (changed.disabled === null) this.#beginAnew(webhookKey);
      else if (changed.disabled !== undefined) endWaiting(this.#database, webhookKey, atUs);
    });
  }

  async removeWebhook(webhookKey: number): Promise<void> {
    inTransaction(this.#database, () =>
      this.#changes.record([rowOfWebhook(webhookKey)], () =>
        this.#database.prepare("DELETE FROM webhook WHERE webhook_key = ?").run(webhookKey),
      ),
    );
  }

  #find(organisation: string, webhookId: string): StoredWebhook | null {
    const row = prepareQuery<WebhookRow>(
      this.#database,
      "SELECT * FROM webhook WHERE organisation = ? AND webhook_id = ?",
    ).get(organisation, webhookId);
    return row === undefined ? null : webhookOfRow(row, this.#box);
  }

  /** Failures from before it was disabled must not disable it again. */
  #beginAnew(webhookKey: number): void {
    this.#database
      .prepare("UPDATE webhook SET failing_since_us = NULL, is_unannounced = 0 WHERE webhook_key = ?")
      .run(webhookKey);
  }
}
