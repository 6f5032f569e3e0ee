import { useState, type FormEvent, type ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import type { ScenarioFeedRequest } from "../../../clients/typescript/generated/contract.ts";
import { scenarioTypes, type ScenarioType } from "../../../core/contract/scenario-types.ts";
import { faultText, useService } from "../../api/service.ts";
import { goTo } from "../../frame/navigation.ts";
import { addressOf } from "../../frame/route.ts";
import { scenarioLabel } from "../../labels/scenario-labels.ts";

interface MakeScenarioProps {
  readonly type: ScenarioType | null;
  readonly onType: (type: ScenarioType | null) => void;
  readonly vehicleId: string | null;
  readonly evidenceId: string | null;
  readonly seed: string | null;
}

/** Asks the service for a feed and goes to its page. Every field may be left empty. */
export function MakeScenario({ type, onType, vehicleId, evidenceId, seed }: MakeScenarioProps): ReactElement {
  const service = useService();
  const queries = useQueryClient();
  const [state, setState] = useState<{ readonly busy: boolean; readonly refusal: string | null }>({
    busy: false,
    refusal: null,
  });
  const make = async (request: ScenarioFeedRequest): Promise<void> => {
    setState({ busy: true, refusal: null });
    try {
      const feed = await service.risk.scenarioFeed(request);
      queries.setQueryData(["scenario", feed.scenario_id], feed);
      goTo(addressOf("scenario", { scenario_id: feed.scenario_id }));
    } catch (fault) {
      setState({ busy: false, refusal: faultText(fault) });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void make(requestOf(type, new FormData(event.currentTarget)));
  };
  return (
    <section className="panel" aria-labelledby="make-heading">
      <h2 id="make-heading">Make one</h2>
      <form id="make-scenario" className="make-scenario" onSubmit={submit}>
        <label>
          What happens
          <select
            value={type ?? ""}
            onChange={(event) => onType(scenarioTypes.find((known) => known === event.target.value) ?? null)}
          >
            <option value="">what happened to the vehicle, as far as known</option>
            {scenarioTypes.map((known) => (
              <option key={known} value={known}>
                {scenarioLabel(known).name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Vehicle
          <input
            type="text"
            name="vehicle_id"
            autoComplete="off"
            defaultValue={vehicleId ?? ""}
            placeholder="the worst of the fleet"
          />
        </label>
        <label>
          Evidence
          <input
            type="text"
            name="evidence_id"
            autoComplete="off"
            defaultValue={evidenceId ?? ""}
            placeholder="none"
          />
        </label>
        <label>
          Seconds
          <input type="number" name="duration_s" min="1" max="3600" step="any" placeholder="20" />
        </label>
        <label>
          Seed
          <input
            type="number"
            name="seed"
            min="0"
            max="4294967295"
            step="1"
            defaultValue={seed ?? ""}
            placeholder="the vehicle’s own"
          />
        </label>
        <div className="actions">
          <button type="submit" className="button button-main" disabled={state.busy} aria-busy={state.busy}>
            Make the scenario
          </button>
          {state.refusal !== null && (
            <span role="alert" className="refusal">
              {state.refusal}
            </span>
          )}
        </div>
      </form>
      <p className="quiet">The same fields and the same fleet give the same scenario.</p>
    </section>
  );
}

function requestOf(type: ScenarioType | null, form: FormData): ScenarioFeedRequest {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
  };
  const number = (name: string) => {
    const given = text(name);
    return given === null ? null : Number(given);
  };
  return {
    scenario_type: type,
    vehicle_id: text("vehicle_id"),
    evidence_id: text("evidence_id"),
    duration_s: number("duration_s"),
    seed: number("seed"),
  };
}
