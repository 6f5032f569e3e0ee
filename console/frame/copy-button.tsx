import { useState, type ReactElement } from "react";
import { useKeys } from "./keys.ts";

/** Copies a text. It says so in its own label, which screen readers announce too. */
export function CopyButton({
  text,
  what,
  label = "Copy",
  shortcut,
}: {
  readonly text: string;
  readonly what: string;
  readonly label?: string;
  /** A key that does the same. */
  readonly shortcut?: string;
}): ReactElement {
  const [outcome, setOutcome] = useState<"ready" | "copied" | "failed">("ready");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      // Pages served without TLS from another machine may not write to the clipboard.
      setOutcome("failed");
    }
  };
  useKeys(shortcut === undefined ? {} : { [shortcut]: { what: label, act: () => void copy() } });
  return (
    <button
      type="button"
      className="button"
      aria-label={`${label}: ${what}`}
      aria-live="polite"
      onClick={() => void copy()}
      onBlur={() => setOutcome("ready")}
    >
      {outcome === "ready" ? label : outcome === "copied" ? "Copied" : "Select and copy by hand"}
    </button>
  );
}
