import type { DatabaseSync } from "node:sqlite";

import type { ScoringSettings } from "../../../../core/scoring/model/settings.ts";
import { FrameTester } from "../../../../core/scoring/frame/frame-tester.ts";
import { noChanges } from "../../../app/ports/changes.ts";
import { refoldVehicle } from "../../../app/journal/refold-vehicle.ts";
import { metaValue, setMetaValue } from "../meta-value.ts";
import { prepareQuery } from "../prepare-query.ts";
import { SqliteAudit } from "../audit/sqlite-audit.ts";
import { SqliteStore } from "../write/sqlite-store.ts";

/**
 * Makes every stored state and score a fold by the present scoring and settings, if the database was written under others.
 * Vehicle by vehicle, each in its own transaction; what a crash leaves is done at the next start.
 */
export async function refoldJournals(
  database: DatabaseSync,
  given: {
    readonly settings: ScoringSettings;
    readonly scoring: string;
    readonly onBegin: (vehicles: number) => void;
  },
): Promise<void> {
  const { settings, scoring } = given;
  if (metaValue(database, "scoring") === scoring) return;
  const audit = new SqliteAudit(database);
  const store = new SqliteStore(database);
  const dropAnchors = database.prepare("DELETE FROM anchor WHERE vehicle_key = ?");
  const keepScore = database.prepare(
    "UPDATE frame SET score = ?, tier = ? WHERE vehicle_key = ? AND seq = ?",
  );
  const dropTaught = database.prepare("DELETE FROM taught_noise WHERE vehicle_key = ?");
  const outdated = vehiclesNotFoldedBy(scoring, database);
  if (outdated.length > 0) given.onBegin(outdated.length);
  const tester = new FrameTester();
  for (const vehicleKey of outdated) {
    await store.transact(async (transaction) => {
      const refolded = audit.readVehicle(vehicleKey, (vehicle) =>
        refoldVehicle(vehicle, { settings, tester }, ({ seq, tier, score }) =>
          keepScore.run(score, tier, vehicleKey, seq),
        ),
      );
      if (refolded === null) return;
      const { summary, snapshot, anchors, estimatedNoise } = refolded;
      dropAnchors.run(vehicleKey);
      dropTaught.run(vehicleKey);
      await transaction.write({
        ...noChanges,
        scoring,
        vehicles: [summary],
        snapshots: [snapshot],
        anchors,
        estimatedNoise,
      });
    });
  }
  setMetaValue(database, "scoring", scoring);
}

/** A vehicle of few entries has no snapshot; it is folded again too, because it is not known by what it was folded. */
function vehiclesNotFoldedBy(scoring: string, database: DatabaseSync): readonly number[] {
  return prepareQuery<{ key: number }>(
    database,
    `SELECT vehicle_key AS key FROM vehicle LEFT JOIN snapshot USING (vehicle_key)
     WHERE snapshot.scoring IS NOT ? ORDER BY vehicle_key`,
  )
    .all(scoring)
    .map(({ key }) => key);
}
