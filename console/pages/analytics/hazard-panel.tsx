import { useState, type ReactElement } from "react";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { FigureTable } from "../../frame/figure-table.tsx";
import { count } from "../../labels/quantities.ts";
import { GroupName } from "./group-name.tsx";
import { agesText, ageText, hazardCeiling, sayHazard } from "./hazard-words.ts";
import { HazardPicture } from "./pictures/hazard-picture.tsx";
import { groupLabel, wholeRate } from "./words.ts";

type Against = FleetAnalytics["hazard"]["against"];
const shownAtFirst = 12;

/** At what age parts break for the first time: one picture a group on the same axes, the worst first. */
export function HazardPanel(props: {
  readonly analytics: FleetAnalytics;
  readonly onAgainst: (against: Against) => void;
}): ReactElement {
  const { analytics, onAgainst } = props;
  const { all, groups, hazard, group_by: groupBy } = analytics;
  const [showsAll, setShowsAll] = useState(false);
  const listed = groups.length === 0 ? [all] : groups;
  const shown = showsAll ? listed : listed.slice(0, shownAtFirst);
  const ceiling = hazardCeiling([all, ...listed]);
  const unit = hazard.against === "kilometres" ? "km" : "days";
  return (
    <section className="panel" aria-labelledby="hazard">
      <h2 id="hazard">At what age do they first break?</h2>
      <div className="choices">
        {(["kilometres", "days"] as const).map((against) => (
          <button
            key={against}
            type="button"
            className="button"
            aria-pressed={hazard.against === against}
            onClick={() => onAgainst(against)}
          >
            {against === "kilometres" ? "By kilometres" : "By days since the first frame"}
          </button>
        ))}
      </div>
      {hazard.bins.length === 0 ? (
        <p className="card-main">
          {hazard.against === "kilometres"
            ? "No vehicle has sent its odometer (metadata.odometer_km) over any distance yet."
            : "No vehicle has been seen for any time yet."}
        </p>
      ) : (
        <>
          <p className="card-main">{sayHazard(analytics)}</p>
          <p className="quiet">
            First breaches for {count(hazard.per)} {unit} of a vehicle that has had none, by its age, over all
            that is known of it (piecewise exponential hazard, exact Poisson intervals of 95 %). Wide lines
            rest on few vehicles. All pictures have the same axes: upwards 0 to {wholeRate(ceiling)}, to the
            right {agesText(hazard.bins, unit)}.
            {hazard.left_out > 0 &&
              ` ${count(hazard.left_out)} of ${count(hazard.left_out + hazard.vehicles)} vehicles are left out: they say too little of their age.`}
          </p>
          <div className="multiples">
            {shown.map((group) => (
              <figure key={`${group.group === null} ${group.group}`} className="course">
                <figcaption>
                  {group === all ? "The whole fleet" : <GroupName groupBy={groupBy} group={group.group} />}
                </figcaption>
                <HazardPicture hazard={group.hazard} ceiling={ceiling} />
                <HazardTable
                  group={group}
                  hazard={hazard}
                  name={group === all ? "the whole fleet" : groupLabel(group)}
                />
              </figure>
            ))}
          </div>
          {listed.length > shown.length && (
            <button type="button" className="button" onClick={() => setShowsAll(true)}>
              Show all {count(listed.length)} groups
            </button>
          )}
        </>
      )}
    </section>
  );
}

function HazardTable(props: {
  readonly group: AnalyticsGroup;
  readonly hazard: FleetAnalytics["hazard"];
  readonly name: string;
}): ReactElement {
  const { group, hazard, name } = props;
  const [isOpen, setOpen] = useState(false);
  const unit = hazard.against === "kilometres" ? "km" : "days";
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Table<span className="unseen"> of first breaches by age, {name}</span>
      </summary>
      {isOpen && (
        <FigureTable
          label={`First breaches by age, ${name}`}
          columns={[
            { head: "Age" },
            { head: "First breaches", isNumber: true },
            { head: `For ${count(hazard.per)} ${unit} (95 %)` },
            { head: `Watched, ${unit}`, isNumber: true },
          ]}
          rows={group.hazard.map(({ first_breaches: first, exposure, rate }, at) => [
            ageText(hazard.bins[at]!, unit),
            count(first),
            rate === null
              ? "no exposure"
              : `${wholeRate(rate.value)} (${wholeRate(rate.low)} to ${wholeRate(rate.high)})`,
            count(Math.round(exposure)),
          ])}
        />
      )}
    </details>
  );
}
