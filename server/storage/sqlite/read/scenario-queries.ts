import type { ScenarioReader } from "../../../app/ports/reading/scenario-reader.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";

type Listed = Awaited<ReturnType<ScenarioReader["listScenarios"]>>[number];

/** What is about no vehicle is nobody's secret. */
const isVisible = `organisation = :organisation AND (fleet_id IS NULL OR ${isListed("fleet_id", "fleets")})`;

/** Kept scenarios, latest first. */
export function scenarioQueries(database: ReadingDatabase): QueriesOf<ScenarioReader> {
  return {
    findScenario({ scope: { organisation, fleets }, scenarioId }) {
      const found = database
        .query<{ feed: Uint8Array }>(
          `SELECT feed FROM scenario WHERE ${isVisible} AND scenario_id = :scenarioId`,
        )
        .get({ organisation, fleets: listValue(fleets), scenarioId });
      return found ?? null;
    },
    listScenarios({ scope: { organisation, fleets }, types, vehicleId, before, limit }) {
      const conditions = [
        isVisible,
        ...(before === null ? [] : ["position < :before"]),
        ...(vehicleId === null ? [] : ["vehicle_id = :vehicleId"]),
        ...(types === null ? [] : [isListed("type", "types")]),
      ];
      return database
        .query<Listed>(
          `SELECT position, scenario_id AS scenarioId, type, origin, seed, duration_s AS durationS, vehicle_id AS vehicleId,
             evidence_id AS evidenceId, made_us AS madeAtUs
           FROM scenario WHERE ${conditions.join(" AND ")} ORDER BY position DESC LIMIT :limit`,
        )
        .all({
          organisation,
          fleets: listValue(fleets),
          types: listValue(types),
          vehicleId,
          before,
          limit,
        });
    },
  };
}
