import type { ScenarioFeed } from "../../../core/contract/types.ts";
import type { ExportFormat } from "../../../core/scenario/exports/export-formats.ts";
import type { ScenarioExport } from "../../../core/scenario/exports/export-scenario.ts";

/** Writes scenarios in other formats: aside, in a turn of the organisation, as reports are. */
export interface ScenarioExporter {
  exportScenario(organisation: string, job: ExportJob): Promise<ScenarioExport>;
}

export interface ExportJob {
  readonly feed: ScenarioFeed;
  readonly format: ExportFormat;
}
