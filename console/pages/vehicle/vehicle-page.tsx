import { useCallback, type ReactElement, type ReactNode } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { isMissing, useVehicle } from "../../api/views.ts";
import { Link } from "../../frame/link.tsx";
import { FaultNotice, Loading, NotRefreshed, useFault } from "../../frame/notices.tsx";
import { addressOf, fleetAddress } from "../../frame/route.ts";
import { AnswerPanel } from "./answer-panel.tsx";
import { AttributesPanel } from "./attributes-panel.tsx";
import { BaselinePanel } from "./baseline-panel.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { SensorCharts } from "./sensor-charts.tsx";
import { sensorStandings } from "./sensor-standing.ts";
import { SensorTabs } from "./vehicle-header.tsx";
import { TierHistory } from "./tier-history.tsx";
import { vehicleCharts } from "./vehicle-charts.ts";
import { VehicleHeader } from "./vehicle-header.tsx";
import type { Sensor } from "../../../core/sensors/sensor-lists.ts";
import { type VehicleView, viewAddress } from "./vehicle-view.ts";
import { WorkPanel } from "./work-panel/work-panel.tsx";

interface VehiclePageProps {
  readonly vehicleId: string;
  readonly view: VehicleView;
}

/** What to do and why; which sensor, how far beyond which limit, since when; the evidence; that sensor's charts. */
export function VehiclePage({ vehicleId, view }: VehiclePageProps): ReactElement {
  return (
    <OneVehicle vehicleId={vehicleId}>{(vehicle) => <Vehicle vehicle={vehicle} view={view} />}</OneVehicle>
  );
}

interface OneVehicleProps {
  readonly vehicleId: string;
  readonly children: (vehicle: VehicleDetail) => ReactNode;
}

/** A vehicle once it is there; before, or instead, what there is to say. */
export function OneVehicle({ vehicleId, children }: OneVehicleProps): ReactElement {
  const vehicle = useVehicle(vehicleId);
  const fault = useFault(vehicle);
  if (vehicle.data !== undefined) {
    return (
      <>
        <NotRefreshed fault={vehicle.error} />
        {children(vehicle.data)}
      </>
    );
  }
  if (fault === null) return <Loading what={`vehicle ${vehicleId}`} lines={12} />;
  if (isMissing(fault)) return <NoSuchVehicle vehicleId={vehicleId} />;
  return <FaultNotice what="The vehicle" fault={fault} retry={() => void vehicle.refetch()} />;
}

function Vehicle({
  vehicle,
  view,
}: {
  readonly vehicle: VehicleDetail;
  readonly view: VehicleView;
}): ReactElement {
  const parts = { vehicle_id: vehicle.vehicle_id };
  const address = (shown: VehicleView): string => viewAddress({ page: "vehicle", parts }, shown);
  const sensorOf = (series: VehicleSeries): Sensor | null =>
    view.sensor ?? sensorStandings(vehicle)[0]?.sensor ?? series.channels[0]?.sensor ?? null;
  const chosen = view.sensor ?? sensorStandings(vehicle)[0]?.sensor ?? null;
  const chartsOf = useCallback(
    (series: VehicleSeries) => {
      const sensor = chosen ?? series.channels[0]?.sensor;
      return sensor === undefined ? { shown: [], folded: null } : vehicleCharts(series, vehicle, sensor);
    },
    [vehicle, chosen],
  );
  return (
    <>
      <VehicleHeader vehicle={vehicle} />
      <EarlierScoringNotice version={vehicle.earlier_scoring} />
      <div className="vehicle-top">
        <AnswerPanel
          vehicle={vehicle}
          sensorLink={(sensor, label) => (
            <Link href={addressOf("sensor", { ...parts, sensor })}>{label}</Link>
          )}
        />
        <WorkPanel vehicleId={vehicle.vehicle_id} />
        <EvidencePanel vehicleId={vehicle.vehicle_id} isBreached={vehicle.open_breach !== null} />
      </div>
      <SensorCharts
        vehicle={vehicle}
        view={view}
        address={address}
        chartsOf={chartsOf}
        above={(series) => (
          <SensorTabs
            series={series}
            shown={sensorOf(series)}
            hrefOf={(sensor) => address({ ...view, sensor, atMs: null })}
          />
        )}
      />
      <div className="vehicle-rest">
        <TierHistory vehicle={vehicle} />
        <BaselinePanel vehicle={vehicle} />
        <AttributesPanel vehicle={vehicle} />
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

/** Above a verdict by rules that are no longer the present ones, until the vehicle is scored again. */
function EarlierScoringNotice({ version }: { readonly version: string | undefined }): ReactElement | null {
  if (version === undefined) return null;
  return (
    <p className="panel not-refreshed">
      <strong>Judged by scoring {version}.</strong> After an upgrade of the service this vehicle is being
      scored again by the present rules; its charts show what is done so far.
    </p>
  );
}
