/** A scenario as lists show it. */
export interface ScenarioSummary {
  readonly scenarioId: string;
  readonly type: string;
  readonly origin: string;
  readonly seed: number;
  readonly durationS: number;
  readonly vehicleId: string | null;
  readonly evidenceId: string | null;
  readonly madeAtUs: number;
}

/** A scenario to be kept. Plain data, because it crosses into another thread. */
export interface NewScenario extends ScenarioSummary {
  readonly organisation: string;
  /** The feed as JSON, deflated. */
  readonly feed: Uint8Array;
}

/**
 * Kept: in the place of the same one made before, and of evidence that was erased meanwhile not at all. Its fleet is that
 * of its evidence, or of its vehicle now. Dropped: gone, if it was there.
 */
export type ScenarioChange =
  | { readonly kind: "keep"; readonly scenario: NewScenario }
  | { readonly kind: "drop"; readonly organisation: string; readonly scenarioId: string };

/** What is kept of an organisation; beyond either the oldest go. */
export const keptScenarios = { scenarios: 1_000, bytes: 64 * 1024 * 1024 } as const;
