import type { VehicleName, VehicleSummary } from "../ports/vehicle-summary.ts";

/**
 * The summaries of vehicles that sent frames, as the one writer stored them: reading a row back takes longer than writing
 * it. Only committed summaries enter. Whoever else writes vehicles has them forgotten.
 */
export class KnownVehicles {
  readonly #limit: number;
  /** In the order in which they came to be known: moving what is used to the end costs more than reading a row once in many. */
  readonly #summaries = new Map<string, VehicleSummary>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  find(name: VehicleName): VehicleSummary | undefined {
    return this.#summaries.get(nameKey(name));
  }

  keep(committed: readonly VehicleSummary[]): void {
    for (const summary of committed) this.#summaries.set(nameKey(summary), summary);
    if (this.#summaries.size <= this.#limit) return;
    for (const key of this.#summaries.keys()) {
      this.#summaries.delete(key);
      if (this.#summaries.size <= this.#limit) return;
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
