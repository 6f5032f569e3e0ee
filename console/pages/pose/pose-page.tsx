import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { sensorKinds } from "../../../core/sensors/kinds.ts";
import type { Sensor } from "../../../core/sensors/sensor-lists.ts";
import { isMissing, useVehicle } from "../../api/views.ts";
import { Link } from "../../frame/link.tsx";
import { replaceAddress } from "../../frame/navigation.ts";
import { FaultNotice, Loading, NotRefreshed, useFault } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { StandingMark } from "../../frame/tier-mark.tsx";
import { vehicleAddress } from "../../frame/time-range.ts";
import { degrees, sensorMetres } from "../../labels/quantities.ts";
import { describePose } from "../../scene/describe-pose.ts";
import { choiceFromQuery, type PoseChoice, queryOfChoice } from "../../scene/pose-choice.ts";
import { openPoseViewer, type PoseViewer, type Tones } from "../../scene/pose-viewer.ts";
import type { ShownSensor, Shows } from "../../scene/shown-sensor.ts";
import { ownAxes, type OwnAxes, sensorsOf, tonesOf, turningSensors } from "./pose-subject.ts";

/** The numbers behind the pictures. */
export function PoseTable({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  return (
    <table className="numbers">
      <thead>
        <tr>
          <th scope="col">Against baseline</th>
          <th scope="col" className="number">
            Drift
          </th>
          <th scope="col" className="number">
            ±1 σ
          </th>
        </tr>
      </thead>
      <tbody>
        {sensorKinds.map(({ name, label, pose }) => {
          const estimate = vehicle.extrinsics[name];
          return (
            estimate !== null && (
              <tr key={name}>
                <th scope="row">{`${label}, ${pictures[pose.shows].drift}`}</th>
                {statedDrift(estimate).map((text, at) => (
                  <td key={at} className="number">
                    {text}
                  </td>
                ))}
              </tr>
            )
          );
        })}
      </tbody>
    </table>
  );
}

type Estimate = NonNullable<VehicleDetail["extrinsics"][Sensor]>;

/** The drift and its standard deviation. */
function statedDrift(estimate: Estimate): readonly string[] {
  return "drift_deg" in estimate
    ? [degrees(estimate.drift_deg), degrees(estimate.drift_sd_deg)]
    : [sensorMetres(estimate.drift_m), sensorMetres(estimate.drift_sd_m)];
}

/** What drifts in a sensor, and why it is drawn as it is. */
const pictures: Readonly<Record<Shows, { readonly drift: string; readonly why: (name: string) => string }>> =
  {
    turn: { drift: "turned", why: (name) => `The ${name}’s rotation is measured, so its turn is drawn.` },
    range: {
      drift: "distance",
      why: (name) =>
        `Of the ${name} only a distance is measured, so its field grows or shrinks along its axis.`,
    },
    size: {
      drift: "error",
      why: (name) =>
        `Of the ${name} only the size of its error is measured, so it is a ball without a direction.`,
    },
  };

interface PoseViewerBoxProps {
  readonly sensors: readonly ShownSensor[];
  readonly tones: Tones;
  readonly choice: PoseChoice;
  readonly onChoice: (choice: PoseChoice) => void;
}

/** Holds the pictures, which know no React: they are opened once and then told what to show. */
export function PoseViewerBox(props: PoseViewerBoxProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const viewer = useRef<PoseViewer | null>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const names = props.sensors.map(({ id }) => id).join(" ");

  useLayoutEffect(() => {
    if (place.current === null) return;
    const opened = openPoseViewer(place.current, {
      ...latest.current,
      onChoice: (choice) => latest.current.onChoice(choice),
    });
    viewer.current = opened;
    return () => {
      opened.close();
      viewer.current = null;
    };
    // Another set of sensors has other buttons; new values of the same ones do not.
  }, [names]);

  const { viewpoint, factor, focus } = props.choice;
  const view = JSON.stringify(viewpoint);
  useEffect(() => {
    viewer.current?.show({ sensors: props.sensors, tones: props.tones }, latest.current.choice);
  }, [props.sensors, props.tones, view, factor, focus]);

  return <div ref={place} className="pose-viewer" />;
}

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
  const axes = ownAxes.find((known) => known === query.get("axes")) ?? "optical";
  const sensors = useMemo(() => sensorsOf(vehicle, axes), [vehicle, axes]);
  const choice = choiceFromQuery(
    query,
    sensors.map(({ id }) => id),
  );
  const tones = useMemo(() => tonesOf(vehicle), [vehicle]);
  const goWith = (chosen: PoseChoice, chosenAxes: OwnAxes): void =>
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
  readonly axes: OwnAxes;
  readonly onAxes: (axes: OwnAxes) => void;
}): ReactElement {
  return (
    <section className="panel" aria-labelledby="pose-measured">
      <h2 id="pose-measured">What is measured, and what is not</h2>
      <ul className="pose-measured">
        {sensorKinds.map(({ name, pose }) => (
          <li key={name}>{pictures[pose.shows].why(name)}</li>
        ))}
        <li>
          Vehicle, mounting places and widths of the fields are usual ones: frames do not carry them. The
          fields are cut short.
        </li>
      </ul>
      <fieldset className="pose-axes">
        <legend>{`The ${turningSensors} own axes in your frames`}</legend>
        {ownAxes.map((known) => (
          <label key={known}>
            <input
              type="radio"
              name="own-axes"
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

const axesLabels: Readonly<Record<OwnAxes, string>> = {
  optical: "x right, y down, z where it looks (usual)",
  vehicle: "x where it looks, y left, z up",
};

function poseAddress(vehicleId: string, choice: PoseChoice, axes: OwnAxes): string {
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
