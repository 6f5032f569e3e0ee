import { Refusal } from "../../core/contract/refusal.ts";
import { tiers, type Tier } from "../../core/scoring/model/tier.ts";
import type { Caller } from "./application.ts";

/** What a caller may see: one organisation, and of it these fleets (null: all). Every question carries it. */
export interface VisibilityScope {
  readonly organisation: string;
  readonly fleets: readonly string[] | null;
}

/**
 * What the caller may see, narrowed to the fleets asked for. Asking for a fleet outside the key's list is refused,
 * whether or not that fleet exists; `place` is where it was asked for.
 */
export function scopeOf(
  caller: Caller,
  fleetsAsked?: readonly string[],
  place: { readonly parameter: string } | { readonly pointer: string } = { parameter: "fleet_id" },
): VisibilityScope {
  const { organisation, fleets } = caller;
  if (fleetsAsked === undefined) return { organisation, fleets };
  const foreign = fleets === null ? undefined : fleetsAsked.find((fleet) => !fleets.includes(fleet));
  if (foreign !== undefined) {
    const detail = `This key may not see the fleet "${foreign}"; it is limited to the fleets it was made for.`;
    throw new Refusal("fleet_not_allowed", detail, [{ ...place, code: "fleet_not_allowed", detail }]);
  }
  return { organisation, fleets: fleetsAsked };
}

/** The tiers asked for, as they were asked; null for all of them. */
export function tiersNamed(asked: readonly string[] | undefined): readonly Tier[] | null {
  return asked?.flatMap((name) => tiers.find((tier) => tier === name) ?? []) ?? null;
}
