import type { DataFolder } from "../../data-folder.ts";
import { DatabaseRefusal } from "../schema/database-form.ts";
import { webhookForm } from "../webhooks/open-webhook-database.ts";
import { openIfNotEmpty } from "./open-if-not-empty.ts";

/**
 * Throws `DatabaseRefusal` where a database of the folder is another program's or newer than this one. Asked before anything
 * is made, so that the folder stays as it was found.
 */
export function refuseOtherDatabases({ database, webhooks }: DataFolder): void {
  openIfNotEmpty(database)?.close();
  try {
    openIfNotEmpty(webhooks, webhookForm)?.close();
  } catch (fault) {
    // What is damaged is said later: frames are taken without webhooks.
    if (fault instanceof DatabaseRefusal) throw fault;
  }
}
