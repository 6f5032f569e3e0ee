import { workerData } from "node:worker_threads";

import { settingsFromJson } from "../../../../core/scoring/settings/settings.ts";
import { type StatesReport, verifyStates } from "../../../app/journal/verify-states.ts";
import { answerCalls } from "../../../platform/answer-calls.ts";
import { openReadable } from "../open-database.ts";
import { SqliteAudit } from "./sqlite-audit.ts";

/** What the thread is started with. */
export interface AuditStart {
  /** The database as `openReadable` takes it. */
  readonly address: string;
  /** settingsToJson of the scoring settings. */
  readonly settings: unknown;
  readonly scoring: string;
}

export type AuditMethods = typeof methods;

const { address, settings, scoring }: AuditStart = workerData;
const needs = {
  audit: new SqliteAudit(openReadable(address)),
  settings: settingsFromJson(settings),
  scoring,
};
const methods = {
  /** The report of these vehicles alone. */
  verify: (keys: readonly number[]): StatesReport => verifyStates({ ...needs, keys }),
};
answerCalls("folding", methods);
