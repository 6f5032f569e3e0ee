import type { ReactElement, ReactNode } from "react";

interface FormFieldProps {
  readonly name: string;
  readonly label: ReactNode;
  /** What is wrong with what was typed. */
  readonly fault: string | undefined;
  readonly hint?: string;
  /** The control, given what ties it to its hint and fault. */
  readonly control: (given: ControlProps) => ReactElement;
}

export interface ControlProps {
  readonly id: string;
  readonly name: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** A labelled control with its hint, and below it what is wrong. */
export function FormField({ name, label, fault, hint, control }: FormFieldProps): ReactElement {
  const id = `scenario-${name.replace(".", "-")}`;
  const ids = [hint === undefined ? null : `${id}-hint`, fault === undefined ? null : `${id}-fault`];
  const described = ids.filter((one) => one !== null).join(" ");
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      {control({
        id,
        name,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": fault !== undefined,
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="quiet">
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} role="alert" className="refusal">
          {fault}
        </span>
      )}
    </div>
  );
}
