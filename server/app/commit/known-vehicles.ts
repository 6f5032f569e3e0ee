import type { VehicleName, VehicleSummary } from "../ports/vehicle-summary.ts";

/**
 * The summaries of the vehicles heard last, as the one writer stored them: reading a row back takes longer than writing
 * it. Only committed summaries enter. Whoever else writes vehicles has them forgotten.
 */
export class KnownVehicles {
  readonly #limit: number;
  /** In order of use, the longest unused first. */
  readonly #summaries = new Map<string, VehicleSummary>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  find(name: VehicleName): VehicleSummary | undefined {
    return this.#summaries.get(nameKey(name));
  }

  keep(committed: readonly VehicleSummary[]): void {
    for (const summary of committed) {
      const key = nameKey(summary);
      this.#summaries.delete(key);
      this.#summaries.set(key, summary);
    }
    for (const key of this.#summaries.keys()) {
      if (this.#summaries.size <= this.#limit) return;
      this.#summaries.delete(key);
    }
  }

  forgetAll(): void {
    this.#summaries.clear();
  }
}

/** Organisations and vehicle ids contain no line feed, so two names never make the same key. */
export function nameKey({ organisation, vehicleId }: VehicleName): string {
  return `${organisation}\n${vehicleId}`;
}
