import type { ReactElement } from "react";
import type { VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { type ChartPlan, quantityLabel } from "../../charts/chart-plan.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { Link } from "../../frame/link.tsx";
import { type TimeRange, timeRanges } from "../../frame/time-range.ts";
import { utcSecond } from "../../labels/moments.ts";
import { count, counted, noValue } from "../../labels/quantities.ts";
import { tierLabel } from "../../labels/tier-labels.ts";
import type { KeyActions } from "../../frame/keys.ts";
import type { TimeWindow, VehicleView } from "./vehicle-view.ts";

interface TimeBarProps {
  readonly view: VehicleView;
  readonly address: (view: VehicleView) => string;
  readonly series: VehicleSeries;
  readonly covered: TimeWindow;
  readonly shownIndex: number;
  readonly cursorMs: number | null;
  /** The chart whose value is shown with the time. */
  readonly plan: ChartPlan | null;
  readonly onCursor: (atS: number | null) => void;
  readonly keys: KeyActions;
}

const rangeLabels: Readonly<Record<TimeRange, string>> = {
  "1h": "1 h",
  "24h": "24 h",
  "7d": "7 d",
  "30d": "30 d",
  all: "All",
};

/** By key, with what is drawn on the button. */
const timeButtons = [
  ["[", "M10 3 5 8l5 5"],
  ["]", "m6 3 5 5-5 5"],
  ["+", "M8 3v10M3 8h10"],
  ["-", "M3 8h10"],
] as const;

/** The stretch of time all charts show and their one cursor, for keys and touch as well as for the pointer. */
export function TimeBar(props: TimeBarProps): ReactElement {
  const { view, address, series, covered, shownIndex, cursorMs, plan, onCursor, keys } = props;
  const timestamp = series.timestamps[shownIndex];
  const moveTo = (index: number): void => {
    const target = series.timestamps[index];
    onCursor(target === undefined ? null : Date.parse(target) / 1000);
  };
  return (
    <div className="time-bar">
      <nav aria-label="Time range" className="ranges">
        {timeRanges.map((choice) => (
          <Link
            key={choice}
            href={address({ ...view, range: choice, window: null, atMs: null })}
            aria-current={view.window === null && choice === view.range}
          >
            {rangeLabels[choice]}
          </Link>
        ))}
      </nav>
      <div className="zoom" role="group" aria-label="Move and zoom in time">
        {timeButtons.map(([key, sign]) => (
          <button
            key={key}
            type="button"
            className="button"
            aria-label={keys[key]?.what}
            title={`${keys[key]?.what} (${key})`}
            onClick={keys[key]?.act}
          >
            <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
              <path d={sign} fill="none" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </button>
        ))}
      </div>
      <label className="cursor-label">
        <span className="unseen">Time cursor</span>
        <input
          type="range"
          min={0}
          max={Math.max(0, series.timestamps.length - 1)}
          step={1}
          value={Math.max(0, shownIndex)}
          disabled={series.timestamps.length === 0}
          aria-valuetext={spoken(series, shownIndex, plan)}
          onChange={(event) => moveTo(event.target.valueAsNumber)}
        />
      </label>
      <output className="cursor-time">{timestamp === undefined ? noValue : utcSecond(timestamp)}</output>
      <CopyButton
        text={window.location.origin + address(absolute(view, { covered, cursorMs }))}
        what="a link to this view"
        label="Copy link"
        shortcut="c"
      />
      <span className="quiet time-note">
        Vehicle’s clock, UTC · {counted(series.frames, "frame")}
        {series.downsampled && ` in ${count(series.timestamps.length)} points, extremes kept`}
      </span>
    </div>
  );
}

/** A link shows the same tomorrow: it names the times, not how long ago they are. */
function absolute(
  view: VehicleView,
  { covered, cursorMs }: { readonly covered: TimeWindow; readonly cursorMs: number | null },
): VehicleView {
  const isEmpty = covered.fromMs >= covered.toMs;
  return { ...view, range: "all", window: isEmpty ? null : covered, atMs: cursorMs };
}

/** Time, tier, and the value of the first chart against its nearest limit. */
function spoken(series: VehicleSeries, index: number, plan: ChartPlan | null): string {
  const timestamp = series.timestamps[index];
  if (timestamp === undefined) return "no frame";
  const tier = tierLabel(series.tiers[index] ?? "UNKNOWN").word;
  const value = plan?.lines.find(({ look }) => look === "value")?.values[index] ?? null;
  const driftText = plan === null || value === null ? "" : `, drift ${quantityLabel(plan.quantity, value)}`;
  const caution = plan?.limits.find(({ tone, value: limit }) => tone === "caution" && limit > 0);
  return `${utcSecond(timestamp)}, tier ${tier}${driftText}${caution === undefined ? "" : `, caution limit ${caution.label}`}`;
}
