import { lazy, type ReactElement, Suspense, useMemo } from "react";
import { useFleetPositions } from "../../api/fleet-views.ts";
import { useFleetHealthSummary } from "../../api/views.ts";
import { AnswerNotice, Loading } from "../../frame/notices.tsx";
import { FilterBar } from "./filter/filter-bar.tsx";
import {
  type FleetAddress,
  type FleetViewName,
  fleetAddressOf,
  filterQuery,
} from "./filter/fleet-address.ts";
import { filterWords } from "./filter/filter-words.ts";
import { FirstFrame } from "./first-frame.tsx";
import { VehicleGrid } from "./list/vehicle-grid.tsx";
import { VehicleList } from "./list/vehicle-list.tsx";
import { MapPanel } from "./map/map-panel.tsx";
import { SimulatedNotice } from "./simulated-tag.tsx";
import { TierCounts } from "./tier-counts.tsx";
import { WorkQueuePanel } from "./work-queue-panel.tsx";

/** Which vehicles need action now? Counts, what to do next, and every vehicle as a map, a list or tiles. */
export function FleetPage({ query }: { readonly query: URLSearchParams }): ReactElement {
  const address = useMemo(() => fleetAddressOf(query), [query]);
  const summary = useFleetHealthSummary();
  return (
    <>
      <h1 className="unseen">Fleet</h1>
      {summary.data !== undefined && <TierCounts summary={summary.data} address={address} />}
      <SimulatedNotice />
      <AnswerNotice answer={summary} what="The fleet" loading="the fleet" lines={1} />
      {summary.data?.total_vehicles === 0 ? <FirstFrame /> : <Vehicles address={address} />}
    </>
  );
}

/** Below what is needed first, and loaded after it. */
const TierHistoryPanel = lazy(async () => {
  const { TierHistoryPanel } = await import("./tier-history-panel.tsx");
  return { default: TierHistoryPanel };
});
const SharedPanel = lazy(async () => {
  const { SharedPanel } = await import("../analytics/shared-panel.tsx");
  return { default: SharedPanel };
});
const critical = ["CRITICAL"] as const;

const headings = { map: "Where they are", list: "Vehicles", grid: "Vehicles" } as const;

function Vehicles({ address }: { readonly address: FleetAddress }): ReactElement {
  const { view: chosen } = address;
  const positions = useFleetPositions(filterQuery(address.filter), chosen === "map" || chosen === null);
  const isAnywhere = (positions.data?.columns.vehicle_id.length ?? 0) > 0;
  const view = chosen ?? (positions.isLoading || isAnywhere ? "map" : "list");
  const words = filterWords(address.filter);
  return (
    <>
      <FilterBar address={address} view={view} />
      <div className="fleet-columns">
        <WorkQueuePanel />
        <section className="panel" aria-labelledby="vehicles">
          <h2 id="vehicles">
            {headings[view]}
            {words !== "" && `: ${words}`}
          </h2>
          <View view={view} address={address} positions={positions} />
        </section>
      </div>
      <div className="fleet-below">
        <Suspense fallback={<Loading what="what they share" lines={5} />}>
          <TierHistoryPanel fleets={address.filter.fleets} regions={address.filter.regions} />
          <SharedPanel tiers={critical} fleets={address.filter.fleets} regions={address.filter.regions} />
        </Suspense>
      </div>
    </>
  );
}

function View({
  view,
  address,
  positions,
}: {
  readonly view: FleetViewName;
  readonly address: FleetAddress;
  readonly positions: ReturnType<typeof useFleetPositions>;
}): ReactElement {
  switch (view) {
    case "map":
      return <MapPanel address={address} positions={positions} />;
    case "list":
      return <VehicleList address={address} />;
    case "grid":
      return <VehicleGrid address={address} />;
  }
}
