import { useState, type ReactElement } from "react";
import { scenarioTypes } from "../../../core/contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "../../../core/scenario/drift/drift-formulas.ts";
import { scenarioLabel } from "../../labels/scenario-labels.ts";
import { MakeScenario } from "./make-scenario.tsx";
import { KeptScenarios } from "./kept-scenarios.tsx";

interface ScenariosPageProps {
  readonly query: URLSearchParams;
}

/** Which cases can I give to simulation? */
export function ScenariosPage({ query }: ScenariosPageProps): ReactElement {
  const [type, setType] = useState(() => scenarioTypes.find((known) => known === query.get("type")) ?? null);
  return (
    <>
      <header className="vehicle-header">
        <h1>Scenarios</h1>
        <p className="quiet">
          What may happen to a vehicle’s sensors, as a feed for a simulator: play it, or export it.
        </p>
      </header>
      <div className="scenario-columns">
        <MakeScenario
          type={type}
          onType={setType}
          vehicleId={query.get("vehicle_id")}
          evidenceId={query.get("evidence_id")}
          seed={query.get("seed")}
        />
        <KeptScenarios />
      </div>
      <section className="panel scenario-types" aria-labelledby="scenario-types">
        <h2 id="scenario-types">The {scenarioTypes.length} types</h2>
        <div className="scenario-table" tabIndex={0} role="region" aria-label="Scenario types">
          <table>
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">What happens</th>
                <th scope="col">What it tests</th>
                <th scope="col">Must be found</th>
                <th scope="col">
                  <span className="unseen">Choose</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {scenarioTypes.map((known) => {
                const { name, what, tests } = scenarioLabel(known);
                const mustStayQuiet = scenariosThatMustNotAlarm.has(known);
                return (
                  <tr key={known} aria-current={known === type}>
                    <th scope="row">
                      <strong>{name}</strong>
                      <br />
                      <code className="quiet">{known}</code>
                    </th>
                    <td>{what}</td>
                    <td>{tests}</td>
                    <td>{mustStayQuiet ? "no: no sensor has drifted" : "yes"}</td>
                    <td>
                      <button
                        type="button"
                        className="button"
                        aria-pressed={known === type}
                        onClick={() => choose(known, setType)}
                      >
                        Choose<span className="unseen"> {name}</span>
                      </button>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
}

/** The form is above: it is brought into sight with its button. */
function choose(
  type: (typeof scenarioTypes)[number],
  setType: (type: (typeof scenarioTypes)[number]) => void,
): void {
  setType(type);
  const button = document.querySelector<HTMLElement>("#make-scenario button[type=submit]");
  button?.focus();
}
