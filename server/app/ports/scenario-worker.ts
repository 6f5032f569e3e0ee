import type { ScenarioFeed } from "../../../core/contract/types.ts";
import type { ExportFormat } from "../../../core/scenario/exports/export-formats.ts";
import type { FitAsk, FittedDrift } from "../../../core/scenario/history/fit-drift.ts";
import type { ScenarioExport } from "../../../core/scenario/exports/export-scenario.ts";

/** What takes a processor's time of scenarios: done aside, in a turn of the organisation, as reports are. */
export interface ScenarioWorker {
  /** In another format. */
  exportScenario(organisation: string, job: ExportJob): Promise<ScenarioExport>;
  fitDrift(organisation: string, job: FitAsk): Promise<FittedDrift | null>;
}

export interface ExportJob {
  readonly feed: ScenarioFeed;
  readonly format: ExportFormat;
}
