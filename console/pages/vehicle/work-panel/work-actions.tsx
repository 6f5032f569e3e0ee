import { useState, type ReactElement, type ReactNode } from "react";
import type { VehicleWork, WorkCommand } from "../../../../clients/typescript/generated/contract.ts";
import { allowsScope } from "../../../../core/contract/api-key.ts";
import { useOwnKey } from "../../../api/session.ts";
import { actsFor, type Act } from "./acts.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { refusalText, useWorkCommand } from "./use-work.ts";
import { WorkForm } from "./work-form.tsx";

interface WorkActionsProps {
  readonly work: VehicleWork;
  /** What else sends commands, such as the history: it is given the way, and whether one is on it. */
  readonly children: (send: (command: WorkCommand) => void, isBusy: boolean) => ReactNode;
}

/** What can be done next, a button each; what needs more than a press opens a form below. */
export function WorkActions({ work, children }: WorkActionsProps): ReactElement {
  const { scopes } = useOwnKey();
  const mayAct = allowsScope(scopes, "baseline:write");
  const [opened, setOpened] = useState<Act | null>(null);
  const [said, setSaid] = useState("");
  const command = useWorkCommand(work.vehicle_id);
  const { target: buttons, around } = useKeptFocus<HTMLDivElement>();

  const close = (form: Act | null): void => setOpened((now) => (now === form ? null : now));
  const send = (given: WorkCommand, form: Act | null): void => {
    setSaid("");
    command.mutate(
      { command: given, version: work.version },
      {
        onSuccess: () => {
          setSaid(doneTexts[given.action]);
          close(form);
        },
      },
    );
  };
  // A form opens at any time; two commands at once would be meant for the same version of the work.
  const press = (act: Act): void => {
    if (act.form !== null) setOpened(opened?.name === act.name ? null : act);
    else if (!command.isPending) send(act.command, null);
  };

  return (
    <div className="work-acting" {...around}>
      <div className="work-actions" role="group" aria-label="What to do about it" tabIndex={-1} ref={buttons}>
        {actsFor(work).map((act) => (
          <button
            key={act.name}
            type="button"
            className="button"
            disabled={!mayAct}
            aria-disabled={act.form === null && command.isPending}
            aria-describedby={mayAct ? undefined : "work-rights"}
            {...(act.form !== null && { "aria-expanded": opened?.name === act.name })}
            onClick={() => press(act)}
          >
            {act.name}
          </button>
        ))}
      </div>
      {!mayAct && (
        <p id="work-rights" className="quiet">
          Your key may read but not act: it lacks the scope <code>baseline:write</code>, which operator and
          engineer keys have.
        </p>
      )}
      {opened !== null && (
        <WorkForm
          key={opened.name}
          act={opened}
          isBusy={command.isPending}
          onSend={(given) => send(given, opened)}
          onCancel={() => close(opened)}
        />
      )}
      {command.error !== null && (
        <p className="refusal" role="alert">
          {refusalText(command.error)}
        </p>
      )}
      <p className="unseen" role="status">
        {said}
      </p>
      {children((given) => send(given, null), !mayAct || command.isPending)}
    </div>
  );
}

const doneTexts: Readonly<Record<WorkCommand["action"], string>> = {
  acknowledge: "Acknowledged.",
  assign: "Assigned.",
  snooze: "Snoozed.",
  comment: "Noted.",
  repaired: "Reported as repaired. A new baseline is being learnt.",
  reopen: "Reopened.",
  close: "Closed.",
  undo: "Undone.",
};
