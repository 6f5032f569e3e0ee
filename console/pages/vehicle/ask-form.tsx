import { useEffect, useRef, type ReactElement, type ReactNode } from "react";

interface AskFormProps {
  readonly name: string;
  readonly button: string;
  readonly isBusy: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
  /** Its fields; the first one has the keyboard. */
  readonly children: ReactNode;
}

/** A form that opens under the button that asked for it. Escape closes it. */
export function AskForm({ name, button, isBusy, onSend, onCancel, children }: AskFormProps): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input")?.focus(), []);
  return (
    <form
      ref={form}
      className="work-form"
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // Out of the form, not off the page.
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
      <p className="work-form-buttons">
        <button type="submit" className="button button-main" disabled={isBusy}>
          {button}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}
