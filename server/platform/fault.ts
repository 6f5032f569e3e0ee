/** The system's code of what was thrown, such as ENOENT; undefined where it has none. */
export function codeOf(fault: unknown): unknown {
  return fault instanceof Error && "code" in fault ? fault.code : undefined;
}

/** What was thrown, in a sentence. */
export function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
