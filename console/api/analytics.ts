import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type {
  FleetAnalytics,
  FleetAttributes,
  FleetShared,
} from "../../clients/typescript/generated/contract.ts";
import type { QueryOf } from "../../clients/typescript/resources/query-of.ts";
import { useService } from "./service.ts";

export type AnalyticsQuery = QueryOf<"getFleetAnalytics">;
export type SharedQuery = QueryOf<"getFleetShared">;

/** Figures of weeks do not change within a minute, and each answer looks at the whole fleet. */
const freshMs = 60_000;

export function useFleetAnalytics(query: AnalyticsQuery): UseQueryResult<FleetAnalytics> {
  const service = useService();
  return useQuery({
    queryKey: ["fleet-analytics", query],
    queryFn: ({ signal }) => service.fleet.analytics(query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
}

export function useFleetAttributes(): UseQueryResult<FleetAttributes> {
  const service = useService();
  return useQuery({
    queryKey: ["fleet-attributes"],
    queryFn: ({ signal }) => service.fleet.attributes({}, { signal }),
    staleTime: freshMs,
  });
}

export function useFleetShared(query: SharedQuery): UseQueryResult<FleetShared> {
  const service = useService();
  return useQuery({
    queryKey: ["fleet-shared", query],
    queryFn: ({ signal }) => service.fleet.shared(query, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
}
