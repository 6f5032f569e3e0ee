import { turnedNames } from "../../../sensors/sensor-lists.ts";
import { Type } from "typebox";

import { Tier, UtcTime } from "../vocabulary.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

export const SharedValue = Type.Object(
  {
    attribute: Type.String({ description: "Its name; `fleet_id` and `region` are compared, too." }),
    value: Type.String(),
    cases_having: count("Cases that have it."),
    cases_share: share("Of the cases."),
    others_having: count("Others that have it."),
    others_share: share("Of the others."),
    odds_ratio: Type.Number({
      minimum: 0,
      description:
        "Odds of having it among the cases, over the odds among the others; half a vehicle is added to each of the four counts (Haldane, Anscombe).",
    }),
    odds_ratio_low: Type.Number({ minimum: 0, description: "Lower end of its 95 % interval." }),
    odds_ratio_high: Type.Number({ minimum: 0, description: "Upper end." }),
    p_value: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Fisher's exact test, two-sided: how often chance alone would make as great a difference, in this one comparison.",
    }),
    false_discovery_rate: share(
      "The expected share of false discoveries if everything down to this one is accepted (Benjamini & Hochberg).",
    ),
    familywise_p_value: share(
      "How often chance alone would make so great a difference in any of the comparisons, at most (Bonferroni).",
    ),
    expected_by_chance: Type.Number({
      minimum: 0,
      description: "Comparisons as striking as this one that chance alone gives among all of them.",
    }),
    sentence: Type.String({ description: "The same in words." }),
  },
  { $id: "SharedValue", description: "What the cases have more often than the others." },
);

const bracket = `${turnedNames}_bracket`;
const sentence = `31 of 37 have ${bracket} CB-2231-B; of the other 963 vehicles 8 % do.`;

export const FleetShared = Type.Object(
  {
    case_tiers: Type.Array(Tier, { description: "Vehicles in these tiers are the cases." }),
    cases: count("How many cases there are."),
    others: count("All other vehicles."),
    comparisons: count("Values compared: those that at least two vehicles have."),
    data: Type.Array(SharedValue, { maxItems: 100, description: "The most striking first." }),
    sentence: Type.String({ description: "What it comes to." }),
    as_of: UtcTime,
  },
  {
    $id: "FleetShared",
    description: "What some vehicles share that the others do not. A hint where to look, not a cause.",
    examples: [
      {
        case_tiers: ["CRITICAL"],
        cases: 37,
        others: 963,
        comparisons: 214,
        data: [
          {
            attribute: bracket,
            value: "CB-2231-B",
            cases_having: 31,
            cases_share: 0.838,
            others_having: 77,
            others_share: 0.08,
            odds_ratio: 55.4,
            odds_ratio_low: 23.1,
            odds_ratio_high: 133.1,
            p_value: 2.1e-26,
            false_discovery_rate: 4.5e-24,
            familywise_p_value: 4.5e-24,
            expected_by_chance: 4.5e-24,
            sentence,
          },
        ],
        sentence: `${sentence} Among 214 comparisons about 0.0 such are to be expected by chance.`,
        as_of: "2025-03-02T12:00:00.000Z",
      },
    ],
  },
);
