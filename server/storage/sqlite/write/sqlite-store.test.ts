import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { ledgerContract, type LedgerSideEffects } from "../../ledger.contract.ts";
import { openLogSigner } from "../../../keys/open-log-signer.ts";
import { sha256 } from "../../../app/sha256.ts";
import { openDatabase } from "../open-database.ts";
import { resumeLog } from "../start/resume-log.ts";
import { SqliteAudit } from "../audit/sqlite-audit.ts";
import { SqliteStore } from "./sqlite-store.ts";

ledgerContract(async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-ledger-"));
  const database = openDatabase(join(folder, "plumbline.db"));
  const signer = openLogSigner(folder, "log.example.org");
  // The suite asks what is stored, not what a power cut leaves; that is asked in e2e/durability.
  database.exec("PRAGMA synchronous = OFF");
  return {
    store: new SqliteStore(database),
    log: resumeLog(database, { signer, markFile: join(folder, "mark"), sha256 }),
    audit: new SqliteAudit(database),
    inspect: async () => sideEffectsIn(database),
    async keptAnswer(space) {
      const row = database.prepare("SELECT body FROM answer WHERE space = ?").get(space);
      return (row?.["body"] as string | undefined) ?? null;
    },
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
});

function sideEffectsIn(database: DatabaseSync): LedgerSideEffects {
  const all = (sql: string) => database.prepare(sql).all() as unknown;
  const counted = database.prepare("SELECT coalesce(sum(frames), 0) AS frames FROM frame_count").get();
  return {
    transitions: all(
      `SELECT vehicle_key AS vehicleKey, seq, from_tier AS "from", to_tier AS "to", evidence_id AS evidenceId
       FROM tier_transition ORDER BY transition_key`,
    ) as LedgerSideEffects["transitions"],
    evidence: all(
      `SELECT organisation, event_id AS eventId, vehicle_key AS vehicleKey, seq, bundle, frames,
         frame_count AS frameCount FROM evidence ORDER BY evidence_key`,
    ) as LedgerSideEffects["evidence"],
    logEntries: (all("SELECT entry FROM log_leaf ORDER BY leaf_index") as { entry: Uint8Array }[]).map(
      ({ entry }) => entry,
    ),
    documents: all(
      "SELECT leaf_index AS leafIndex, kind, organisation, subject FROM log_document ORDER BY leaf_index",
    ) as LedgerSideEffects["documents"],
    events: all(
      "SELECT organisation, vehicle_id AS vehicleId, kind, seq FROM outbox ORDER BY position",
    ) as LedgerSideEffects["events"],
    framesCounted: counted!["frames"] as number,
  };
}
