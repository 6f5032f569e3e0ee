import { parseTime } from "../../encoding/instant.ts";
import type { OperationId } from "./operations.ts";

/** An operation that goes on working and should no longer be built on. */
export interface Deprecation {
  readonly operationId: OperationId;
  /** The day it was said, `2027-03-01`. */
  readonly since: string;
  /** The day from which it may be gone: at least twelve months later. Left out as long as none is set. */
  readonly sunset?: string;
  /** Where it says what to use instead. */
  readonly link: string;
}

/** All there are: docs/versions.md says how an entry comes and goes. */
export const deprecations: readonly Deprecation[] = [];

/** What is wrong with a table; null where each entry keeps what was promised. */
export function deprecationFault(table: readonly Deprecation[]): string | null {
  const known = new Set<string>();
  for (const { operationId, since, sunset } of table) {
    if (known.has(operationId)) return `${operationId} is deprecated twice`;
    known.add(operationId);
    if (!isDay(since) || (sunset !== undefined && !isDay(sunset))) return `${operationId} names no day`;
    if (sunset !== undefined && sunset < yearAfter(since)) {
      return `${operationId} goes less than twelve months after ${since}`;
    }
  }
  return null;
}

function isDay(text: string): boolean {
  return /^[0-9-]{10}$/.test(text) && parseTime(`${text}T00:00:00Z`).kind === "time";
}

/** As text, which sorts as days do. */
function yearAfter(day: string): string {
  return `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;
}
