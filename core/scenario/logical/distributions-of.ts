import type { ScenarioFeed } from "../../contract/types.ts";

type Parameters = ScenarioFeed["parameters"];
export type Distributions = NonNullable<Parameters["drift_model"]["distributions"]>;
export type Distribution = Distributions[string];

/** Fewer vehicles than these say nothing of a fleet (make-fitted.ts). */
const fewestVehicles = 3;
/** Half a 95 % interval, in standard deviations. */
const intervalSds = 1.96;
/** Counts of things. */
const wholeParams: ReadonlySet<string> = new Set(["n"]);

/**
 * What the parameters of a scenario may be, as far as anything is known: a fitted one as well as it is known, a size as it
 * is spread over the fleet, and the others anywhere in their plausible range. `fixed` are left out: they keep their value.
 */
export function distributionsOf(
  { drift_model: { params, ranges } }: Pick<Parameters, "drift_model">,
  provenance: Pick<ScenarioFeed["provenance"], "fit" | "n_vehicles">,
  fixed: Readonly<Record<string, number>>,
): Distributions {
  const free = Object.keys(params).filter((name) => !Object.hasOwn(fixed, name));
  const found = free.flatMap((name) => {
    const [low = 0, high = 0] = ranges[name] ?? [];
    if (!(low < high)) return [];
    return [[name, distributionOf(name, [low, high], provenance)] as const];
  });
  return Object.fromEntries(found);
}

function distributionOf(
  name: string,
  [low, high]: readonly [number, number],
  { fit, n_vehicles: vehicles }: Pick<ScenarioFeed["provenance"], "fit" | "n_vehicles">,
): Distribution {
  const fitted = fit?.parameters[name];
  const whole = wholeParams.has(name) ? { whole: true } : {};
  if (fitted === undefined || fitted.low === null || fitted.high === null) {
    return { kind: "uniform", low, high, ...whole, from: "model" };
  }
  if (name === "A" && vehicles >= fewestVehicles) return { kind: "uniform", low, high, from: "fleet" };
  const sd = (fitted.high - fitted.low) / (2 * intervalSds);
  return { kind: "normal", low, high, mean: fitted.value, sd, from: "fit" };
}
