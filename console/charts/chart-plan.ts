import { degrees, nats, sensorMetres, statistic } from "../labels/quantities.ts";

/**
 * One chart, before anything is drawn: plain values from which the picture, the finding as text and the table all come,
 * so that the three cannot disagree.
 */
export interface ChartPlan {
  readonly title: string;
  /** What is drawn and with which parameters. */
  readonly subtitle: string;
  /** The one sentence a reader should leave with. */
  readonly finding: string;
  readonly quantity: Quantity;
  /** Seconds since 1970, ascending; every line has one value for each. */
  readonly timesS: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly limits: readonly ChartLimit[];
  readonly moments: readonly ChartMoment[];
  /** What the horizontal axis covers, seconds since 1970; the points themselves when nothing is said. */
  readonly windowS?: Span;
  /** What the vertical axis covers. Values beyond are marked at the edge instead of flattening all others. */
  readonly range: Span;
}

export interface Span {
  readonly min: number;
  readonly max: number;
}

export interface ChartLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly look: LineLook;
}

/**
 * `value`: the measured line · `second`: its counterpart below zero · `dots`: single readings · `beyond`: readings outside
 * the limits · `low`, `high`: edges of the band a point stands for · `limit`: a limit that changes from frame to frame ·
 * `silent`: where the measured line has nothing to say.
 */
export type LineLook = "value" | "second" | "dots" | "beyond" | "low" | "high" | "limit" | "silent";

export interface ChartLimit {
  readonly label: string;
  readonly value: number;
  readonly tone: "caution" | "critical" | "control" | "centre";
}

export interface ChartMoment {
  /**
   * `onset`: where the change most likely began · `signal`: where the detector spoke · `recalibrated`: where a baseline was
   * begun afresh, and with it a new stage.
   */
  readonly kind: "onset" | "signal" | "recalibrated";
  readonly atS: number;
  /** Where an onset lies with 90 % probability, when that is known. */
  readonly betweenS?: Span;
}

export type Quantity = "degrees" | "metres" | "nats" | "sigmas" | "squares";

export function quantityLabel(quantity: Quantity, value: number | null): string {
  switch (quantity) {
    case "degrees":
      return degrees(value);
    case "metres":
      return sensorMetres(value);
    case "nats":
      return nats(value);
    case "sigmas":
      return value === null ? statistic(null) : `${statistic(value)}\u00a0σ`;
    case "squares":
      return statistic(value);
  }
}

/** Unit of an axis; null for a pure number. */
export function unitOf(quantity: Quantity): string | null {
  switch (quantity) {
    case "degrees":
      return "°";
    case "metres":
      return "m";
    case "nats":
      return "nats";
    case "sigmas":
      return "σ";
    case "squares":
      return null;
  }
}

export function largest(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (best, value) => (value !== null && (best === null || value > best) ? value : best),
    null,
  );
}

export function latest(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null;
}

export function clamp(value: number, span: Span): number {
  return Math.min(span.max, Math.max(span.min, value));
}
