import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { isMissing, useVehicle } from "../../api/views.ts";
import { Link } from "../../frame/link.tsx";
import { FaultNotice, Loading, NotRefreshed } from "../../frame/notices.tsx";
import { fleetAddress } from "../../frame/route.ts";
import { type TimeRange } from "../../frame/time-range.ts";
import { BaselinePanel } from "./baseline-panel.tsx";
import { DriftPanel } from "./drift-panel.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { StatisticPanel } from "./statistic-panel.tsx";
import { TierHistory } from "./tier-history.tsx";
import { VehicleCharts } from "./vehicle-charts.tsx";
import { VehicleHeader } from "./vehicle-header.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";

interface VehiclePageProps {
  readonly vehicleId: string;
  readonly range: TimeRange;
}

/** What moved, by how much, since when, what to do? */
export function VehiclePage({ vehicleId, range }: VehiclePageProps): ReactElement {
  const vehicle = useVehicle(vehicleId);
  if (vehicle.data !== undefined) {
    return (
      <>
        <NotRefreshed fault={vehicle.error} />
        <Vehicle vehicle={vehicle.data} range={range} />
      </>
    );
  }
  if (vehicle.error === null) return <Loading what={`vehicle ${vehicleId}`} lines={12} />;
  if (isMissing(vehicle.error)) return <NoSuchVehicle vehicleId={vehicleId} />;
  return <FaultNotice what="The vehicle" fault={vehicle.error} retry={() => void vehicle.refetch()} />;
}

function Vehicle({
  vehicle,
  range,
}: {
  readonly vehicle: VehicleDetail;
  readonly range: TimeRange;
}): ReactElement {
  return (
    <>
      <VehicleHeader vehicle={vehicle} />
      <div className="cards">
        <VerdictPanel vehicle={vehicle} />
        <DriftPanel vehicle={vehicle} />
        <StatisticPanel vehicle={vehicle} />
        <BaselinePanel vehicle={vehicle} />
      </div>
      <div className="vehicle-columns">
        <VehicleCharts vehicle={vehicle} range={range} />
        <div className="vehicle-side">
          <EvidencePanel vehicleId={vehicle.vehicle_id} />
          <TierHistory vehicle={vehicle} />
        </div>
      </div>
    </>
  );
}

function NoSuchVehicle({ vehicleId }: { readonly vehicleId: string }): ReactElement {
  return (
    <section className="panel notice">
      <h1>No such vehicle</h1>
      <p>
        No vehicle <code>{vehicleId}</code> has sent a frame, or this key may not see it.{" "}
        <Link href={fleetAddress()}>Go to the fleet</Link>.
      </p>
    </section>
  );
}
