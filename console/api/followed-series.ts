import type { VehicleSeries } from "../../clients/typescript/generated/contract.ts";
import { extendSeries } from "./extend-series.ts";

/** Of a chart with so many times the points it was asked for, the whole is read again, down-sampled. */
const mostPoints = 2;

/** Reads a series whole or, with the cursor of what is there, only what is new. */
export type ReadSeries = (cursor: string | null) => Promise<VehicleSeries>;

/** Keeps the series last shown, so that only what is new is read of it. */
export class FollowedSeries {
  readonly #points: number;
  #name = "";
  #series: VehicleSeries | null = null;

  constructor(points: number) {
    this.#points = points;
  }

  /** `name` says which series it is: of another one nothing is kept. */
  async read(name: string, read: ReadSeries): Promise<VehicleSeries> {
    const base = this.#name === name && !this.#isCrowded() ? this.#series : null;
    const answer = await read(base?.next_cursor ?? null);
    const whole = answer.continues && base !== null ? extendSeries(base, answer) : answer;
    this.#name = name;
    this.#series = whole;
    return whole;
  }

  #isCrowded(): boolean {
    return this.#series !== null && this.#series.timestamps.length > mostPoints * this.#points;
  }
}
