import { useDeferredValue, useState, type FormEvent, type ReactElement } from "react";
import type { VehicleListItem } from "../../../clients/typescript/generated/contract.ts";
import { useVehicles } from "../../api/views.ts";
import { Link } from "../../frame/link.tsx";
import { goTo } from "../../frame/navigation.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { fleetAddress } from "../../frame/route.ts";
import { vehicleAddress } from "../../frame/time-range.ts";
import { StandingMark } from "../../frame/tier-mark.tsx";
import { utcShort } from "../../labels/moments.ts";
import { degrees, millimetres, millimetresFromMetres, statistic } from "../../labels/quantities.ts";
import { tierLabel } from "../../labels/tier-labels.ts";
import { useSteadyOrder } from "./steady-order.ts";

/** Every vehicle, most urgent first, narrowed by tier (in the address) and by a search in what is loaded. */
export function VehicleTable({ tier }: { readonly tier: string | null }): ReactElement {
  const vehicles = useVehicles(tier);
  const [searched, setSearched] = useState("");
  const wanted = useDeferredValue(searched.trim().toLowerCase());

  const loaded = vehicles.data?.pages.flatMap((page) => page.data) ?? [];
  const found = loaded.filter((vehicle) => isFound(vehicle, wanted));
  const { items, hold } = useSteadyOrder(found, (vehicle) => vehicle.vehicle_id);
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (searched.trim() !== "") goTo(vehicleAddress(items[0]?.vehicle_id ?? searched.trim()));
  };

  return (
    <section className="panel" aria-labelledby="vehicles">
      <div className="panel-head">
        <h2 id="vehicles">Vehicles{tier !== null && `: ${tierLabel(tier).word}`}</h2>
        <form role="search" onSubmit={open}>
          <label className="unseen" htmlFor="vehicle-search">
            Find a vehicle by id, fleet or region
          </label>
          <input
            id="vehicle-search"
            type="search"
            placeholder="Find id, fleet, region"
            autoComplete="off"
            value={searched}
            onChange={(event) => setSearched(event.target.value)}
          />
        </form>
      </div>
      <AnswerNotice answer={vehicles} what="The vehicle list" loading="the vehicles" lines={12} />
      {vehicles.data !== undefined && items.length === 0 && (
        <NoMatch searched={searched.trim()} tier={tier} clear={() => setSearched("")} />
      )}
      {items.length > 0 && (
        <table className="vehicles" {...hold}>
          <VehicleTableHead />
          <tbody>
            {items.map((vehicle) => (
              <VehicleRow key={vehicle.vehicle_id} vehicle={vehicle} />
            ))}
          </tbody>
        </table>
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
    </section>
  );
}

function VehicleTableHead(): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col">Vehicle</th>
        <th scope="col">Tier</th>
        <th scope="col" className="wide-only">
          Fleet
        </th>
        <th scope="col" className="number medium-only">
          Health
        </th>
        <th scope="col" className="number">
          Camera
        </th>
        <th scope="col" className="number">
          Radar
        </th>
        <th scope="col" className="number medium-only">
          Lidar
        </th>
        <th scope="col" className="number wide-only">
          Last frame, UTC
        </th>
      </tr>
    </thead>
  );
}

function VehicleRow({ vehicle }: { readonly vehicle: VehicleListItem }): ReactElement {
  return (
    <tr>
      <th scope="row">
        <Link className="mono" href={vehicleAddress(vehicle.vehicle_id)}>
          {vehicle.vehicle_id}
        </Link>
      </th>
      <td>
        <StandingMark tier={vehicle.tier} silent={vehicle.silent} />
        {vehicle.baseline_state === "learning" && <span className="quiet tier-note">learning</span>}
      </td>
      <td className="wide-only vehicle-fleet" title={placeOf(vehicle)}>
        {vehicle.fleet_id}
      </td>
      <td className="number medium-only">{statistic(vehicle.health_score)}</td>
      <td className="number">{degrees(vehicle.camera_drift_deg)}</td>
      <td className="number">{millimetres(vehicle.radar_drift_mm)}</td>
      <td className="number medium-only">{millimetresFromMetres(vehicle.lidar_drift_m)}</td>
      <td className="number wide-only">
        <time dateTime={vehicle.last_frame_at}>{utcShort(vehicle.last_frame_at)}</time>
      </td>
    </tr>
  );
}

function placeOf(vehicle: VehicleListItem): string {
  return vehicle.region === null ? vehicle.fleet_id : `${vehicle.fleet_id}, ${vehicle.region}`;
}

interface NoMatchProps {
  readonly searched: string;
  readonly tier: string | null;
  readonly clear: () => void;
}

function NoMatch({ searched, tier, clear }: NoMatchProps): ReactElement {
  const tierPart = tier === null ? "" : ` of tier ${tierLabel(tier).word}`;
  const searchPart = searched === "" ? "" : ` that has “${searched}” in its id, fleet or region`;
  return (
    <div className="notice" role="status">
      <p>
        No loaded vehicle{tierPart}
        {searchPart}.
      </p>
      <p className="actions">
        {searched !== "" && (
          <button type="button" className="button" onClick={clear}>
            Clear the search
          </button>
        )}
        {tier !== null && <Link href={fleetAddress()}>Show every tier</Link>}
        {searched !== "" && <Link href={vehicleAddress(searched)}>Open vehicle {searched}</Link>}
      </p>
    </div>
  );
}

function isFound(vehicle: VehicleListItem, wanted: string): boolean {
  if (wanted === "") return true;
  const { vehicle_id: id, fleet_id: fleet, region } = vehicle;
  return [id, fleet, region ?? ""].some((text) => text.toLowerCase().includes(wanted));
}
