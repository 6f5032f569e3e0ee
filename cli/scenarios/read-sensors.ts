import { readFileSync } from "node:fs";
import { InvalidArgumentError } from "commander";
import type { ScenarioFeedRequest } from "../../clients/typescript/generated/contract.ts";
import { rigPresetNames, sensorsOfPreset } from "../../core/scenario/poses/rig-presets.ts";

/** What the request says of sensors: nothing where they are the usual ones. */
type AskedSensors = Pick<ScenarioFeedRequest, "sensors">;

/** The sensors of a set's name, or of a file as the interface takes them, which judges what is in it. */
export function readSensors(text: string): AskedSensors {
  const preset = rigPresetNames.find((name) => name === text);
  if (preset !== undefined) {
    const sensors = sensorsOfPreset(preset);
    return sensors === null ? {} : { sensors };
  }
  const known = `It must be ${rigPresetNames.join(", ")}, or a JSON file with a list of sensors`;
  try {
    const sensors: unknown = JSON.parse(readFileSync(text, "utf8"));
    if (Array.isArray(sensors)) return { sensors };
  } catch (fault) {
    throw new InvalidArgumentError(`${known}: ${fault instanceof Error ? fault.message : String(fault)}.`);
  }
  throw new InvalidArgumentError(`${known}: this one holds no list.`);
}

/** One NAME=NUMBER more. The interface judges names and ranges. */
export function readParam(text: string, before: Record<string, number> = {}): Record<string, number> {
  const [, name, number] = /^([^=\s]+)=(\S+)$/u.exec(text) ?? [];
  const value = number === undefined ? Number.NaN : Number(number);
  if (name === undefined || !Number.isFinite(value)) {
    throw new InvalidArgumentError("It must be NAME=NUMBER, for example A=0.8.");
  }
  return { ...before, [name]: value };
}
