import { useMemo, type ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { isMissing, useVehicle } from "../../api/views.ts";
import { Link } from "../../frame/link.tsx";
import { replaceAddress } from "../../frame/navigation.ts";
import { FaultNotice, Loading, NotRefreshed, useFault } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { StandingMark } from "../../frame/tier-mark.tsx";
import { vehicleAddress } from "../../frame/time-range.ts";
import { describePose } from "../../scene/describe-pose.ts";
import { choiceFromQuery, queryOfChoice, type PoseChoice } from "../../scene/pose-choice.ts";
import { PoseTable } from "./pose-table.tsx";
import { cameraAxes, sensorsOf, tonesOf, type CameraAxes } from "./pose-subject.ts";
import { PoseViewerBox } from "./pose-viewer-box.tsx";

interface PosePageProps {
  readonly vehicleId: string;
  readonly query: URLSearchParams;
}

/** Where does each sensor look now against its baseline? */
export function PosePage({ vehicleId, query }: PosePageProps): ReactElement {
  const vehicle = useVehicle(vehicleId);
  const fault = useFault(vehicle);
  if (vehicle.data !== undefined) {
    return (
      <>
        <NotRefreshed fault={vehicle.error} />
        <Pose vehicle={vehicle.data} query={query} />
      </>
    );
  }
  if (fault === null) return <Loading what={`vehicle ${vehicleId}`} lines={12} />;
  if (isMissing(fault)) return <NoSuchVehicle vehicleId={vehicleId} />;
  return <FaultNotice what="The vehicle" fault={fault} retry={() => void vehicle.refetch()} />;
}

function Pose({
  vehicle,
  query,
}: {
  readonly vehicle: VehicleDetail;
  readonly query: URLSearchParams;
}): ReactElement {
  const axes = cameraAxes.find((known) => known === query.get("axes")) ?? "optical";
  const sensors = useMemo(() => sensorsOf(vehicle, axes), [vehicle, axes]);
  const choice = choiceFromQuery(
    query,
    sensors.map(({ id }) => id),
  );
  const tones = useMemo(() => tonesOf(vehicle), [vehicle]);
  const goWith = (chosen: PoseChoice, chosenAxes: CameraAxes): void =>
    replaceAddress(poseAddress(vehicle.vehicle_id, chosen, chosenAxes));
  return (
    <>
      <header className="vehicle-header">
        <div className="vehicle-title">
          <Link className="back" href={vehicleAddress(vehicle.vehicle_id)}>
            {vehicle.vehicle_id}
          </Link>
          <h1>Where the sensors look</h1>
          <span className="vehicle-tier">
            <StandingMark tier={vehicle.tier} silent={vehicle.silent} />
          </span>
        </div>
      </header>
      {sensors.length === 0 ? (
        <section className="panel notice">
          <p>No sensor of this vehicle has reported yet, so there is no pose to show.</p>
        </section>
      ) : (
        <div className="pose-columns">
          <section className="panel" aria-label="Pictures">
            <PoseViewerBox
              sensors={sensors}
              tones={tones}
              choice={choice}
              onChoice={(chosen) => goWith(chosen, axes)}
            />
            <p className="quiet pose-legend">
              Dashed: where the baseline looks. Solid: where the sensor looks now.
            </p>
          </section>
          <div className="pose-side">
            <section className="panel" aria-labelledby="pose-words">
              <h2 id="pose-words">In words</h2>
              <ul className="plain pose-sentences">
                {sensors.map((sensor) => (
                  <li key={sensor.id}>{describePose(sensor)}</li>
                ))}
              </ul>
              <PoseTable vehicle={vehicle} />
            </section>
            <AssumptionsPanel axes={axes} onAxes={(chosen) => goWith(choice, chosen)} />
          </div>
        </div>
      )}
    </>
  );
}

function AssumptionsPanel({
  axes,
  onAxes,
}: {
  readonly axes: CameraAxes;
  readonly onAxes: (axes: CameraAxes) => void;
}): ReactElement {
  return (
    <section className="panel" aria-labelledby="pose-measured">
      <h2 id="pose-measured">What is measured, and what is not</h2>
      <ul className="pose-measured">
        <li>The camera’s rotation is measured, so its turn is drawn.</li>
        <li>Of the radar only a distance is measured, so its field grows or shrinks along its axis.</li>
        <li>Of the lidar only the size of its error is measured, so it is a ball without a direction.</li>
        <li>
          Vehicle, mounting places and widths of the fields are usual ones: frames do not carry them. The
          fields are cut short.
        </li>
      </ul>
      <fieldset className="pose-axes">
        <legend>The camera’s own axes in your frames</legend>
        {cameraAxes.map((known) => (
          <label key={known}>
            <input
              type="radio"
              name="camera-axes"
              value={known}
              checked={axes === known}
              onChange={() => onAxes(known)}
            />
            {axesLabels[known]}
          </label>
        ))}
      </fieldset>
    </section>
  );
}

const axesLabels: Readonly<Record<CameraAxes, string>> = {
  optical: "x right, y down, z where it looks (usual)",
  vehicle: "x where it looks, y left, z up",
};

function poseAddress(vehicleId: string, choice: PoseChoice, axes: CameraAxes): string {
  const query = { ...queryOfChoice(choice), ...(axes !== "optical" && { axes }) };
  return addressOf("pose", { vehicle_id: vehicleId }, query);
}

function NoSuchVehicle({ vehicleId }: { readonly vehicleId: string }): ReactElement {
  return (
    <section className="panel notice">
      <h1>No such vehicle</h1>
      <p>
        No vehicle <code>{vehicleId}</code> has sent a frame, or this key may not see it.{" "}
        <Link href="/fleet">Go to the fleet</Link>.
      </p>
    </section>
  );
}
