import type { ReactElement } from "react";
import type { VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { Link } from "../../frame/link.tsx";
import { type TimeRange, timeRanges, vehicleAddress } from "../../frame/time-range.ts";
import { utcSecond } from "../../labels/moments.ts";
import { count, nats, noValue } from "../../labels/quantities.ts";
import { tierLabel } from "../../labels/tier-labels.ts";

interface TimeBarProps {
  readonly vehicleId: string;
  readonly range: TimeRange;
  readonly series: VehicleSeries;
  readonly shownIndex: number;
  readonly onCursor: (atS: number | null) => void;
}

const rangeLabels: Readonly<Record<TimeRange, string>> = {
  "1h": "1 h",
  "24h": "24 h",
  "7d": "7 d",
  "30d": "30 d",
  all: "All",
};

/** The range of all charts and their one time cursor, which keys and touch move as well as the pointer. */
export function TimeBar({ vehicleId, range, series, shownIndex, onCursor }: TimeBarProps): ReactElement {
  const timestamp = series.timestamps[shownIndex];
  const shown = timestamp === undefined ? noValue : utcSecond(timestamp);
  const moveTo = (index: number): void => {
    const moved = series.timestamps[index];
    onCursor(moved === undefined ? null : Date.parse(moved) / 1000);
  };
  return (
    <div className="time-bar">
      <nav aria-label="Time range" className="ranges">
        {timeRanges.map((choice) => (
          <Link key={choice} href={vehicleAddress(vehicleId, choice)} aria-current={choice === range}>
            {rangeLabels[choice]}
          </Link>
        ))}
      </nav>
      <label className="cursor-label">
        <span className="unseen">Time cursor</span>
        <input
          type="range"
          min={0}
          max={Math.max(0, series.timestamps.length - 1)}
          step={1}
          value={Math.max(0, shownIndex)}
          disabled={series.timestamps.length === 0}
          aria-valuetext={spoken(series, shownIndex)}
          onChange={(event) => moveTo(event.target.valueAsNumber)}
        />
      </label>
      <output className="cursor-time">{shown}</output>
      <span className="quiet">
        {count(series.frames)} frames
        {series.downsampled && ` in ${count(series.timestamps.length)} points, extremes kept`}
      </span>
    </div>
  );
}

function spoken(series: VehicleSeries, index: number): string {
  const timestamp = series.timestamps[index];
  if (timestamp === undefined) return "no frame";
  const tier = tierLabel(series.tiers[index] ?? "UNKNOWN").word;
  return `${utcSecond(timestamp)}, tier ${tier}, W ${nats(series.cusum_statistic[index] ?? null)}`;
}
