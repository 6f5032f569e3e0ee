/** Which vehicles are looked at; left out: all the caller may see. */
export interface FleetQuestion {
  readonly tiers?: readonly string[];
  readonly fleets?: readonly string[];
  readonly regions?: readonly string[];
  /** Written `name:value`. */
  readonly attributes?: readonly string[];
}
