import type { ScenarioFeed } from "../../../contract/types.ts";
import type { Distribution } from "../../logical/distributions-of.ts";
import { decimal, element, xmlDocument } from "../xml-text.ts";
import { fileHeader } from "./write-openscenario.ts";

/** How many runs a tool makes of it unless it is told otherwise. */
const testRuns = 100;

/**
 * ASAM OpenSCENARIO XML 1.3, a file of parameter value distributions: what the parameters that the scenario's own file
 * declares are drawn from. That file, `SCENARIO_ID.xosc`, is expected beside this one.
 */
export function writeParameters(feed: ScenarioFeed): string {
  const { distributions = {} } = feed.parameters.drift_model;
  const names = Object.keys(distributions).toSorted();
  return xmlDocument(
    element("OpenSCENARIO", {}, [
      fileHeader(feed),
      element("ParameterValueDistribution", {}, [
        element("ScenarioFile", { filepath: `${feed.scenario_id}.xosc` }),
        element(
          "Stochastic",
          { numberOfTestRuns: testRuns, randomSeed: feed.seed },
          names.map((name) =>
            element("StochasticDistribution", { parameterName: `drift_${name}` }, [
              distributionOf(distributions[name]!),
            ]),
          ),
        ),
      ]),
    ]),
  );
}

function distributionOf(distribution: Distribution): string {
  const { kind, low, high, mean = 0, sd = 0, whole = false } = distribution;
  const range = element("Range", { lowerLimit: decimal(low), upperLimit: decimal(high) });
  if (kind === "normal") {
    return element("NormalDistribution", { expectedValue: decimal(mean), variance: decimal(sd * sd) }, [
      range,
    ]);
  }
  if (!whole) return element("UniformDistribution", {}, [range]);
  const values = Array.from({ length: high - low + 1 }, (_, at) => low + at);
  return element(
    "ProbabilityDistributionSet",
    {},
    values.map((value) => element("Element", { value, weight: 1 })),
  );
}
