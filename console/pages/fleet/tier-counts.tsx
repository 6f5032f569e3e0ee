import type { ReactElement } from "react";
import type { FleetHealthSummary } from "../../../clients/typescript/generated/contract.ts";
import { Link } from "../../frame/link.tsx";
import { TierShape } from "../../frame/tier-mark.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { count, counted } from "../../labels/quantities.ts";
import {
  addressWith,
  type FleetAddress,
  type FleetFilter,
  isFiltered,
  noFilter,
} from "./filter/fleet-address.ts";
import { useChangeToday } from "./tier-history.ts";
import { tiersWorstFirst, tierLabel } from "../../labels/tier-labels.ts";

interface TierCountsProps {
  readonly summary: FleetHealthSummary;
  /** The page as it is filtered now. */
  readonly address: FleetAddress;
}

/** The fleet in five numbers. Each tier is also the filter of the list below. */
export function TierCounts({ summary, address }: TierCountsProps): ReactElement {
  const { tiers: chosen, silent } = address.filter;
  const change = useChangeToday();
  const filteredBy = (filter: Partial<FleetFilter>) => addressWith(address, { filter, map: null });
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
          <Link href={filteredBy(noFilter)} aria-current={!isFiltered(address.filter)}>
            <span className="count">{count(summary.total_vehicles)}</span>
            <span className="count-word">{summary.total_vehicles === 1 ? "Vehicle" : "Vehicles"}</span>
          </Link>
        </li>
        {tiersWorstFirst.map((tier) => (
          <li key={tier} className={ofTier[tier] === 0 ? "none" : `tone-${tierLabel(tier).tone}`}>
            <Link
              href={filteredBy({ tiers: chosen.includes(tier) ? [] : [tier], silent: null })}
              aria-current={chosen.includes(tier)}
            >
              <span className="count">
                <TierShape label={tierLabel(tier)} />
                {count(ofTier[tier])}
              </span>
              <span className="count-word">{tierLabel(tier).word}</span>
              <ChangeToday by={tier === "CRITICAL" || tier === "CAUTION" ? (change?.[tier] ?? 0) : 0} />
            </Link>
          </li>
        ))}
        <li className={summary.silent_count === 0 ? "none" : "tone-unknown"}>
          <Link
            href={filteredBy({ silent: silent === true ? null : true, tiers: [] })}
            aria-current={silent === true}
            title="Vehicles of any tier that sent no frame within the silence limit"
          >
            <span className="count">{count(summary.silent_count)}</span>
            <span className="count-word">Silent</span>
          </Link>
        </li>
      </ul>
      <p className="quiet counts-foot">
        {count(summary.open_breaches)} open {summary.open_breaches === 1 ? "breach" : "breaches"} ·{" "}
        {sayLate(summary)}
        {counted(summary.frames_24h, "frame")} in 24&nbsp;h · as of{" "}
        <time dateTime={summary.as_of}>{utcSecond(summary.as_of)}</time>
      </p>
    </section>
  );
}

function sayLate({ late_count: late, unjudged_count: unjudged }: FleetHealthSummary): string {
  if (!(late > 0)) return "";
  const those = unjudged > 0 ? `, ${count(unjudged)} of them with a sensor that is not judged` : "";
  return `${counted(late, "vehicle")} with late readings${those} · `;
}

/** Since the day began, UTC. */
function ChangeToday({ by }: { readonly by: number }): ReactElement | null {
  if (by === 0) return null;
  return (
    <span className="count-change">
      {by > 0 ? "+" : "−"}
      {count(Math.abs(by))} today
    </span>
  );
}
