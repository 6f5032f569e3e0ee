import type { ReactElement } from "react";
import type { VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { Link } from "../../frame/link.tsx";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { type Sensor, sensors } from "./vehicle-view.ts";

interface SensorTabsProps {
  readonly series: VehicleSeries;
  readonly shown: Sensor | null;
  readonly hrefOf: (sensor: Sensor) => string;
}

/** Which sensor's charts are shown: links, so that each is an address. */
export function SensorTabs({ series, shown, hrefOf }: SensorTabsProps): ReactElement {
  const heard = sensors.filter((sensor) => series.channels.some((channel) => channel.sensor === sensor));
  return (
    <nav aria-label="Charts of" className="ranges sensor-tabs">
      {heard.map((sensor) => (
        <Link key={sensor} href={hrefOf(sensor)} aria-current={sensor === shown}>
          {faultSourceLabel(sensor)}
        </Link>
      ))}
    </nav>
  );
}
