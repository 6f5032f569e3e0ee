import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import type {
  FleetAttributes,
  FleetHealthSummary,
  FleetPositions,
  VehicleList,
} from "../../clients/typescript/generated/contract.ts";
import type { QueryOf } from "../../clients/typescript/resources/query-of.ts";
import { furtherPage, plainPage, useRefresh } from "./views.ts";
import { useService } from "./service.ts";

type VehicleQuery = Omit<QueryOf<"listVehicles">, "cursor">;

/** Pages of vehicles, as many as were asked for. */
export function useVehicles(query: VehicleQuery): UseInfiniteQueryResult<InfiniteData<VehicleList>> {
  const service = useService();
  return useInfiniteQuery({
    queryKey: ["vehicles", query],
    queryFn: ({ signal, pageParam: cursor }) =>
      plainPage(service.vehicles.list({ ...query, ...furtherPage(cursor) }, { signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    ...useRefresh({ hasEvents: true }),
  });
}

/** Where the vehicles are. A large fleet's answer is large: it is asked for again less often. */
export function useFleetPositions(
  query: QueryOf<"getFleetPositions">,
  isWanted: boolean,
): UseQueryResult<FleetPositions> {
  const service = useService();
  const { refetchInterval, ...refresh } = useRefresh({ hasEvents: true });
  return useQuery({
    queryKey: ["fleet-positions", query],
    queryFn: ({ signal }) => service.fleet.positions(query, { signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    ...refresh,
    refetchInterval: (query) => {
      const interval = refetchInterval(query);
      return interval === false ? false : interval + positionsPaceMs * (query.state.data?.vehicles ?? 0);
    },
  });
}

/** A hundred thousand vehicles are asked for every fifteen seconds. */
const positionsPaceMs = 0.1;

/** The attributes to filter by. They change when vehicles are fitted out, not by the second. */
export function useFleetAttributes(): UseQueryResult<FleetAttributes> {
  const service = useService();
  return useQuery({
    queryKey: ["fleet-attributes"],
    queryFn: ({ signal }) => service.fleet.attributes({}, { signal }),
    staleTime: 60_000,
  });
}

/** The fleets or regions there are, with their counts. */
export function useFleetGroups(by: "fleet" | "region"): UseQueryResult<FleetHealthSummary> {
  const service = useService();
  return useQuery({
    queryKey: ["fleet-groups", by],
    queryFn: ({ signal }) => service.fleet.healthSummary({ group_by: by }, { signal }),
    staleTime: 60_000,
  });
}
