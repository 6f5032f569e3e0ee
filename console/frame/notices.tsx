import type { ReactElement, ReactNode } from "react";
import { faultText, requestIdOf } from "../api/service.ts";

/** Keeps the room of what is being loaded; it shows only after 200 ms, so that quick answers do not flicker. */
export function Loading({ what, lines }: { readonly what: string; readonly lines: number }): ReactElement {
  return (
    <div className="loading" role="status" aria-label={`Loading ${what}`}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="loading-line" />
      ))}
    </div>
  );
}

interface FaultNoticeProps {
  /** What could not be shown, e.g. "The work queue". */
  readonly what: string;
  readonly fault: unknown;
  readonly retry: () => void;
}

/** One panel failed; the others go on. */
export function FaultNotice({ what, fault, retry }: FaultNoticeProps): ReactElement {
  const requestId = requestIdOf(fault);
  return (
    <div className="notice" role="alert">
      <p>
        <strong>{what} could not be loaded.</strong> {faultText(fault)}
      </p>
      {requestId !== null && (
        <p className="quiet">
          Request <code>{requestId}</code>
        </p>
      )}
      <button type="button" className="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

/**
 * The shown values stay, but the latest refresh was refused. A service that does not answer at all is said once for the
 * whole page (live-status.tsx).
 */
export function NotRefreshed({ fault }: { readonly fault: unknown }): ReactElement | null {
  const requestId = requestIdOf(fault);
  if (requestId === null) return null;
  return (
    <p className="not-refreshed" role="status">
      Not refreshed: {faultText(fault)} Request <code>{requestId}</code>
    </p>
  );
}

export function EmptyNotice({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className="notice">{children}</div>;
}
