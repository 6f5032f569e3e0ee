import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { openForExamination } from "../storage/sqlite/audit/open-for-examination.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { DatabaseRefusal } from "../storage/sqlite/schema/database-form.ts";
import { webhookForm } from "../storage/sqlite/webhooks/open-webhook-database.ts";
import { failed, type Finding, ok, warning } from "./finding.ts";

const what = "webhooks";

/** Whether the database of webhooks is sound, and how its receivers fare. */
export function examineWebhooks(path: string): readonly Finding[] {
  if (!existsSync(path)) return [ok(what, "none was ever made")];
  let examined: ReturnType<typeof openForExamination>;
  try {
    examined = openForExamination(path, webhookForm);
  } catch (fault) {
    if (fault instanceof DatabaseRefusal) return [failed(what, fault.message)];
    throw fault;
  }
  try {
    const damage = prepareQuery<{ integrity_check: string }>(
      examined.database,
      "PRAGMA integrity_check(1)",
    ).get()?.integrity_check;
    if (damage !== "ok") {
      const then = "frames are taken all the same. Stop the service, and restore it or move it away";
      return [failed(what, `${path} is damaged (${damage}); ${then}`)];
    }
    return [examineReceivers(examined.database)];
  } finally {
    examined.close();
  }
}

interface Counts {
  readonly webhooks: number;
  readonly ended: number;
  readonly failing: number;
}

function examineReceivers(database: DatabaseSync): Finding {
  const { webhooks, ended, failing } = prepareQuery<Counts>(
    database,
    `SELECT count(*) AS webhooks,
       count(*) FILTER (WHERE disabled_reason IN ('gone', 'failing')) AS ended,
       count(*) FILTER (WHERE disabled_reason IS NULL AND failing_since_us IS NOT NULL) AS failing FROM webhook`,
  ).get() ?? { webhooks: 0, ended: 0, failing: 0 };
  const detail = `${webhooks} of all organisations, ${failing} failing, ${ended} that disabled themselves`;
  return failing + ended === 0 ? ok(what, detail) : warning(what, `${detail}: see plumbline webhooks list`);
}
