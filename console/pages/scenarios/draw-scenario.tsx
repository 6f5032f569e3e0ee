import { useState, type FormEvent, type ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ScenarioFeed } from "../../../clients/typescript/generated/contract.ts";
import { faultText, useService } from "../../api/service.ts";
import { goTo } from "../../frame/navigation.ts";
import { addressOf } from "../../frame/route.ts";
import { FormField } from "./form-field.tsx";

type Distribution = NonNullable<ScenarioFeed["parameters"]["drift_model"]["distributions"]>[string];

/** Of a logical scenario: what its parameters are drawn from, and a concrete one of it. */
export function DrawScenario({ feed }: { readonly feed: ScenarioFeed }): ReactElement {
  const { distributions = {}, params } = feed.parameters.drift_model;
  return (
    <section className="panel scenario-draw" aria-labelledby="draw-heading">
      <h2 id="draw-heading">Ranges to draw from</h2>
      <p className="quiet">
        This scenario is logical: its parameters have ranges. The player shows the case in the middle.
      </p>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Middle</th>
            <th scope="col">Drawn</th>
            <th scope="col">Known from</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(distributions).map(([name, distribution]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{tidy(params[name] ?? 0)}</td>
              <td>{drawnWords(distribution)}</td>
              <td>{sourceWords[distribution.from]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DrawForm scenarioId={feed.scenario_id} />
    </section>
  );
}

function DrawForm({ scenarioId }: { readonly scenarioId: string }): ReactElement {
  const service = useService();
  const queries = useQueryClient();
  const [state, setState] = useState<{ readonly busy: boolean; readonly fault: string | undefined }>({
    busy: false,
    fault: undefined,
  });
  const draw = async (seed: number): Promise<void> => {
    setState({ busy: true, fault: undefined });
    try {
      const drawn = await service.risk.scenarioFeed({ sampled_from: scenarioId, seed });
      queries.setQueryData(["scenario", drawn.scenario_id], drawn);
      goTo(addressOf("scenario", { scenario_id: drawn.scenario_id }));
    } catch (fault) {
      setState({ busy: false, fault: faultText(fault) });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("seed");
    const seed = typeof typed === "string" && /^\d{1,10}$/u.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (seed <= 4_294_967_295) void draw(seed);
    else setState({ busy: false, fault: "It must be a whole number from 0 to 4294967295." });
  };
  return (
    <form className="draw-scenario" onSubmit={submit} noValidate>
      <FormField
        name="seed"
        label="Seed"
        fault={state.fault}
        hint="the same seed draws the same"
        control={(given) => (
          <input {...given} type="text" inputMode="numeric" autoComplete="off" defaultValue="1" />
        )}
      />
      <button type="submit" className="button button-main" disabled={state.busy} aria-busy={state.busy}>
        Draw a concrete one
      </button>
    </form>
  );
}

const sourceWords: Readonly<Record<Distribution["from"], string>> = {
  model: "judgement, not measured",
  fit: "the fit’s 95 % interval",
  fleet: "the fleet’s vehicles",
};

function drawnWords({ kind, low, high, mean, sd, whole }: Distribution): string {
  const span = `${tidy(low)} to ${tidy(high)}`;
  if (kind === "normal") return `normal, ${tidy(mean ?? 0)} ± ${tidy(sd ?? 0)}, within ${span}`;
  return whole === true ? `a whole number, ${span}` : `evenly, ${span}`;
}

function tidy(value: number): string {
  return String(Number(value.toPrecision(4)));
}
