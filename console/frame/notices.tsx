import { useState, type ReactElement, type ReactNode } from "react";
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

interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
  /** How often this very question failed. */
  readonly errorUpdateCount: number;
}

/**
 * Why there is no answer. It stays while the question is asked again: a notice that comes and goes can neither be read nor
 * used. Null where there is an answer, or none was refused yet.
 */
export function useFault({ data, error, errorUpdateCount }: Asked): Error | null {
  const [last, setLast] = useState<Error | null>(null);
  if (error !== null && error !== last) setLast(error);
  if (data !== undefined || errorUpdateCount === 0) return null;
  return error ?? last;
}

interface AnswerNoticeProps {
  readonly answer: Asked & {
    readonly isLoading: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  /** What is shown, e.g. "The vehicle list", and what is said to be loading, e.g. "the vehicles". */
  readonly what: string;
  readonly loading: string;
  readonly lines: number;
}

/** What stands in place of an answer that is not there yet or was refused, or above one that was not refreshed. */
export function AnswerNotice({ answer, what, loading, lines }: AnswerNoticeProps): ReactElement | null {
  const fault = useFault(answer);
  if (answer.data !== undefined) return <NotRefreshed fault={answer.error} />;
  if (fault !== null) return <FaultNotice what={what} fault={fault} retry={() => void answer.refetch()} />;
  return answer.isLoading ? <Loading what={loading} lines={lines} /> : null;
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
