import { Refusal } from "../../../core/contract/refusal.ts";
import type { ScenarioFeed } from "../../../core/contract/types.ts";
import {
  exportFormatNames,
  exportFormats,
  formatsOfLevel,
  type ExportFormat,
} from "../../../core/scenario/exports/export-formats.ts";
import type { ScenarioExport } from "../../../core/scenario/exports/export-scenario.ts";
import type { Caller } from "../application.ts";
import type { ScenarioWorker } from "../ports/scenario-worker.ts";
import { sha256 } from "../sha256.ts";
import { openScenario, type FindingNeeds } from "./open-scenario.ts";

export interface ExportNeeds {
  readonly reports: ScenarioWorker;
}

/** A kept scenario in another format. */
export async function exportKept(
  caller: Caller,
  ask: { readonly scenarioId: string; readonly format: string },
  needs: ExportNeeds & FindingNeeds,
): Promise<ScenarioExport> {
  const feed = await openScenario(caller, ask.scenarioId, needs);
  const format = exportFormatNames.find((name) => name === ask.format);
  if (format === undefined) {
    const known = exportFormatNames.join(", ");
    throw new Refusal("export_format_unknown", `There is no such format. There are: ${known}.`);
  }
  const levels: readonly ScenarioFeed["level"][] = exportFormats[format].levels;
  if (!levels.includes(feed.level)) throw new Refusal("export_not_of_level", levelSentence(feed, format));
  const plain = asExported(feed);
  return needs.reports.exportScenario(caller.organisation, { feed: plain, format });
}

/** What files are written from: the feed whole, and no file's digest, so that none depends on another. */
export function asExported(feed: ScenarioFeed): ScenarioFeed {
  return withAddresses(feed, new Map());
}

/** Why a format cannot carry a scenario of this level, and what to do. */
function levelSentence(feed: Pick<ScenarioFeed, "level" | "scenario_id">, format: ExportFormat): string {
  const instead = formatsOfLevel(feed.level).join(", ");
  return feed.level === "logical"
    ? `${format} holds one course of a drift, and a logical scenario has ranges. Draw a concrete one ("sampled_from": "${feed.scenario_id}" with a seed) and export that; of the logical one there are: ${instead}.`
    : `${format} holds distributions, and a concrete scenario has none. There are: ${instead}.`;
}

/** Throws `Refusal` where a format that is asked for cannot carry a scenario of this level. */
export function refuseForeignFormats(
  feed: Pick<ScenarioFeed, "level" | "scenario_id">,
  formats: readonly ExportFormat[],
): void {
  const known = formatsOfLevel(feed.level);
  const at = formats.findIndex((format) => !known.includes(format));
  const format = formats[at];
  if (format === undefined) return;
  const detail = levelSentence(feed, format);
  throw new Refusal("not_allowed", detail, [{ pointer: `/exports/${at}`, code: "not_allowed", detail }]);
}

/** The feed with the addresses of its files, and the digests of those that are asked for. */
export async function withExports(
  { organisation }: Caller,
  feed: ScenarioFeed,
  { formats, reports }: ExportNeeds & { readonly formats: readonly ExportFormat[] },
): Promise<ScenarioFeed> {
  const addressed = asExported(feed);
  const digests = new Map<ExportFormat, string>();
  for (const format of new Set(formats)) {
    const { bytes } = await reports.exportScenario(organisation, { feed: addressed, format });
    digests.set(format, Buffer.from(sha256(bytes)).toString("hex"));
  }
  return withAddresses(addressed, digests);
}

function withAddresses(feed: ScenarioFeed, digests: ReadonlyMap<ExportFormat, string>): ScenarioFeed {
  const urlOf = (format: ExportFormat) => `/v1/scenarios/${feed.scenario_id}/exports/${format}`;
  const digestOf = (format: ExportFormat) => {
    const sha256 = digests.get(format);
    return sha256 === undefined ? {} : { sha256 };
  };
  // A file must not depend on which others were written with it.
  const { sha256: _, ...samples } = feed.parameters.drift_samples;
  const { sha256: __, ...road } = feed.parameters.road;
  return {
    ...feed,
    parameters: {
      ...feed.parameters,
      drift_samples: {
        ...samples,
        ...(feed.level === "concrete" && { url: urlOf("csv") }),
        ...digestOf("csv"),
      },
      road: { ...road, opendrive_url: urlOf("opendrive/1.7"), ...digestOf("opendrive/1.7") },
    },
    exports: [...digests].map(([format, sha256]) => ({ format, url: urlOf(format), sha256 })),
  };
}
