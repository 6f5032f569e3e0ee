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
import { prepareQuery } from "../prepare-query.ts";
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
      const answers = prepareQuery<{ body: string }>(database, "SELECT body FROM answer WHERE space = ?");
      return answers.get(space)?.body ?? null;
    },
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
});

function sideEffectsIn(database: DatabaseSync): LedgerSideEffects {
  const all = <Row>(sql: string): Row[] => prepareQuery<Row>(database, sql).all();
  type RowOf<List extends keyof LedgerSideEffects> = LedgerSideEffects[List] extends readonly (infer Row)[]
    ? Row
    : never;
  return {
    transitions: all<RowOf<"transitions">>(
      `SELECT vehicle_key AS vehicleKey, seq, from_tier AS "from", to_tier AS "to", evidence_id AS evidenceId
       FROM tier_transition ORDER BY transition_key`,
    ),
    evidence: all<RowOf<"evidence">>(
      `SELECT organisation, event_id AS eventId, vehicle_key AS vehicleKey, seq, bundle, frames,
         frame_count AS frameCount FROM evidence ORDER BY evidence_key`,
    ),
    logEntries: all<{ entry: Uint8Array }>("SELECT entry FROM log_leaf ORDER BY leaf_index").map(
      ({ entry }) => entry,
    ),
    documents: all<RowOf<"documents">>(
      "SELECT leaf_index AS leafIndex, kind, organisation, subject FROM log_document ORDER BY leaf_index",
    ),
    events: all<RowOf<"events">>(
      "SELECT organisation, vehicle_id AS vehicleId, type, data ->> '$.frame_seq' AS frameSeq FROM event ORDER BY id",
    ),
    framesCounted: all<{ frames: number }>("SELECT frames FROM frame_tally WHERE level = 0").reduce(
      (sum, { frames }) => sum + frames,
      0,
    ),
  };
}
