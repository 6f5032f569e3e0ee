import type { Tier } from "../../../../clients/typescript/generated/contract.ts";
import type { QueryOf } from "../../../../clients/typescript/resources/query-of.ts";
import { addressOf } from "../../../frame/route.ts";

export type VehicleQuery = QueryOf<"listVehicles">;
export type VehicleSort = NonNullable<VehicleQuery["sort"]>;

/** Which vehicles the page shows; every part of it is in the address. Empty lists and nulls are no condition. */
export interface FleetFilter {
  readonly tiers: readonly string[];
  readonly fleets: readonly string[];
  readonly regions: readonly string[];
  /** `name:value`, as the API takes it. */
  readonly attributes: readonly string[];
  readonly sensor: string | null;
  readonly silent: boolean | null;
  readonly text: string | null;
}

export const fleetViews = ["map", "list", "grid"] as const;
export type FleetViewName = (typeof fleetViews)[number];

/** What the fleet's address says: which vehicles, and how they are shown. */
export interface FleetAddress {
  readonly filter: FleetFilter;
  /** Null: the map, if any vehicle has said where it is. */
  readonly view: FleetViewName | null;
  readonly sort: VehicleSort;
  /** Where the map stands, `latitude,longitude,zoom`; null: around all vehicles. */
  readonly map: string | null;
}

export const noFilter: FleetFilter = {
  tiers: [],
  fleets: [],
  regions: [],
  attributes: [],
  sensor: null,
  silent: null,
  text: null,
};

/** The parameters are named as the API's are: who knows one knows the other. */
export function fleetAddressOf(query: URLSearchParams): FleetAddress {
  const silent = query.get("silent");
  return {
    filter: {
      tiers: query.getAll("tier"),
      fleets: query.getAll("fleet_id"),
      regions: query.getAll("region"),
      attributes: query.getAll("attribute"),
      sensor: query.get("fault_source"),
      silent: silent === null ? null : silent === "true",
      text: query.get("q"),
    },
    view: fleetViews.find((view) => view === query.get("view")) ?? null,
    // It stands in the address: what is no order, the service refuses.
    sort: (query.get("sort") ?? "urgency") as VehicleSort,
    map: query.get("map"),
  };
}

/** The address of the page with some of it changed. */
export function addressWith(
  now: FleetAddress,
  changes: Partial<Omit<FleetAddress, "filter">> & { readonly filter?: Partial<FleetFilter> },
): string {
  const { filter: changed, ...others } = changes;
  const next = { ...now, ...others };
  const query = searchOf({ ...now.filter, ...changed });
  if (next.view !== null) query.set("view", next.view);
  if (next.sort !== "urgency") query.set("sort", next.sort);
  if (next.map !== null) query.set("map", next.map);
  const text = query.toString();
  return text === "" ? addressOf("fleet") : `${addressOf("fleet")}?${text}`;
}

function searchOf(filter: FleetFilter): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filterQuery(filter))) {
    for (const one of [value].flat()) search.append(name, String(one));
  }
  return search;
}

/** The conditions as lists and positions take them. */
export function filterQuery(filter: FleetFilter): Omit<VehicleQuery, "sort" | "limit" | "cursor"> {
  const { tiers, fleets, regions, attributes, sensor, silent, text } = filter;
  return {
    // They stand in the address: what is none, the service refuses.
    ...(tiers.length > 0 && { tier: tiers as Tier[] }),
    ...(fleets.length > 0 && { fleet_id: [...fleets] }),
    ...(regions.length > 0 && { region: [...regions] }),
    ...(attributes.length > 0 && { attribute: [...attributes] }),
    ...(sensor !== null && { fault_source: [sensor] as NonNullable<VehicleQuery["fault_source"]> }),
    ...(silent !== null && { silent }),
    ...(text !== null && { q: text }),
  };
}

export function isFiltered(filter: FleetFilter): boolean {
  return Object.keys(filterQuery(filter)).length > 0;
}
