import { useId, useState, type ReactElement } from "react";
import type { WorkCommand } from "../../../../clients/typescript/generated/contract.ts";
import { AskForm } from "../ask-form.tsx";
import { utcShort } from "../../../labels/moments.ts";
import type { Act } from "./acts.ts";

interface WorkFormProps {
  readonly act: Act;
  readonly isBusy: boolean;
  readonly onSend: (command: WorkCommand) => void;
  readonly onCancel: () => void;
}

type FormName = NonNullable<Act["form"]>;

/** What each form asks, and what its button says. */
const forms: Readonly<
  Record<
    FormName,
    {
      readonly label: string;
      readonly button: string;
      readonly isNeeded: boolean;
      readonly note: string | null;
    }
  >
> = {
  assign: {
    label: "Who will do it? A person, an address or a workshop; leave empty for no one.",
    button: "Assign",
    isNeeded: false,
    note: null,
  },
  snooze: {
    label: "Why? (optional)",
    button: "Snooze",
    isNeeded: false,
    note: "It leaves the queue for that time. It comes back at once when its tier rises or another sensor joins.",
  },
  comment: {
    label: "Comment",
    button: "Save the comment",
    isNeeded: true,
    note: "You can undo it for 15 minutes; after that others may have acted on it.",
  },
  repaired: {
    label: "What was done? It is kept as the reason.",
    button: "Yes, it is repaired",
    isNeeded: true,
    note: "The vehicle’s baseline is reset, which cannot be undone. Do this when the vehicle is about to drive again: its frames from now on decide whether the repair restored it.",
  },
  reopen: {
    label: "Why? (optional)",
    button: "Reopen",
    isNeeded: false,
    note: "The vehicle returns to the queue, whatever its tier is.",
  },
  close: {
    label: "Why? (optional)",
    button: "Close",
    isNeeded: false,
    note: "The vehicle is accepted as it is now. The next repair is compared with its present baseline.",
  },
};

/** The form under the buttons. */
export function WorkForm({ act, isBusy, onSend, onCancel }: WorkFormProps): ReactElement | null {
  const [text, setText] = useState("");
  const [hours, setHours] = useState<number>(snoozeTimes[1].hours);
  const id = useId();
  if (act.form === null) return null;
  const { label, button, isNeeded, note } = forms[act.form];
  const name = act.form;
  return (
    <AskForm
      name={act.name.replace("…", "")}
      button={button}
      isBusy={isBusy}
      onSend={() => onSend(commandOf(name, text.trim(), hours))}
      onCancel={onCancel}
    >
      {name === "snooze" && <SnoozeLength id={`${id}-for`} hours={hours} onHours={setHours} />}
      <label htmlFor={`${id}-text`}>{label}</label>
      <input
        id={`${id}-text`}
        type="text"
        autoComplete="off"
        maxLength={name === "assign" ? 128 : 500}
        required={isNeeded}
        value={text}
        {...(note !== null && { "aria-describedby": `${id}-note` })}
        onChange={(event) => setText(event.target.value)}
      />
      {note !== null && (
        <p id={`${id}-note`} className={name === "repaired" ? "work-warning" : "quiet"}>
          {note}
        </p>
      )}
    </AskForm>
  );
}

interface SnoozeLengthProps {
  readonly id: string;
  readonly hours: number;
  readonly onHours: (hours: number) => void;
}

function SnoozeLength({ id, hours, onHours }: SnoozeLengthProps): ReactElement {
  return (
    <>
      <label htmlFor={id}>For how long?</label>
      <select id={id} value={hours} onChange={(event) => onHours(Number(event.target.value))}>
        {snoozeTimes.map((time) => (
          <option key={time.hours} value={time.hours}>
            {time.name}, until {utcShort(snoozedUntil(time.hours, Date.now()))} UTC
          </option>
        ))}
      </select>
    </>
  );
}

function commandOf(name: FormName, text: string, hours: number): WorkCommand {
  const comment = text === "" ? {} : { comment: text };
  switch (name) {
    case "assign":
      return { action: "assign", assignee: text === "" ? null : text };
    case "snooze":
      return { action: "snooze", until: snoozedUntil(hours, Date.now()), ...comment };
    case "comment":
    case "repaired":
      return { action: name, comment: text };
    case "reopen":
    case "close":
      return { action: name, ...comment };
  }
}

/** How long a vehicle is left alone, as people say it; the longest the service takes is 400 days. */
const snoozeTimes = [
  { name: "4 hours", hours: 4 },
  { name: "1 day", hours: 24 },
  { name: "3 days", hours: 72 },
  { name: "1 week", hours: 168 },
  { name: "4 weeks", hours: 672 },
] as const;

/** The end of a snooze of so many hours, as the service takes it. */
function snoozedUntil(hours: number, nowMs: number): string {
  return new Date(nowMs + hours * 3_600_000).toISOString();
}
