import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { SecretBox } from "../../../app/ports/secret-box.ts";
import { openWebhookDatabase } from "./open-webhook-database.ts";
import { SqliteDeliveryLog } from "./sqlite-delivery-log.ts";
import { SqliteDeliveryQueue } from "./sqlite-delivery-queue.ts";
import { SqliteWebhookStore } from "./sqlite-webhook-store.ts";

/** Not readable as it stands, and bound to its owner; the real one is tested where it is. */
const box: SecretBox = {
  seal: (text, owner) => Buffer.from(`${owner} ${text}`).toString("base64"),
  open(sealed, owner) {
    const text = Buffer.from(sealed, "base64").toString();
    if (!text.startsWith(`${owner} `)) throw new Error(`sealed for another than ${owner}`);
    return text.slice(owner.length + 1);
  },
};

/** A database of webhooks in a folder of its own. */
export function webhookDatabaseForTests() {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-webhooks-"));
  const path = join(folder, "webhooks.db");
  const opened = () => {
    const database = openWebhookDatabase(path);
    return {
      database,
      webhooks: new SqliteWebhookStore(database, box),
      queue: new SqliteDeliveryQueue(database, box),
      log: new SqliteDeliveryLog(database),
    };
  };
  return { path, opened, remove: () => rmSync(folder, { recursive: true }) };
}
