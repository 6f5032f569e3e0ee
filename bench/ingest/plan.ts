import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** What a run measures; everything has a default, and a flag of its name. */
export interface Plan {
  /** Vehicles at 1 Hz, one frame a block. */
  readonly vehicles: number;
  /** Vehicles at 20 Hz, many frames a block. */
  readonly fastVehicles: number;
  /** Frames of each vehicle before the clock runs, at 1 Hz: every baseline is then established. */
  readonly warmUp: number;
  /** The same at 20 Hz, where blocks have to find their length first. */
  readonly fastWarmUp: number;
  readonly rounds: number;
  /** Single frames a second of the open loop, and for how long each. */
  readonly rates: readonly number[];
  readonly rateS: number;
  /** Measure the large folders, too (measure-sizes.ts), and which. */
  readonly full: boolean;
  readonly sizes: readonly string[];
  /** A checkout of another commit whose service is measured, too; null for none. */
  readonly beside: string | null;
  /** Profile the service's threads under batches of 500, in a run of its own after the others. */
  readonly profile: boolean;
  /** Write to bench/results whatever the flags were; a run with another plan otherwise lies beside the cache. */
  readonly keep: boolean;
  readonly asDocumented: boolean;
}

const defaults = {
  vehicles: "10000",
  "fast-vehicles": "100",
  "warm-up": "60",
  "fast-warm-up": "1000",
  rounds: "5",
  rates: "250,500,1000,2000",
  "rate-s": "3",
  sizes: "10k,100k,1m",
} as const;

export function readPlan(words: readonly string[]): Plan {
  const option = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      vehicles: option,
      "fast-vehicles": option,
      "warm-up": option,
      "fast-warm-up": option,
      rounds: option,
      rates: option,
      "rate-s": option,
      sizes: option,
      beside: option,
      profile: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
    },
  });
  const given: Readonly<Record<keyof typeof defaults, string>> = { ...defaults, ...values };
  return {
    vehicles: wholeFrom("vehicles", given.vehicles),
    fastVehicles: wholeFrom("fast-vehicles", given["fast-vehicles"]),
    warmUp: wholeFrom("warm-up", given["warm-up"]),
    fastWarmUp: wholeFrom("fast-warm-up", given["fast-warm-up"]),
    rounds: wholeFrom("rounds", given.rounds),
    rates: given.rates.split(",").map((rate) => wholeFrom("rates", rate)),
    rateS: wholeFrom("rate-s", given["rate-s"]),
    full: values.full,
    sizes: given.sizes.split(","),
    beside: values.beside === undefined ? null : resolve(values.beside),
    profile: values.profile,
    keep: values.keep,
    asDocumented: words.length === 0,
  };
}

function wholeFrom(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`--${name} takes whole numbers of at least 1, not ${text}`);
  return value;
}
