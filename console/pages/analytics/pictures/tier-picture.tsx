import type { ReactElement } from "react";
import type { AnalyticsGroup } from "../../../../clients/typescript/generated/contract.ts";
import { percent } from "../../../labels/quantities.ts";

const width = 320;
const bottom = 4;

/**
 * Shares of a group's vehicles that are critical or caution, in steps, one above the other. `ceiling` is what the axis covers,
 * the same for all pictures beside each other. Nominal is quiet: it is what is left.
 */
export function TierPicture(props: {
  readonly over: AnalyticsGroup["tiers_over_time"];
  readonly ceiling: number;
  readonly heightPx: number;
}): ReactElement {
  const { over, ceiling, heightPx } = props;
  const steps = over.critical.length;
  const shareAt = (values: readonly number[], at: number): number => {
    const all = over.unknown[at]! + over.nominal[at]! + over.caution[at]! + over.critical[at]!;
    return all === 0 ? 0 : values[at]! / all;
  };
  const y = (share: number) => heightPx - bottom - (share / ceiling) * (heightPx - bottom - 2);
  const area = (from: (at: number) => number, to: (at: number) => number) => {
    const along = Array.from({ length: steps }, (_, at) => at);
    const x = (at: number) => (at / steps) * width;
    const upper = along.map((at) => `${x(at)},${y(to(at))} ${x(at + 1)},${y(to(at))}`);
    const lower = along.toReversed().map((at) => `${x(at + 1)},${y(from(at))} ${x(at)},${y(from(at))}`);
    return [...upper, ...lower].join(" ");
  };
  const critical = (at: number) => shareAt(over.critical, at);
  const both = (at: number) => critical(at) + shareAt(over.caution, at);
  return (
    <div className="tier-picture">
      <svg
        viewBox={`0 0 ${width} ${heightPx}`}
        height={heightPx}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line className="axis" x1="0" x2={width} y1={y(0)} y2={y(0)} />
        <line className="axis faint" x1="0" x2={width} y1={y(ceiling)} y2={y(ceiling)} />
        {steps > 0 && <polygon className="area-critical" points={area(() => 0, critical)} />}
        {steps > 0 && <polygon className="area-caution" points={area(critical, both)} />}
      </svg>
      <span className="axis-end quiet" aria-hidden="true">
        {percent(ceiling)}
      </span>
    </div>
  );
}

/** What the axis of several pictures has to cover: the largest share that any of them shows. */
export function ceilingOf(groups: readonly Pick<AnalyticsGroup, "tiers_over_time">[]): number {
  const shares = groups.flatMap(({ tiers_over_time: over }) =>
    over.critical.map((critical, at) => {
      const needing = critical + over.caution[at]!;
      const all = needing + over.unknown[at]! + over.nominal[at]!;
      return all === 0 ? 0 : needing / all;
    }),
  );
  const most = Math.max(0, ...shares);
  return nice.find((step) => step >= most) ?? 1;
}

const nice = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1];
