import type { DatabaseSync, SQLInputValue } from "node:sqlite";

import type { Changes } from "../../../../app/ports/changes.ts";
import { keptScenarios, type NewScenario } from "../../../../app/ports/scenario-change.ts";

/** Kept scenarios, on the writing connection and inside its transactions. */
export class ScenarioRows {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** What was made of evidence goes with it. */
  write({ documents, scenarios }: Pick<Changes, "documents" | "scenarios">): void {
    for (const { erases, subject } of documents) {
      if (erases === true) this.#run("DELETE FROM scenario WHERE evidence_id = ?", subject);
    }
    for (const change of scenarios) {
      if (change.kind === "drop") this.#drop(change.organisation, change.scenarioId);
      else this.#keep(change.scenario);
    }
  }

  #keep(scenario: NewScenario): void {
    const { organisation, scenarioId, vehicleId, evidenceId, feed } = scenario;
    this.#drop(organisation, scenarioId);
    this.#run(
      `INSERT INTO scenario (organisation, scenario_id, fleet_id, vehicle_id, evidence_id, type, origin, seed,
         duration_s, made_us, bytes, feed)
       SELECT ?, ?, ${fleet}, ?, ?, ?, ?, ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM erased_evidence WHERE event_id = ?)`,
      organisation,
      scenarioId,
      evidenceId,
      organisation,
      vehicleId,
      vehicleId,
      evidenceId,
      scenario.type,
      scenario.origin,
      scenario.seed,
      scenario.durationS,
      scenario.madeAtUs,
      feed.length,
      feed,
      evidenceId,
    );
    this.#run(dropOldest, organisation, keptScenarios.scenarios, keptScenarios.bytes);
  }

  #drop(organisation: string, scenarioId: string): void {
    this.#run("DELETE FROM scenario WHERE organisation = ? AND scenario_id = ?", organisation, scenarioId);
  }

  // Scenarios are made rarely: a statement is prepared where it is needed.
  #run(sql: string, ...values: readonly SQLInputValue[]): void {
    this.#database.prepare(sql).run(...values);
  }
}

const fleet = `coalesce((SELECT fleet_id FROM evidence WHERE event_id = ?),
  (SELECT fleet_id FROM vehicle WHERE organisation = ? AND vehicle_id = ?))`;

/** By the index alone, newest first: how many there are and how long they are up to each. */
const dropOldest = `DELETE FROM scenario WHERE position IN (
  SELECT position FROM (
    SELECT position, row_number() OVER newest AS place, sum(bytes) OVER newest AS held
    FROM scenario WHERE organisation = ? WINDOW newest AS (ORDER BY position DESC)
  ) WHERE place > ? OR held > ?)`;
