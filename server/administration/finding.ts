/** What the doctor says of one thing it looked at. */
export interface Finding {
  readonly what: string;
  readonly status: "ok" | "warning" | "failed";
  readonly detail: string;
}

export function ok(what: string, detail: string): Finding {
  return { what, status: "ok", detail };
}

export function warning(what: string, detail: string): Finding {
  return { what, status: "warning", detail };
}

export function failed(what: string, detail: string): Finding {
  return { what, status: "failed", detail };
}

export const restore = "Stop the service and restore a backup";

/** The first faults or places, and how many there are besides. */
export function listed(
  all: readonly string[],
  more: { readonly shown: number; readonly of?: string },
): string {
  const { shown, of } = more;
  const rest = all.length - shown;
  const unnamed = rest > 0 ? `; and ${rest} more${of === undefined ? "" : ` ${of}`}` : "";
  return `${all.slice(0, shown).join("; ")}${unnamed}`;
}
