import type { ReactElement, ReactNode } from "react";
import type { SharedValue, Tier } from "../../../clients/typescript/generated/contract.ts";
import { useFleetShared } from "../../api/analytics.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { tierLabel } from "../../labels/tier-labels.ts";
import { count, percent } from "../../labels/quantities.ts";

interface SharedPanelProps {
  /** Vehicles in these tiers are compared with all others. */
  readonly tiers: readonly Tier[];
  readonly fleets?: readonly string[];
  readonly regions?: readonly string[];
}

const linesShown = 6;

/** What do they share? A hint where to look, with how often chance alone would give it. */
export function SharedPanel({ tiers, fleets = [], regions = [] }: SharedPanelProps): ReactElement {
  const shared = useFleetShared({
    tier: [...tiers],
    ...(fleets.length > 0 && { fleet_id: [...fleets] }),
    ...(regions.length > 0 && { region: [...regions] }),
    limit: linesShown,
  });
  const { data } = shared;
  const words = tiers.map((tier) => tierLabel(tier).word.toLowerCase()).join(" or ");
  return (
    <section className="panel" aria-labelledby="shared">
      <h2 id="shared">
        What do the {data === undefined ? "" : `${count(data.cases)} `}
        {words} ones share?
      </h2>
      <AnswerNotice answer={shared} what="What they share" loading="what they share" lines={5} />
      {data !== undefined && (
        <>
          <p className="card-main">{data.sentence}</p>
          {data.cases > 0 && data.data.length > 0 && (
            <FigureTable
              label="What they share, most striking first"
              columns={[
                { head: "What" },
                ...["Of these", "Of the others", "Odds ratio (95 %)", "By chance"].map((head) => ({
                  head,
                  isNumber: true,
                })),
              ]}
              rows={data.data.map((value) => cellsOf(value, tiers, data.cases))}
            />
          )}
          {data.comparisons > 0 && (
            <p className="quiet">
              “By chance”: how many such lines are to be expected among {count(data.comparisons)} comparisons
              if nothing were behind it. About 1 or more means nothing; 0.0 is worth a look (Fisher’s exact
              test).
            </p>
          )}
        </>
      )}
    </section>
  );
}

function cellsOf(one: SharedValue, tiers: readonly Tier[], cases: number): readonly ReactNode[] {
  const isAttribute = one.attribute !== "fleet_id" && one.attribute !== "region";
  const condition = isAttribute
    ? { attribute: `${one.attribute}:${one.value}` }
    : { [one.attribute]: one.value };
  const [tier] = tiers;
  const address = addressOf(
    "fleet",
    {},
    { ...(tiers.length === 1 && tier !== undefined && { tier }), ...condition },
  );
  return [
    <Link key="what" href={address}>
      {one.attribute} {one.value}
    </Link>,
    `${count(one.cases_having)} of ${count(cases)}`,
    percent(one.others_share),
    `${ratio(one.odds_ratio)} (${ratio(one.odds_ratio_low)} to ${ratio(one.odds_ratio_high)})`,
    one.expected_by_chance < 0.05 ? "0.0" : one.expected_by_chance.toFixed(1),
  ];
}

function ratio(value: number): string {
  return value >= 10 ? count(value) : value.toFixed(1);
}
