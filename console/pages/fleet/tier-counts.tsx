import type { ReactElement } from "react";
import type { FleetHealthSummary } from "../../../clients/typescript/generated/contract.ts";
import { Link } from "../../frame/link.tsx";
import { fleetAddress } from "../../frame/route.ts";
import { TierShape } from "../../frame/tier-mark.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { count } from "../../labels/quantities.ts";
import { tiersWorstFirst, tierLabel } from "../../labels/tier-labels.ts";

interface TierCountsProps {
  readonly summary: FleetHealthSummary;
  /** The tier the vehicle list is filtered by. */
  readonly chosen: string | null;
}

/** The fleet in five numbers. Each tier is also the filter of the list below. */
export function TierCounts({ summary, chosen }: TierCountsProps): ReactElement {
  const ofTier = {
    CRITICAL: summary.critical_count,
    CAUTION: summary.caution_count,
    NOMINAL: summary.nominal_count,
    UNKNOWN: summary.unknown_count,
  };
  return (
    <section className="panel counts" aria-label="Fleet counts">
      <ul>
        <li>
          <Link href={fleetAddress()} aria-current={chosen === null}>
            <span className="count">{count(summary.total_vehicles)}</span>
            <span className="count-word">{summary.total_vehicles === 1 ? "Vehicle" : "Vehicles"}</span>
          </Link>
        </li>
        {tiersWorstFirst.map((tier) => (
          <li key={tier} className={ofTier[tier] === 0 ? "none" : `tone-${tierLabel(tier).tone}`}>
            <Link href={fleetAddress(chosen === tier ? null : tier)} aria-current={chosen === tier}>
              <span className="count">
                <TierShape label={tierLabel(tier)} />
                {count(ofTier[tier])}
              </span>
              <span className="count-word">{tierLabel(tier).word}</span>
            </Link>
          </li>
        ))}
        <li className={summary.silent_count === 0 ? "none" : "tone-unknown"}>
          <span className="count-still" title="Vehicles of any tier that have not been heard from lately">
            <span className="count">{count(summary.silent_count)}</span>
            <span className="count-word">Silent</span>
          </span>
        </li>
      </ul>
      <p className="quiet counts-foot">
        {count(summary.open_breaches)} open {summary.open_breaches === 1 ? "breach" : "breaches"} ·{" "}
        {count(summary.frames_24h)} frames in 24&nbsp;h · as of{" "}
        <time dateTime={summary.as_of}>{utcSecond(summary.as_of)}</time>
      </p>
    </section>
  );
}
