import { sensorKinds } from "../../../../core/sensors/kinds.ts";
import { sensors } from "../../../../core/sensors/sensor-lists.ts";
import { type ReactElement, useRef } from "react";
import type { VehicleListItem } from "../../../../clients/typescript/generated/contract.ts";
import { useVehicles } from "../../../api/fleet-views.ts";
import { Link } from "../../../frame/link.tsx";
import { AnswerNotice } from "../../../frame/notices.tsx";
import { addressOf } from "../../../frame/route.ts";
import { useRowKeys } from "../../../frame/row-keys.ts";
import { StandingMark } from "../../../frame/tier-mark.tsx";
import { rowCount, type RowPlace, VirtualRows } from "../../../frame/virtual-rows.tsx";
import { utcShort } from "../../../labels/moments.ts";
import { addressWith, type FleetAddress, filterQuery, type VehicleSort } from "../filter/fleet-address.ts";
import { NoMatch } from "../filter/no-match.tsx";
import { OrderNotice } from "../order-notice.tsx";
import { useSteadyOrder } from "../steady-order.ts";
import { rowFigures } from "./row-figures.ts";
import { SimulatedTag } from "../simulated-tag.tsx";

const vehiclesPerPage = 100;

/** The vehicles of the filter in a table, in any of the orders the service has. */
export function VehicleList({ address }: { readonly address: FleetAddress }): ReactElement {
  const vehicles = useVehicles({
    ...filterQuery(address.filter),
    sort: address.sort,
    limit: vehiclesPerPage,
  });
  const loaded = vehicles.data?.pages.flatMap((page) => page.data) ?? [];
  const about = JSON.stringify([address.filter, address.sort, vehicles.isPlaceholderData]);
  const { items, hold, ...order } = useSteadyOrder(loaded, (vehicle) => vehicle.vehicle_id, about);
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);

  return (
    <>
      <AnswerNotice answer={vehicles} what="The vehicle list" loading="the vehicles" lines={12} />
      {vehicles.data !== undefined && items.length === 0 && <NoMatch address={address} />}
      {items.length > 0 && (
        <>
          <p className="quiet list-head" role="status">
            {order.isHeldBack ? (
              <OrderNotice {...order} />
            ) : (
              <>Largest, worst or latest first. Times are UTC.</>
            )}
          </p>
          <table ref={table} className="vehicles" {...rowCount(items)}>
            <Head address={address} />
            <VirtualRows
              items={items}
              rowPx={29}
              columns={columns.length}
              body={hold}
              row={(vehicle, place) => <Row key={vehicle.vehicle_id} vehicle={vehicle} place={place} />}
            />
          </table>
        </>
      )}
      {vehicles.hasNextPage && (
        <p className="panel-foot">
          <button
            type="button"
            className="button"
            disabled={vehicles.isFetchingNextPage}
            onClick={() => void vehicles.fetchNextPage()}
          >
            Show more vehicles
          </button>
        </p>
      )}
    </>
  );
}

interface Column {
  readonly title: string;
  readonly explained: string;
  /** Null for what the service does not sort by. */
  readonly sort: VehicleSort | null;
  readonly className?: string;
}

const columns: readonly Column[] = [
  { title: "Vehicle", explained: "By name", sort: "vehicle_id" },
  { title: "Tier", explained: "Worst tier first, then lowest health", sort: "urgency" },
  { title: "since", explained: "Latest change of tier first", sort: "tier_since", className: "wide-only" },
  { title: "Fleet", explained: "", sort: null, className: "widest-only" },
  {
    title: "Health",
    explained: "Lowest health first",
    sort: "health_score",
    className: "number medium-only",
  },
  ...sensorKinds.map(({ name, label, drift }, at) => ({
    title: label,
    explained: `Largest ${name} drift first`,
    sort: drift.member,
    className: driftClass(at),
  })),
  {
    title: "Last frame, vehicle’s clock",
    explained: "Latest frame first",
    sort: "last_frame_at",
    className: "number wide-only",
  },
  { title: "received, server’s clock", explained: "", sort: null, className: "number widest-only" },
];

/** Every order goes one way, the one somebody looks for: worst, largest, latest. */
function Head({ address }: { readonly address: FleetAddress }): ReactElement {
  return (
    <thead>
      <tr>
        {columns.map(({ title, explained, sort, className }) => {
          const isSorted = sort === address.sort;
          return (
            <th key={title} scope="col" className={className} aria-sort={isSorted ? "descending" : undefined}>
              {sort === null ? (
                title
              ) : (
                <Link className="sort" title={explained} href={addressWith(address, { sort })}>
                  {title}
                  {isSorted && (
                    <svg viewBox="0 0 16 16" width="9" height="9" aria-hidden="true">
                      <path d="M2 5h12l-6 8z" fill="currentColor" />
                    </svg>
                  )}
                </Link>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** On a narrow screen there is room for two. */
function driftClass(at: number): string {
  return at < 2 ? "number" : "number medium-only";
}

interface RowProps {
  readonly vehicle: VehicleListItem;
  readonly place: RowPlace;
}

function Row({ vehicle, place }: RowProps): ReactElement {
  const figures = rowFigures(vehicle);
  return (
    <tr {...place}>
      <th scope="row">
        <Link className="mono" href={addressOf("vehicle", { vehicle_id: vehicle.vehicle_id })}>
          {vehicle.vehicle_id}
        </Link>
      </th>
      <td>
        <StandingMark tier={vehicle.tier} silent={vehicle.silent} />
        {vehicle.baseline_state === "learning" && <span className="quiet tier-note">learning</span>}
        <SimulatedTag attributes={vehicle.attributes} />
      </td>
      <td className="wide-only">
        <Moment at={vehicle.tier_since} />
      </td>
      <td className="widest-only vehicle-fleet" title={placeOf(vehicle)}>
        {placeOf(vehicle)}
      </td>
      <td className="number medium-only">{figures.health}</td>
      {sensors.map((sensor, at) => (
        <td key={sensor} className={driftClass(at)}>
          {figures[sensor]}
        </td>
      ))}
      <td className="number wide-only">
        <Moment at={vehicle.last_frame_at} />
      </td>
      <td className="number widest-only">
        <Moment at={vehicle.last_received_at} />
      </td>
    </tr>
  );
}

function Moment({ at }: { readonly at: string }): ReactElement {
  return <time dateTime={at}>{utcShort(at)}</time>;
}

function placeOf(vehicle: VehicleListItem): string {
  return vehicle.region === null ? vehicle.fleet_id : `${vehicle.fleet_id}, ${vehicle.region}`;
}
