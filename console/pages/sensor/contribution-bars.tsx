import type { ReactElement } from "react";
import type { VehicleSeries } from "../../../clients/typescript/generated/contract.ts";
import { type T2Contribution, t2Contributions } from "../../charts/t2-contributions.ts";
import { utcSecond } from "../../labels/moments.ts";
import { statistic } from "../../labels/quantities.ts";
import { channelLabel } from "../../labels/verdict-labels.ts";

interface ContributionBarsProps {
  readonly series: VehicleSeries;
  /** The point under the time cursor. */
  readonly index: number;
}

/** What each value adds to T² of the frame under the cursor: right where it is above its baseline, left below. */
export function ContributionBars({ series, index }: ContributionBarsProps): ReactElement {
  const contributions = t2Contributions(series, index);
  const largest = Math.max(1e-9, ...contributions.map(({ signed }) => Math.abs(signed)));
  return (
    <section aria-labelledby="contributions">
      <h3 id="contributions">What makes up the distance T²</h3>
      <p className="quiet">{findingOf(series, index, contributions)}</p>
      {contributions.length > 0 && (
        <table className="numbers bars">
          <caption className="unseen">Parts of T² by value, with the side of the baseline</caption>
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col" className="number">
                Part of T²
              </th>
              <th scope="col">Side of the baseline</th>
            </tr>
          </thead>
          <tbody>
            {contributions.map(({ channel, signed }) => (
              <tr key={channel}>
                <th scope="row">{channelLabel(channel)}</th>
                <td className="number">{statistic(Math.abs(signed))}</td>
                <td>
                  <Bar share={signed / largest} /> {sideOf(signed)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function findingOf(series: VehicleSeries, index: number, contributions: readonly T2Contribution[]): string {
  const at = series.timestamps[index];
  const t2 = series.t2[index] ?? null;
  const limit = series.t2_limit[index] ?? null;
  if (at === undefined || t2 === null || limit === null)
    return "No T² here: the baseline is still being learnt.";
  const figures = `T² ${statistic(t2)}, limit ${statistic(limit)}`;
  const sum = contributions.reduce((total, { signed }) => total + Math.abs(signed), 0);
  // Parts are of each value's newest frame in this point; they add up where that is one frame.
  return Math.abs(sum - t2) <= 0.01 * t2
    ? `Frame of ${utcSecond(at)}: ${figures}. Single frames above it are to be expected now and then.`
    : `About ${utcSecond(at)}, each value from its newest frame. The newest of all has ${figures}.`;
}

/** In a word: a sign before a part would have it taken off the sum. */
function sideOf(signed: number): string {
  if (signed === 0) return "";
  return signed > 0 ? "above" : "below";
}

const halfPx = 70;

function Bar({ share }: { readonly share: number }): ReactElement {
  const width = Math.max(1, Math.abs(share) * halfPx);
  return (
    <svg
      className="t2-bar"
      viewBox={`0 0 ${2 * halfPx} 12`}
      width={2 * halfPx}
      height="12"
      aria-hidden="true"
    >
      <path className="t2-zero" d={`M${halfPx} 0v12`} />
      <rect className="t2-fill" x={share < 0 ? halfPx - width : halfPx} y="2" width={width} height="8" />
    </svg>
  );
}
