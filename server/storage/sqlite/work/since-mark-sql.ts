import { tiers } from "../../../../core/scoring/model/tier.ts";

/** What a mark was set at: SQL expressions. */
export interface MarkSql {
  readonly vehicleKey: string;
  readonly seq: string;
  readonly tier: string;
  readonly source: string;
  /** Of the vehicle as it is now. */
  readonly sourceNow: string;
}

/**
 * Whether a vehicle became worse since a mark: a tier beyond the mark's, also one that is over by now; evidence of another
 * sensor; or a fault that another sensor has joined.
 */
export function worseSince({ vehicleKey, seq, tier, source, sourceNow }: MarkSql): string {
  return `(EXISTS (SELECT 1 FROM tier_transition AS later WHERE later.vehicle_key = ${vehicleKey} AND later.seq > ${seq}
       AND ${rankOf("later.to_tier")} > ${rankOf(tier)})
    OR ${source} <> 'multi_modal' AND (${sourceNow} NOT IN ('none', ${source})
      OR EXISTS (SELECT 1 FROM evidence AS other WHERE other.vehicle_key = ${vehicleKey} AND other.seq > ${seq}
        AND substr(other.channel, 1, length(${source})) <> ${source})))`;
}

/** Whether it was out of CAUTION and CRITICAL since. */
export function calmedSince({ vehicleKey, seq }: Pick<MarkSql, "vehicleKey" | "seq">): string {
  return `EXISTS (SELECT 1 FROM tier_transition AS calm WHERE calm.vehicle_key = ${vehicleKey} AND calm.seq > ${seq}
    AND calm.to_tier IN ('NOMINAL', 'UNKNOWN'))`;
}

function rankOf(tier: string): string {
  return `CASE ${tier} ${tiers.map((name, rank) => `WHEN '${name}' THEN ${rank}`).join(" ")} END`;
}
