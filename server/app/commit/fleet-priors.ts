import { fleetPriorFrom, type FleetPrior } from "../../../core/scoring/fleet/fleet-prior.ts";
import type { FleetName } from "../ports/vehicle-summary.ts";
import type { VehicleRegister } from "../ports/transaction.ts";
import { withAnswers } from "../in-order.ts";

/** Settled vehicles a fleet's prior rests on, the newest ones: more would cost time and say hardly more. */
const newestVehicles = 250;

/** Fleets remembered at once; one that is forgotten is only looked up again. */
const maxFleets = 10_000;

/**
 * What each fleet teaches its next vehicle, kept in memory until the fleet teaches something new. Only what is committed
 * counts: the vehicles of one batch do not learn from each other, so that it never matters how a batch was ordered.
 */
export class FleetPriors {
  readonly #known = new Map<string, FleetPrior | null>();

  /** In the order asked; null for a fleet with too few settled vehicles. */
  async of(
    fleets: readonly FleetName[],
    transaction: VehicleRegister,
  ): Promise<readonly (FleetPrior | null)[]> {
    const unknown = fleets.filter((fleet) => !this.#known.has(keyOf(fleet)));
    if (this.#known.size + unknown.length > maxFleets) this.#known.clear();
    const missing = fleets.filter((fleet) => !this.#known.has(keyOf(fleet)));
    const estimated = await transaction.readEstimatedNoise(missing, newestVehicles);
    for (const [fleet, noise] of withAnswers(missing, estimated)) {
      this.#known.set(keyOf(fleet), fleetPriorFrom(noise));
    }
    return fleets.map((fleet) => this.#known.get(keyOf(fleet)) ?? null);
  }

  /** These have estimated something new. */
  forget(fleets: readonly FleetName[]): void {
    for (const fleet of fleets) this.#known.delete(keyOf(fleet));
  }
}

function keyOf({ organisation, fleetId }: FleetName): string {
  return JSON.stringify([organisation, fleetId]);
}
