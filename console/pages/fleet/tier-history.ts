import { useState } from "react";
import type { FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { useFleetAnalytics } from "../../api/analytics.ts";
import { beginOf } from "../analytics/analytics-view.ts";

/** Part of the fleet; nothing named: all of it. */
export interface FleetScope {
  readonly fleets: readonly string[];
  readonly regions: readonly string[];
}

/** By how many vehicles the tiers have grown since the day began (UTC); null while it is not known. */
export function useChangeToday(): { readonly CRITICAL: number; readonly CAUTION: number } | null {
  const { data } = useTierHistory({ fleets: [], regions: [] });
  return data === undefined ? null : changeToday(data.all.tiers_over_time);
}

export function changeToday(over: FleetAnalytics["all"]["tiers_over_time"]): {
  readonly CRITICAL: number;
  readonly CAUTION: number;
} {
  const change = (values: readonly number[]) => (values.at(-1) ?? 0) - (values.at(-2) ?? values.at(-1) ?? 0);
  return { CRITICAL: change(over.critical), CAUTION: change(over.caution) };
}

/** The last thirty days, day by day. */
export function useTierHistory({ fleets, regions }: FleetScope): ReturnType<typeof useFleetAnalytics> {
  const [openedMs] = useState(() => Date.now());
  return useFleetAnalytics({
    from: beginOf("30d", openedMs),
    step: "day",
    ...(fleets.length > 0 && { fleet_id: [...fleets] }),
    ...(regions.length > 0 && { region: [...regions] }),
  });
}
