import type { ReactElement } from "react";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import { FormField } from "./form-field.tsx";
import { paramFieldName, paramFields, type FieldFaults } from "./scenario-form.ts";

interface ScenarioParamsProps {
  readonly type: ScenarioType | null;
  /** As typed: times are stretched to it. */
  readonly seconds: string;
  readonly faults: FieldFaults;
}

/** The parameters of the type's formula, each with its usual value and its range. */
export function ScenarioParams({ type, seconds, faults }: ScenarioParamsProps): ReactElement {
  const fields = paramFields(type, seconds);
  return (
    <fieldset className="scenario-params">
      <legend>Parameters of the formula</legend>
      {type === null && <p className="quiet">Choose what happens: each type has its own.</p>}
      {type !== null && fields.length === 0 && <p className="quiet">This type has none.</p>}
      {faults["params"] !== undefined && (
        <p role="alert" className="refusal">
          {faults["params"]}
        </p>
      )}
      <div className="param-fields">
        {fields.map(({ name, usual, low, high }) => (
          <FormField
            key={name}
            name={paramFieldName(name)}
            label={<code>{name}</code>}
            fault={faults[paramFieldName(name)]}
            hint={low === high ? `always ${low}` : `${low} to ${high}`}
            control={(given) => (
              <input
                {...given}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                placeholder={String(usual)}
                readOnly={low === high}
              />
            )}
          />
        ))}
      </div>
    </fieldset>
  );
}
