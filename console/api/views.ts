import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { APIError, NotFoundError, ServiceUnavailableError } from "../../clients/typescript/errors.ts";
import type {
  EvidenceList,
  FleetHealthSummary,
  Health,
  Limits,
  Problem,
  VehicleDetail,
  VehicleSeries,
  WorkQueue,
} from "../../clients/typescript/generated/contract.ts";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import type { List, PagePromise } from "../../clients/typescript/request/page.ts";
import { FollowedSeries } from "./followed-series.ts";
import { useRefreshInterval } from "./live.ts";
import { useService } from "./service.ts";

/** Points a chart asks for: about one a pixel of its width; more would only be drawn over each other. */
export const seriesPoints = 480;
export const queueLength = 50;
export const evidenceShown = 20;

/** Of each session, which has its own service: what one key was shown is not for the next. */
const followedBy = new WeakMap<Plumbline, FollowedSeries>();

/** One vehicle is shown at a time. */
function followedSeries(service: Plumbline): FollowedSeries {
  const followed = followedBy.get(service) ?? new FollowedSeries(seriesPoints);
  followedBy.set(service, followed);
  return followed;
}

/** The views of the fleet as they are now, asked again while the page is live. A failed repeat keeps the last answer. */
export function useFleetHealthSummary(): UseQueryResult<FleetHealthSummary> {
  const service = useService();
  return useQuery({
    queryKey: ["fleet-health-summary"],
    queryFn: ({ signal }) => service.fleet.healthSummary({}, { signal }),
    ...useRefresh({ hasEvents: true }),
  });
}

export function useHealth(): UseQueryResult<Health> {
  const service = useService();
  return useQuery({
    queryKey: ["health"],
    queryFn: async ({ signal }) => healthIn(await service.health.get({ signal })),
    ...useRefresh({ hasEvents: false }),
  });
}

/** A 503 may come from what stands before the service, and then it says nothing of the service's state. */
export function healthIn(answer: Health | Partial<Problem>): Health {
  if ("checks" in answer && typeof answer.checks === "object") return answer;
  const problem = "detail" in answer ? answer : {};
  throw new ServiceUnavailableError({ status: 503, headers: new Headers(), problem, retryAfterS: null });
}

export function useLimits(): UseQueryResult<Limits> {
  const service = useService();
  return useQuery({
    queryKey: ["limits"],
    queryFn: ({ signal }) => service.limits.get({ signal }),
    ...useRefresh({ hasEvents: true }),
  });
}

export function useWorkQueue(): UseQueryResult<WorkQueue> {
  const service = useService();
  return useQuery({
    queryKey: ["work-queue"],
    queryFn: ({ signal }) => service.fleet.queue({ limit: queueLength }, { signal }),
    ...useRefresh({ hasEvents: true }),
  });
}

export function useVehicle(vehicleId: string): UseQueryResult<VehicleDetail> {
  const service = useService();
  return useQuery({
    queryKey: ["vehicle", vehicleId],
    queryFn: ({ signal }) => service.vehicles.get(vehicleId, { signal }),
    ...useRefresh({ hasEvents: false }),
  });
}

/** A stretch of a vehicle's series: null is open, and follows the vehicle. */
export interface SeriesSpan {
  /** The same for a range that moves along with the vehicle. */
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
  /** What the vehicle has sent so far. */
  readonly frames: number;
}

/**
 * The vehicle's series over a span. One that is open at its end is asked again only when `frames` has moved, and then for
 * what is new: an idle vehicle costs nothing, a busy one what it sends. One that has ended is not asked again.
 */
export function useVehicleSeries(
  vehicleId: string,
  { name, from, to, frames }: SeriesSpan,
): UseQueryResult<VehicleSeries> {
  const service = useService();
  return useQuery({
    queryKey: ["series", vehicleId, from, to ?? frames],
    queryFn: ({ signal }) =>
      followedSeries(service).read(`${vehicleId} ${name}`, (cursor) =>
        service.vehicles.series(
          vehicleId,
          {
            points: seriesPoints,
            ...(from !== null && { from }),
            ...(to !== null && { to }),
            ...(cursor !== null && { cursor }),
          },
          { signal },
        ),
      ),
    // Another vehicle's curves must never be seen under this one's name, not even for a moment.
    placeholderData: (last) => (last?.vehicle_id === vehicleId ? last : undefined),
    gcTime: 10_000,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useVehicleEvidence(vehicleId: string): UseQueryResult<EvidenceList> {
  const service = useService();
  return useQuery({
    queryKey: ["evidence", vehicleId],
    queryFn: ({ signal }) =>
      plainPage(service.evidence.list({ vehicle_id: vehicleId, limit: evidenceShown }, { signal })),
    ...useRefresh({ hasEvents: true }),
  });
}

/** Asked for when somebody looks. */
export function useVehicleStatements(vehicleId: string, isShown: boolean) {
  const service = useService();
  return useQuery({
    queryKey: ["statements", vehicleId],
    queryFn: ({ signal }) =>
      plainPage(service.vehicles.statements(vehicleId, { limit: evidenceShown }, { signal })),
    enabled: isShown,
  });
}

/** A page of the client's can do more, and is therefore never equal to the one before it. */
export async function plainPage<Item>(page: PagePromise<Item>): Promise<List<Item>> {
  const { data, has_more, next_cursor, awaiting_issuer } = await page;
  const list = { data, has_more, next_cursor };
  return awaiting_issuer === undefined ? list : { ...list, awaiting_issuer };
}

/** Who asks for more has a use for many, and each page is asked for again by itself. */
export function furtherPage(
  cursor: string | null,
): { readonly cursor: string; readonly limit: number } | undefined {
  return cursor === null ? undefined : { cursor, limit: 500 };
}

export function isMissing(fault: unknown): boolean {
  return fault instanceof NotFoundError;
}

/** `hasEvents`: what it shows changes with events, which have it asked for again (console.tsx). */
export function useRefresh({ hasEvents }: { readonly hasEvents: boolean }): {
  readonly refetchInterval: (query: AskedQuery) => number | false;
  readonly refetchOnWindowFocus: boolean;
} {
  const interval = useRefreshInterval(hasEvents);
  return {
    refetchInterval: ({ state }) => intervalAfter(state.error, interval),
    refetchOnWindowFocus: interval !== false,
  };
}

interface AskedQuery {
  readonly state: { readonly error: Error | null };
}

/** What is not there is not asked for by the clock, and a service that names a time is left alone until then. */
export function intervalAfter(fault: Error | null, interval: number | false): number | false {
  if (interval === false || isMissing(fault)) return false;
  const waitS = fault instanceof APIError ? (fault.retryAfterS ?? 0) : 0;
  return Math.max(interval, waitS * 1000);
}
