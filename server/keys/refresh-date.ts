import { formatInstant, parseInstant } from "../../core/encoding/instant.ts";
import { textOfFile } from "../platform/text-of-file.ts";

/** How long copies of trust files and keyrings are good for. */
export interface RefreshTerm {
  readonly nowUs: number;
  /** 0: for ever, and nothing is written of it. */
  readonly days: number;
}

const dayUs = 86_400_000_000;

/** The end of the term from now on, a midnight; null for a term without end. */
export function refreshDate({ nowUs, days }: RefreshTerm): string | null {
  return days === 0 ? null : formatInstant(Math.ceil(nowUs / dayUs + days) * dayUs);
}

/**
 * The date a trust file gets: the one it has, while more than half of the term is ahead of it. A file has a fingerprint that is
 * published, and a fingerprint that changed at every start would not be compared.
 */
export function refreshDateOf(path: string, term: RefreshTerm): string | null {
  const fresh = refreshDate(term);
  const there = statedIn(textOfFile(path));
  const atUs = there === null ? null : parseInstant(there);
  if (fresh === null || there === null || atUs === null) return fresh;
  return there <= fresh && atUs - term.nowUs > (term.days * dayUs) / 2 ? there : fresh;
}

function statedIn(text: string | null): string | null {
  try {
    const file: unknown = JSON.parse(text ?? "{}");
    if (typeof file !== "object" || file === null || !("refresh_after" in file)) return null;
    return typeof file.refresh_after === "string" ? file.refresh_after : null;
  } catch {
    return null;
  }
}
