import type { VisibilityScope } from "../../visibility-scope.ts";
import type { ScenarioSummary } from "../scenario-change.ts";

/** Scenarios within a scope: those of its fleets, and those that are about no vehicle. */
export interface ScenarioReader {
  findScenario(ask: {
    readonly scope: VisibilityScope;
    readonly scenarioId: string;
  }): Promise<{ readonly feed: Uint8Array } | null>;
  /** Latest made first, at most `limit`, made before the place given. */
  listScenarios(ask: {
    readonly scope: VisibilityScope;
    readonly types: readonly string[] | null;
    readonly vehicleId: string | null;
    readonly before: number | null;
    readonly limit: number;
  }): Promise<readonly (ScenarioSummary & { readonly position: number })[]>;
}
