import type { ReactElement } from "react";
import type { AnalyticsGroup } from "../../../../clients/typescript/generated/contract.ts";

const width = 320;
const height = 96;
const bottom = 4;

/** A rate with its interval for each stretch of age; where nobody was watched there is nothing. */
export function HazardPicture(props: {
  readonly hazard: AnalyticsGroup["hazard"];
  readonly ceiling: number;
}): ReactElement {
  const { hazard, ceiling } = props;
  const x = (at: number) => (at / Math.max(1, hazard.length)) * width;
  const y = (rate: number) => height - bottom - (Math.min(rate, ceiling) / ceiling) * (height - bottom - 8);
  return (
    <svg
      className="hazard-picture"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line className="axis" x1="0" x2={width} y1={y(0)} y2={y(0)} />
      <line className="axis faint" x1="0" x2={width} y1={y(ceiling)} y2={y(ceiling)} />
      {hazard.map(({ rate }, at) =>
        rate === null ? null : (
          <g key={at}>
            <rect
              className="hazard-interval"
              x={x(at) + 3}
              width={x(1) - 6}
              y={y(rate.high)}
              height={Math.max(1, y(rate.low) - y(rate.high))}
            />
            <line
              className="hazard-rate"
              x1={x(at) + 1}
              x2={x(at + 1) - 1}
              y1={y(rate.value)}
              y2={y(rate.value)}
            />
            {rate.high > ceiling && (
              <path
                className="hazard-beyond"
                d={`M${x(at + 0.5) - 5} 8 L${x(at + 0.5)} 1 L${x(at + 0.5) + 5} 8z`}
              />
            )}
          </g>
        ),
      )}
    </svg>
  );
}
