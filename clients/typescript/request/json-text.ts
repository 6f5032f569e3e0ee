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
  /** `.frames[3].sensors.radar_range_bias_m`. */
  readonly path: string;
  /** The vehicle of the frame that is around; empty where there is none. */
  readonly vehicle: string;
}

function refuseNoNumbers(value: unknown, place: Place): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw noSuchNumber(value, place);
  if (typeof value !== "object" || value === null || "toJSON" in value) return;
  const vehicle = vehicleOf(value) ?? place.vehicle;
  for (const [name, member] of Object.entries(value)) {
    const step = Array.isArray(value) ? `[${name}]` : `.${name}`;
    refuseNoNumbers(member, { path: place.path + step, vehicle });
  }
}

function noSuchNumber(number: number, { path, vehicle }: Place): InvalidArgumentError {
  const of = vehicle === "" ? "" : ` of ${vehicle}`;
  // The outermost member has nothing before its point.
  const name = path.replace(/^\./u, "") || "The value";
  return new InvalidArgumentError(
    `${name}${of} is ${number}, and JSON knows no such number: leave it out where nothing was measured.`,
  );
}

function vehicleOf(value: object): string | null {
  return "vehicle_id" in value && typeof value.vehicle_id === "string" ? value.vehicle_id : null;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
