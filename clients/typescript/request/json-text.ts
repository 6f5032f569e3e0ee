import { InvalidArgumentError } from "../errors.ts";

/** JSON of what a caller gave. NaN and infinities, which would become null, are refused by name. */
export function jsonText(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new InvalidArgumentError(`What was given has no form in JSON: ${messageOf(cause)}`, { cause });
  }
  // Only a text with a null can hide one, so that most values are walked through once.
  if (text?.includes("null")) refuseNoNumbers(value, { path: "", vehicle: "" });
  return text;
}

interface Place {
  /** `frames[3].sensors.radar_range_bias_m`. */
  readonly path: string;
  /** The vehicle of the frame that is around; empty where there is none. */
  readonly vehicle: string;
}

function refuseNoNumbers(value: unknown, { path, vehicle }: Place): void {
  if (typeof value === "number" && !Number.isFinite(value)) {
    const of = vehicle === "" ? "" : ` of ${vehicle}`;
    throw new InvalidArgumentError(
      `${path || "The value"}${of} is ${value}, and JSON knows no such number: leave it out where nothing was measured.`,
    );
  }
  if (typeof value !== "object" || value === null || "toJSON" in value) return;
  const around = vehicleOf(value) ?? vehicle;
  for (const [name, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${name}]` : `.${name}`;
    // The outermost member has nothing before its point.
    refuseNoNumbers(member, { path: (path + step).replace(/^\./u, ""), vehicle: around });
  }
}

function vehicleOf(value: object): string | null {
  return "vehicle_id" in value && typeof value.vehicle_id === "string" ? value.vehicle_id : null;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
