import { useState, type FormEvent, type ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { APIError } from "../../../clients/typescript/errors.ts";
import type { ScenarioFeedRequest } from "../../../clients/typescript/generated/contract.ts";
import { scenarioTypes, type ScenarioType } from "../../../core/contract/scenario-types.ts";
import { rigPresetNames, rigPresets } from "../../../core/scenario/poses/rig-presets.ts";
import { faultText, useService } from "../../api/service.ts";
import { goTo } from "../../frame/navigation.ts";
import { addressOf } from "../../frame/route.ts";
import { scenarioLabel } from "../../labels/scenario-labels.ts";
import { FormField } from "./form-field.tsx";
import { faultsOfAnswer, readScenarioForm, type FieldFaults } from "./scenario-form.ts";
import { ScenarioParams } from "./scenario-params.tsx";

interface MakeScenarioProps {
  readonly type: ScenarioType | null;
  readonly onType: (type: ScenarioType | null) => void;
  readonly vehicleId: string | null;
  readonly evidenceId: string | null;
  readonly seed: string | null;
}

const noFaults: FieldFaults = {};

/** Asks the service for a feed and goes to its page. Every field may be left empty. */
export function MakeScenario({ type, onType, vehicleId, evidenceId, seed }: MakeScenarioProps): ReactElement {
  const [seconds, setSeconds] = useState("");
  const { busy, faults, submit } = useMaking(type);
  return (
    <section className="panel" aria-labelledby="make-heading">
      <h2 id="make-heading">Make one</h2>
      <form id="make-scenario" className="make-scenario" onSubmit={submit} noValidate>
        <FormField
          name="scenario_type"
          label="What happens"
          fault={faults["scenario_type"]}
          control={(given) => (
            <select
              {...given}
              value={type ?? ""}
              onChange={(event) =>
                onType(scenarioTypes.find((known) => known === event.target.value) ?? null)
              }
            >
              <option value="">what happened to the vehicle, as far as known</option>
              {scenarioTypes.map((known) => (
                <option key={known} value={known}>
                  {scenarioLabel(known).name}
                </option>
              ))}
            </select>
          )}
        />
        <Choice name="origin" label="Made from" options={origins} fault={faults["origin"]} />
        <Choice name="level" label="Level" options={levels} fault={faults["level"]} />
        <Entry
          name="vehicle_id"
          label="Vehicle"
          usual="the worst of the fleet"
          first={vehicleId}
          fault={faults["vehicle_id"]}
        />
        <Entry
          name="evidence_id"
          label="Evidence"
          usual="none"
          first={evidenceId}
          fault={faults["evidence_id"]}
        />
        <FormField
          name="duration_s"
          label="Seconds"
          fault={faults["duration_s"]}
          hint="1 to 3600"
          control={(given) => (
            <input
              {...given}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              placeholder="20"
              value={seconds}
              onChange={(event) => setSeconds(event.target.value)}
            />
          )}
        />
        <Entry
          name="seed"
          label="Seed"
          usual="the vehicle’s own"
          first={seed}
          hint="0 to 4294967295"
          isNumber
          fault={faults["seed"]}
        />
        <Entry
          name="map_center"
          label="Place: latitude, longitude"
          usual="the vehicle’s last, to about 1 km"
          hint="for example 37.77, -122.42"
          fault={faults["map_center"]}
        />
        <Choice name="sensors" label="Sensors" options={rigs} fault={faults["sensors"]} />
        <ScenarioParams key={type} type={type} seconds={seconds} faults={faults} />
        <div className="actions">
          <button type="submit" className="button button-main" disabled={busy} aria-busy={busy}>
            Make the scenario
          </button>
          {faults[""] !== undefined && (
            <span role="alert" className="refusal">
              {faults[""]}
            </span>
          )}
        </div>
      </form>
      <p className="quiet">
        Every field may be left empty. The same fields and the same fleet give the same scenario.
      </p>
    </section>
  );
}

type Options = readonly (readonly [value: string, words: string])[];

const origins: Options = [
  ["", "present state, then formula"],
  ["synthetic", "nothing measured"],
  ["replay", "replay of what was measured"],
  ["fitted", "formula, fitted to that"],
];
const levels: Options = [
  ["", "concrete: one value each"],
  ["logical", "logical: ranges to draw from"],
];
const rigs: Options = rigPresetNames.map((name) => [name, rigPresets[name].words]);

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly options: Options;
  readonly fault: string | undefined;
}): ReactElement {
  const { options, ...field } = props;
  return (
    <FormField
      {...field}
      control={(given) => (
        <select {...given}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    />
  );
}

function Entry(props: {
  readonly name: string;
  readonly label: string;
  readonly usual: string;
  readonly fault: string | undefined;
  readonly hint?: string;
  readonly first?: string | null;
  readonly isNumber?: boolean;
}): ReactElement {
  const { usual, first = null, isNumber = false, ...field } = props;
  return (
    <FormField
      {...field}
      control={(given) => (
        <input
          {...given}
          type="text"
          inputMode={isNumber ? "numeric" : "text"}
          autoComplete="off"
          placeholder={usual}
          defaultValue={first ?? ""}
        />
      )}
    />
  );
}

/** What becomes of the form: on its way, refused at its fields, or on its page. */
function useMaking(type: ScenarioType | null) {
  const service = useService();
  const queries = useQueryClient();
  const [state, setState] = useState({ busy: false, faults: noFaults });
  const make = async (request: ScenarioFeedRequest): Promise<void> => {
    setState({ busy: true, faults: noFaults });
    try {
      const feed = await service.risk.scenarioFeed(request);
      queries.setQueryData(["scenario", feed.scenario_id], feed);
      goTo(addressOf("scenario", { scenario_id: feed.scenario_id }));
    } catch (fault) {
      const errors = fault instanceof APIError ? fault.errors : [];
      setState({ busy: false, faults: faultsOfAnswer(faultText(fault), errors) });
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const read = readScenarioForm(type, typedIn(event.currentTarget));
    if (read.kind === "faults") setState({ busy: false, faults: read.faults });
    else void make(read.request);
  };
  return { ...state, submit };
}

function typedIn(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value.trim() !== "" ? [[name, value.trim()] as const] : [],
  );
  return Object.fromEntries(entries);
}
