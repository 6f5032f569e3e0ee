import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";

type Outcome = Pick<RescoredVehicle["present"], "breaches_at">;

/** Past breaches that would not be there, and such as would: one that opens at another frame is both. */
export function breachesMoved(
  present: Outcome,
  proposed: Outcome,
): { readonly gone: readonly string[]; readonly fresh: readonly string[] } {
  const [before, then] = [new Set(present.breaches_at), new Set(proposed.breaches_at)];
  return {
    gone: present.breaches_at.filter((at) => !then.has(at)),
    fresh: proposed.breaches_at.filter((at) => !before.has(at)),
  };
}
