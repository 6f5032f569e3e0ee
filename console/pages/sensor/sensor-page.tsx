import { useCallback, type ReactElement } from "react";
import type { VehicleDetail, VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { Link } from "../../frame/link.tsx";
import { addressOf } from "../../frame/route.ts";
import { StandingMark } from "../../frame/tier-mark.tsx";
import { driftLabel, limitLabel, meaningLabel } from "../../labels/sensor-labels.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { SensorCharts } from "../vehicle/sensor-charts.tsx";
import { type SensorStanding, sensorStandings } from "../vehicle/sensor-standing.ts";
import { OneVehicle } from "../vehicle/vehicle-page.tsx";
import { kindOf, type Sensor, sensors } from "../../../core/sensors/sensor-lists.ts";
import { type VehicleView, viewAddress } from "../vehicle/vehicle-view.ts";
import { commonModeLabel } from "./common-mode-label.ts";
import { ContributionBars } from "./contribution-bars.tsx";
import { HistogramFigures } from "./histogram-figures.tsx";
import { sensorCharts } from "./sensor-page-charts.ts";

interface SensorPageProps {
  readonly vehicleId: string;
  readonly sensor: string;
  readonly view: VehicleView;
}

/** Which value of one sensor moved, and whether it moved alone: a true drift, or something all sensors share. */
export function SensorPage({ vehicleId, sensor, view }: SensorPageProps): ReactElement {
  const known = sensors.find((each) => each === sensor);
  if (known === undefined) return <NoSuchSensor vehicleId={vehicleId} sensor={sensor} />;
  return (
    <OneVehicle vehicleId={vehicleId}>
      {(vehicle) => <SensorOf vehicle={vehicle} sensor={known} view={view} />}
    </OneVehicle>
  );
}

interface SensorOfProps {
  readonly vehicle: VehicleDetail;
  readonly sensor: Sensor;
  readonly view: VehicleView;
}

function SensorOf({ vehicle, sensor, view }: SensorOfProps): ReactElement {
  const standings = sensorStandings(vehicle);
  const standing = standings.find((each) => each.sensor === sensor);
  const parts = { vehicle_id: vehicle.vehicle_id, sensor };
  const { note } = kindOf(sensor).words;
  const chartsOf = useCallback(
    (series: VehicleSeries) => sensorCharts(series, vehicle, sensor),
    [vehicle, sensor],
  );
  return (
    <>
      <header className="vehicle-header">
        <div className="vehicle-title">
          <Link className="back" href={addressOf("vehicle", { vehicle_id: vehicle.vehicle_id })}>
            {vehicle.vehicle_id}
          </Link>
          <h1>{capitalised(faultSourceLabel(sensor))}</h1>
          <StandingMark tier={vehicle.tier} silent={vehicle.silent} />
          <span className="quiet">is the vehicle’s tier, of all its sensors</span>
        </div>
      </header>
      <section className="panel answer" aria-labelledby="standing">
        <h2 id="standing">
          {standing === undefined ? "No baseline of this sensor yet" : standingLabel(standing)}
        </h2>
        <p className="answer-why">{commonModeLabel(sensor, standings)}</p>
        {note !== null && <p className="quiet">{note}</p>}
      </section>
      <SensorCharts
        vehicle={{ ...vehicle, last_frame_at: vehicle.newest_reading_at[sensor] ?? vehicle.last_frame_at }}
        view={view}
        address={(shown) => viewAddress({ page: "sensor", parts }, shown)}
        chartsOf={chartsOf}
        above={(series) => (
          <nav aria-label="Sensors" className="ranges sensor-tabs">
            {sensors
              .filter((each) => series.channels.some((channel) => channel.sensor === each))
              .map((each) => (
                <Link
                  key={each}
                  href={addressOf("sensor", { ...parts, sensor: each })}
                  aria-current={each === sensor}
                >
                  {faultSourceLabel(each)}
                </Link>
              ))}
          </nav>
        )}
        below={(series, shownIndex) => (
          <div className="sensor-figures">
            <ContributionBars series={series} index={shownIndex} />
            <HistogramFigures series={series} vehicle={vehicle} sensor={sensor} />
          </div>
        )}
      />
    </>
  );
}

function standingLabel({ unit, drift, sensor, beyond, limits }: SensorStanding): string {
  const meaning = meaningLabel(sensor, drift);
  const measured = `${driftLabel(unit, drift)}${meaning === "" ? "" : `, ${meaning}`}`;
  return beyond === null
    ? `${measured}: within the caution limit of ${limitLabel(unit, limits.caution)}`
    : `${measured}: beyond the ${beyond} limit of ${limitLabel(unit, limits[beyond])}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function NoSuchSensor({
  vehicleId,
  sensor,
}: {
  readonly vehicleId: string;
  readonly sensor: string;
}): ReactElement {
  return (
    <section className="panel notice">
      <h1>No such sensor</h1>
      <p>
        There is no sensor <code>{sensor}</code>: there are {sensors.join(", ")}.{" "}
        <Link href={addressOf("vehicle", { vehicle_id: vehicleId })}>Go to the vehicle</Link>.
      </p>
    </section>
  );
}
