import type { ReactElement } from "react";

const width = 320;
const height = 18;

/** A value with its interval on an axis from 0 that others beside it share; what lies beyond the axis ends in an arrow. */
export function IntervalPicture(props: {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly from?: number;
  readonly to: number;
  /** The middle half, where it is known. */
  readonly box?: readonly [low: number, high: number];
}): ReactElement {
  const { value, low, high, from = 0, to, box } = props;
  const x = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from || 1))) * (width - 12) + 6;
  const middle = height / 2;
  return (
    <svg
      className="interval"
      viewBox={`0 0 ${width} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {from < 0 && to > 0 && <line className="axis" x1={x(0)} x2={x(0)} y1="0" y2={height} />}
      <line className="whisker" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />
      {high > to && (
        <path
          className="beyond"
          d={`M${width - 8} ${middle - 4} L${width} ${middle} L${width - 8} ${middle + 4}z`}
        />
      )}
      {box !== undefined && (
        <rect
          className="box"
          x={x(box[0])}
          width={Math.max(1, x(box[1]) - x(box[0]))}
          y={middle - 5}
          height="10"
        />
      )}
      <line className="mark" x1={x(value)} x2={x(value)} y1={middle - 6} y2={middle + 6} />
    </svg>
  );
}
