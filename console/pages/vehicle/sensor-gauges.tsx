import type { ReactElement, ReactNode } from "react";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { degrees, sensorMetres } from "../../labels/quantities.ts";
import { driftLabel, limitLabel } from "../../labels/sensor-labels.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { type SensorStanding, sensorStandings } from "./sensor-standing.ts";

interface SensorGaugesProps {
  readonly vehicle: VehicleDetail;
  readonly sensorLink: (sensor: string, label: ReactNode) => ReactElement;
}

/** Every sensor against its limits on one common scale, worst first: who is out, and who is not. */
export function SensorGauges({ vehicle, sensorLink }: SensorGaugesProps): ReactElement | null {
  const standings = sensorStandings(vehicle);
  if (standings.length === 0) return null;
  return (
    <table className="numbers gauges">
      <caption className="unseen">Drift of each sensor against its limits, worst first</caption>
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
            Caution
          </th>
          <th scope="col" className="number">
            Critical
          </th>
          <th scope="col" className="gauge-head">
            Against its limits
          </th>
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <tr key={standing.sensor} className={standing.isSource ? "source" : undefined}>
            <th scope="row">{sensorLink(standing.sensor, faultSourceLabel(standing.sensor))}</th>
            <td className="number">{driftLabel(standing.unit, standing.drift)}</td>
            <td className="number quiet gauge-deviation">{deviationLabel(standing)}</td>
            <td className="number quiet gauge-limit" data-name="caution">
              {limitLabel(standing.unit, standing.limits.caution)}
            </td>
            <td className="number quiet gauge-limit" data-name="critical">
              {limitLabel(standing.unit, standing.limits.critical)}
            </td>
            <td className="gauge-cell">
              <Gauge standing={standing} />
              <span className="gauge-word">{standingWord(standing)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function deviationLabel({ unit, deviation }: SensorStanding): string {
  return unit === "deg" ? degrees(deviation) : sensorMetres(deviation);
}

function standingWord({ beyond, isMonitored, drift }: SensorStanding): string {
  if (!isMonitored) return "not monitored";
  if (drift === null) return "still learning";
  return beyond === null ? "within its limits" : `beyond ${beyond}`;
}

/** Units of the critical limit a gauge covers: room to see how far beyond. */
const reach = 2;
const widthPx = 160;
const heightPx = 14;

/** The words beside it say the same: a picture only. */
function Gauge({ standing }: { readonly standing: SensorStanding }): ReactElement {
  const { share, limits, beyond } = standing;
  const critical = limits.caution / limits.critical;
  const place = (units: number): number => (widthPx * Math.min(reach, units)) / reach;
  return (
    <svg
      preserveAspectRatio="none"
      className={`gauge tone-${beyond ?? "nominal"}`}
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      width={widthPx}
      height={heightPx}
      aria-hidden="true"
    >
      <rect className="gauge-track" x="0" y="5" width={widthPx} height="4" rx="2" />
      <rect
        className="gauge-fill"
        x="0"
        y="3"
        width={Math.max(2, place(share * critical))}
        height="8"
        rx="1"
      />
      {share * critical > reach && (
        <path className="gauge-over" d={`M${widthPx - 7} 3l5 4-5 4`} fill="none" strokeWidth="2" />
      )}
      <path className="gauge-caution" d={`M${place(critical)} 0v${heightPx}`} />
      <path className="gauge-critical" d={`M${place(1)} 0v${heightPx}`} />
    </svg>
  );
}
