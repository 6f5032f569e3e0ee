import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { Link } from "../../frame/link.tsx";
import { fleetAddress } from "../../frame/route.ts";
import { StandingMark } from "../../frame/tier-mark.tsx";
import { utcMinute, utcSecond } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";

/** Who, in which state, since when, because of what. */
export function VehicleHeader({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  return (
    <header className="vehicle-header">
      <div className="vehicle-title">
        <Link className="back" href={fleetAddress()}>
          Fleet
        </Link>
        <h1 className="mono">{vehicle.vehicle_id}</h1>
        <CopyButton text={vehicle.vehicle_id} what="the vehicle id" />
        <span className="vehicle-tier">
          <StandingMark tier={vehicle.tier} silent={vehicle.silent} />
        </span>
        <span>
          since <time dateTime={vehicle.tier_since}>{utcMinute(vehicle.tier_since)}</time>
        </span>
        {vehicle.provisional !== undefined && (
          <span title="An early verdict: the sensor has no baseline yet">
            <strong>provisional</strong>
          </span>
        )}
        {vehicle.probable_fault_source !== "none" && (
          <span>
            fault source: <strong>{faultSourceLabel(vehicle.probable_fault_source)}</strong>
          </span>
        )}
      </div>
      <p className="quiet">
        {vehicle.fleet_id}
        {vehicle.region !== null && ` · ${vehicle.region}`} · {count(vehicle.frames)} frames · last frame{" "}
        <time dateTime={vehicle.last_frame_at}>{utcSecond(vehicle.last_frame_at)}</time>
      </p>
    </header>
  );
}
