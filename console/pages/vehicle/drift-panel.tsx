import type { ReactElement } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { noiseLabel, trendLabel } from "../../labels/course-labels.ts";
import { degrees, lateralShiftM, metres, millimetresFromMetres, noValue } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";

/** What moved, by how much: the estimated drift of each sensor with its standard deviation, and where it is now. */
export function DriftPanel({ vehicle }: { readonly vehicle: VehicleDetail }): ReactElement {
  const { camera, radar, lidar } = vehicle.extrinsics;
  return (
    <section className="panel card" aria-labelledby="what-moved">
      <h2 id="what-moved">Drift from baseline</h2>
      <table className="numbers drift">
        <thead>
          <tr>
            <th scope="col">Sensor</th>
            <th scope="col" className="number">
              Drift
            </th>
            <th scope="col" className="number">
              ±1 σ
            </th>
            <th scope="col" className="number">
              Reading
            </th>
          </tr>
        </thead>
        <tbody>
          {camera !== null && (
            <DriftRow
              sensor="camera"
              drift={degrees(camera.drift_deg)}
              deviation={degrees(camera.drift_sd_deg)}
              reading={noValue}
              vehicle={vehicle}
            />
          )}
          {radar !== null && (
            <DriftRow
              sensor="radar"
              drift={millimetresFromMetres(radar.drift_m)}
              deviation={millimetresFromMetres(radar.drift_sd_m)}
              reading={millimetresFromMetres(radar.radar_range_bias_m)}
              vehicle={vehicle}
            />
          )}
          {lidar !== null && (
            <DriftRow
              sensor="lidar"
              drift={millimetresFromMetres(lidar.drift_m)}
              deviation={millimetresFromMetres(lidar.drift_sd_m)}
              reading={millimetresFromMetres(lidar.lidar_registration_error_m)}
              vehicle={vehicle}
            />
          )}
        </tbody>
      </table>
      {vehicle.trend !== null && <p className="quiet">{trendLabel(vehicle.trend)}</p>}
      {vehicle.noise.length > 0 && <p>{noiseLabel(vehicle.noise)}</p>}
      {camera !== null && camera.drift_deg >= notedFromDeg && (
        <p className="quiet">
          The camera aims {metres(lateralShiftM(camera.drift_deg, 50))} off at 50&nbsp;m.
        </p>
      )}
    </section>
  );
}

interface DriftRowProps {
  readonly sensor: VehicleDetail["monitored_sensors"][number];
  readonly drift: string;
  readonly deviation: string;
  readonly reading: string;
  readonly vehicle: VehicleDetail;
}

/** Degrees mean little to most readers; below this, what they move is within a hand's width anyway. */
const notedFromDeg = 0.1;

function DriftRow({ sensor, drift, deviation, reading, vehicle }: DriftRowProps): ReactElement {
  const isSource = vehicle.probable_fault_source === sensor;
  const isMonitored = vehicle.monitored_sensors.includes(sensor);
  return (
    <tr className={isSource ? "source" : undefined}>
      <th scope="row">
        {faultSourceLabel(sensor)}
        {!isMonitored && <span className="quiet"> not monitored</span>}
      </th>
      <td className="number">{isMonitored ? drift : noValue}</td>
      <td className="number quiet">{isMonitored ? deviation : noValue}</td>
      <td className="number">{reading}</td>
    </tr>
  );
}
