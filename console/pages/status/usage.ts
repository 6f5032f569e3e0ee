import type { Limits } from "../../../clients/typescript/generated/contract.ts";
import { count } from "../../labels/quantities.ts";

/** One limit as it is shown. */
export interface Usage {
  readonly name: string;
  /** "Vehicles", "New vehicles an hour". */
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** Used of the limit, 0 to 1. */
  readonly share: number;
  readonly unit: string;
  readonly setting: string;
  /** The day (UTC) it will be full; null where that is not known. */
  readonly fullOn: string | null;
}

/** Limits that are counted and set, the scarcest first. */
export function usageOf(limits: Limits): readonly Usage[] {
  return limits.data
    .flatMap(({ name, used, limit, unit, setting, window_s: windowS, holds_for: holder, full_on: fullOn }) =>
      used === null || limit === null || setting === null
        ? []
        : [
            {
              name,
              label: labelOf(name, windowS, holder),
              used,
              limit,
              share: shareOf(used, limit),
              unit,
              setting,
              fullOn,
            },
          ],
    )
    .toSorted((one, other) => other.share - one.share || one.label.localeCompare(other.label));
}

/** A number with its unit where the label does not say it. */
export function amount(value: number, unit: string): string {
  return unit === "bytes" ? binarySize(value) : count(value);
}

function shareOf(used: number, limit: number): number {
  return limit === 0 ? 1 : Math.min(1, used / limit);
}

function labelOf(name: string, windowS: number | null, holder: string): string {
  const words =
    standardNames.get(name) ?? name.replace(/^(key|organisation|address)_/, "").replaceAll("_", " ");
  const per = windowS === null ? "" : ` ${windows.get(windowS) ?? `in ${windowS} s`}`;
  const of = holder === "key" ? " of this key" : "";
  return words.charAt(0).toUpperCase() + words.slice(1) + per + of;
}

/** Limits whose name in the contract is not what people call them. */
const standardNames = new Map([["paper_jobs", "report jobs"]]);

const windows = new Map([
  [60, "a minute"],
  [3600, "an hour"],
]);

function binarySize(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value.toFixed(value < 10 ? 1 : 0)}\u00a0${units[step]}`;
}
