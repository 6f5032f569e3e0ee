import { kindOf } from "../../../../core/sensors/sensor-lists.ts";
import { type ReactElement, useRef } from "react";
import type { VehicleListItem } from "../../../../clients/typescript/generated/contract.ts";
import { useVehicles } from "../../../api/fleet-views.ts";
import { Link } from "../../../frame/link.tsx";
import { AnswerNotice } from "../../../frame/notices.tsx";
import { addressOf } from "../../../frame/route.ts";
import { useRowKeys } from "../../../frame/row-keys.ts";
import { TierShape } from "../../../frame/tier-mark.tsx";
import { utcMinute } from "../../../labels/moments.ts";
import { count } from "../../../labels/quantities.ts";
import { standingLabel, tierLabel } from "../../../labels/tier-labels.ts";
import { faultSourceLabel } from "../../../labels/verdict-labels.ts";
import { type FleetAddress, filterQuery } from "../filter/fleet-address.ts";
import { NoMatch } from "../filter/no-match.tsx";
import { OrderNotice } from "../order-notice.tsx";
import { useSteadyOrder } from "../steady-order.ts";
import { driftFigure } from "./row-figures.ts";

const tilesPerPage = 500;

/** The whole fleet at a glance: a small tile a vehicle, by tier, the worst first. */
export function VehicleGrid({ address }: { readonly address: FleetAddress }): ReactElement {
  const vehicles = useVehicles({ ...filterQuery(address.filter), sort: "urgency", limit: tilesPerPage });
  const loaded = vehicles.data?.pages.flatMap((page) => page.data) ?? [];
  const about = JSON.stringify([address.filter, vehicles.isPlaceholderData]);
  const { items, hold, ...order } = useSteadyOrder(loaded, (vehicle) => vehicle.vehicle_id, about);
  const place = useRef<HTMLDivElement>(null);
  useRowKeys(place);
  const byTier = [...Map.groupBy(items, ({ tier }) => tier)];
  return (
    <>
      <AnswerNotice answer={vehicles} what="The vehicles" loading="the vehicles" lines={12} />
      {vehicles.data !== undefined && items.length === 0 && <NoMatch address={address} />}
      <p className="quiet" role="status">
        <OrderNotice {...order} />
      </p>
      <div ref={place} {...hold}>
        {byTier.map(([tier, ofTier]) => (
          <section key={tier} className="grid-tier">
            <h3>
              {tierLabel(tier).word} <span className="quiet">{count(ofTier.length)} shown</span>
            </h3>
            <ul className="tiles">
              {ofTier.map((vehicle) => (
                <li key={vehicle.vehicle_id}>
                  <Tile vehicle={vehicle} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
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

function Tile({ vehicle }: { readonly vehicle: VehicleListItem }): ReactElement {
  const label = standingLabel(vehicle);
  const drift = worstDrift(vehicle);
  return (
    <Link
      className={`tile tone-${label.tone}`}
      data-row-link=""
      href={addressOf("vehicle", { vehicle_id: vehicle.vehicle_id })}
      title={`${vehicle.vehicle_id}: ${label.word} since ${utcMinute(vehicle.tier_since)}`}
    >
      <span className="tile-id mono">
        <TierShape label={label} /> {vehicle.vehicle_id}
      </span>
      <span className="unseen">, {label.word}, </span>
      {drift !== null && <span className="tile-drift">{drift}</span>}
    </Link>
  );
}

/** Of the sensor at fault; a healthy vehicle needs none. */
function worstDrift(vehicle: VehicleListItem): string | null {
  const source = vehicle.probable_fault_source;
  const name = faultSourceLabel(source);
  if (source === "none") return null;
  return source === "multi_modal" ? name : `${name} ${driftFigure(kindOf(source), vehicle)}`;
}
