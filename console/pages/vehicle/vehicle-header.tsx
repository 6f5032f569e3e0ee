import type { ReactElement } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { Link } from "../../frame/link.tsx";
import { addressOf, fleetAddress } from "../../frame/route.ts";
import { StandingMark } from "../../frame/tier-mark.tsx";
import { utcMinute, utcSecond } from "../../labels/moments.ts";
import { counted } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { type Sensor, sensors } from "../../../core/sensors/sensor-lists.ts";

interface SensorTabsProps {
  readonly series: VehicleSeries;
  readonly shown: Sensor | null;
  readonly hrefOf: (sensor: Sensor) => string;
}

/** Which sensor's charts are shown: links, so that each is an address. */
export function SensorTabs({ series, shown, hrefOf }: SensorTabsProps): ReactElement {
  const received = sensors.filter((sensor) => series.channels.some((channel) => channel.sensor === sensor));
  return (
    <nav aria-label="Charts of" className="ranges sensor-tabs">
      {received.map((sensor) => (
        <Link key={sensor} href={hrefOf(sensor)} aria-current={sensor === shown}>
          {faultSourceLabel(sensor)}
        </Link>
      ))}
    </nav>
  );
}

/** Who, in which state, since when, and how fresh this is: the vehicle's clock and the service's are distinguished. */
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
        {isSimulated(vehicle) && <strong className="simulated-mark">Simulated data</strong>}
        <span className="vehicle-links">
          <Link href={addressOf("pose", { vehicle_id: vehicle.vehicle_id })}>Sensor poses in 3D</Link>
          <Link href={addressOf("scenarios", {}, { vehicle_id: vehicle.vehicle_id })}>
            Make a scenario of it
          </Link>
        </span>
      </div>
      <p className="quiet">
        {vehicle.fleet_id}
        {vehicle.region !== null && ` · ${vehicle.region}`} · {counted(vehicle.frames, "frame")} · newest
        frame taken <time dateTime={vehicle.last_frame_at}>{utcSecond(vehicle.last_frame_at)}</time>{" "}
        (vehicle’s clock), received{" "}
        <time dateTime={vehicle.last_received_at}>{utcSecond(vehicle.last_received_at)}</time> (service’s
        clock)
      </p>
      {vehicle.silent && (
        <p className="stale-notice" role="status">
          Silent: nothing was received since {utcMinute(vehicle.last_received_at)} (service’s clock). What you
          see is its last known state.
        </p>
      )}
    </header>
  );
}

/** A simulator says so of itself; nobody else is named. */
function isSimulated({ attributes }: VehicleDetail): boolean {
  return attributes?.["simulated"] === true;
}
