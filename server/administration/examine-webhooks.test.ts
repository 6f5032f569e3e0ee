import { truncateSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";

import { webhookForTests } from "../app/webhooks/delivery-for-tests.ts";
import { webhookDatabaseForTests } from "../storage/sqlite/webhooks/webhook-database-for-tests.ts";
import { examineWebhooks } from "./examine-webhooks.ts";

let folder: ReturnType<typeof webhookDatabaseForTests>;
beforeEach(() => {
  folder = webhookDatabaseForTests();
});
afterEach(() => folder.remove());

test("where none was ever made there is nothing to find", () => {
  expect(examineWebhooks(folder.path)).toMatchObject([{ status: "ok", detail: "none was ever made" }]);
});

test("receivers that fail, and webhooks that disabled themselves, are worth a look; those disabled by hand are not", async () => {
  const { webhooks, database } = folder.opened();
  const add = (at: number, changes: object = {}) =>
    webhooks.addWebhook(webhookForTests({ webhookId: `wh_${at}`, ...changes }), 10);
  await add(1);
  await add(2, { disabled: { reason: "requested", atUs: 1 } });
  expect(examineWebhooks(folder.path)).toMatchObject([
    { status: "ok", detail: expect.stringContaining("2 of all") },
  ]);
  await add(3, { disabled: { reason: "gone", atUs: 1 } });
  database.exec("UPDATE webhook SET failing_since_us = 5 WHERE webhook_id = 'wh_1'");
  expect(examineWebhooks(folder.path)).toMatchObject([
    { status: "warning", detail: expect.stringContaining("1 failing, 1 that disabled") },
  ]);
  database.close();
});

test("a damaged database is told, with what to do", async () => {
  const { webhooks, database } = folder.opened();
  await webhooks.addWebhook(webhookForTests(), 10);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  truncateSync(folder.path, 20_000);
  expect(() => examineWebhooks(folder.path)).toThrow("malformed");
});
