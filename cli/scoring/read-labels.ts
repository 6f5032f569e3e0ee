import { readFile } from "node:fs/promises";
import { parseTime } from "../../core/encoding/instant.ts";
import { CommandFailure, exitCodes } from "../exit-codes.ts";

/** When something in a vehicle's stream went out of true, as far as somebody knows. */
export interface Label {
  readonly what: string;
  readonly atUs: number;
}

/** Known faults by vehicle. A vehicle with an empty list is known to have none. */
export type Labels = ReadonlyMap<string, readonly Label[]>;

/**
 * Reads labels in either form: the truth that `simulate --truth` writes (NDJSON), or one JSON document
 * `{"files":[{"vehicle_id", "injected":[{"type","channel","start_timestamp"}], "natural_events":[{"kind","timestamp"}]}]}`.
 */
export async function readLabels(path: string): Promise<Labels> {
  const text = await readFile(path, "utf8");
  try {
    const documents = text.trimStart().startsWith('{"vehicle_id"')
      ? text.split("\n").filter(Boolean)
      : [text];
    const entries = documents.flatMap((document): LabelledVehicle[] => {
      const value = JSON.parse(document) as LabelFile | LabelledVehicle;
      return "files" in value ? [...value.files] : [value];
    });
    const nameless = entries.findIndex((entry) => typeof entry.vehicle_id !== "string");
    if (nameless >= 0 || entries.length === 0) throw new TypeError("an entry has no vehicle_id");
    return new Map(entries.map((entry) => [entry.vehicle_id, labelsOf(entry)]));
  } catch (error) {
    throw new CommandFailure(
      exitCodes.usage,
      `${path} holds no labels: ${error instanceof Error ? error.message : String(error)}`,
      "give the file that `simulate --truth` wrote, or a labels.json",
    );
  }
}

interface LabelFile {
  readonly files: readonly LabelledVehicle[];
}

interface LabelledVehicle {
  readonly vehicle_id: string;
  readonly injected?: readonly { type: string; channel: string; start_timestamp: string }[];
  readonly natural_events?: readonly { kind: string; timestamp: string }[];
  /** Truth of a simulated vehicle. */
  readonly scenario?: string;
  readonly expected?: string;
  readonly onset?: string | null;
}

function labelsOf(entry: LabelledVehicle): readonly Label[] {
  const onset = entry.expected === "alarm" || entry.expected === "either" ? entry.onset : null;
  const labels = [
    ...(entry.injected ?? []).map((fault) =>
      label(`${fault.type} of ${fault.channel}`, fault.start_timestamp),
    ),
    ...(entry.natural_events ?? []).map((event) => label(event.kind, event.timestamp)),
    ...(typeof onset === "string" ? [label(entry.scenario ?? "fault", onset)] : []),
  ];
  return labels.toSorted((left, right) => left.atUs - right.atUs);
}

function label(what: string, timestamp: string): Label {
  const time = parseTime(timestamp);
  if (time.kind === "fault") throw new TypeError(`${timestamp} is no time: ${time.detail}`);
  return { what, atUs: time.timestampUs };
}
