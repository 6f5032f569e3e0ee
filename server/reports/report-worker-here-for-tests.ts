import { CallsHere } from "../platform/calls-here-for-tests.ts";
import { reportWorkerOver, type OpenReportWorker } from "./open-report-worker.ts";
import { reportMethods, type ReportMethods } from "./report-methods.ts";

/** Reports and their like without threads of their own. */
export function reportWorkerHere(): OpenReportWorker {
  return reportWorkerOver([1, 2].map(() => new CallsHere<ReportMethods>(() => reportMethods)));
}
