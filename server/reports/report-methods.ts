import { redactFrames } from "../../core/evidence/frames/redacted-frames.ts";
import { readTrust, TrustFault, type Trust } from "../../core/evidence/keys/trust.ts";
import { reportJson } from "../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../core/evidence/verify/verify-bundle.ts";
import { toHex, utf8 } from "../../core/encoding/bytes.ts";
import { archiveFiles, type Enclosures, type FurtherPart } from "../../core/reports/archive/archive-files.ts";
import { htmlReport } from "../../core/reports/html-report.ts";
import { pdfReport } from "../../core/reports/pdf-report.ts";
import { zipArchive } from "../../core/encoding/zip-archive.ts";
import type { ScorerShelf } from "../../core/scorers/scorer-shelf.ts";
import { fitDrift } from "../../core/scenario/history/fit-drift.ts";
import type { ScenarioExport } from "../../core/scenario/exports/export-scenario.ts";
import type { Judged, JudgeJob, PrintJob, Redacted, RedactJob } from "../app/ports/report-worker.ts";
import type { ExportJob } from "../app/ports/scenario-worker.ts";
import { nodePrimitives } from "../platform/node-primitives.ts";
import { nodeScorers } from "../platform/node-scorers.ts";
import { readEnclosures } from "./read-enclosures.ts";

const { sha256 } = nodePrimitives;
const scorerOf: ScorerShelf["scorerOf"] = (scoring) => nodeScorers.scorerOf(scoring);
let enclosures: Enclosures | null = null;

function redact({ frames, ranges }: RedactJob): Redacted {
  try {
    return { kind: "redacted", bytes: redactFrames(frames, ranges, sha256).bytes };
  } catch (fault) {
    if (fault instanceof RangeError) return { kind: "out-of-range", detail: fault.message };
    throw fault;
  }
}

async function print(job: PrintJob): Promise<Uint8Array> {
  const { evidence, trust } = job;
  await nodeScorers.openFor(evidence.bundle);
  const given = { sha256, trustSha256: toHex(sha256(trust)), scorerOf };
  switch (job.kind) {
    case "html":
      return utf8(htmlReport(evidence, { ...given, statements: job.statements }));
    case "pdf":
      return pdfReport(evidence, { ...given, statements: job.statements });
    case "archive": {
      enclosures ??= readEnclosures();
      const { folder, files } = await archiveFiles(evidence, {
        enclosures,
        trust,
        scoringMethod: job.scoringMethod,
        further: [...job.further, ...(await scorerFile(evidence.bundle))],
        scorerOf,
        sha256,
      });
      return zipArchive(folder, files);
    }
  }
}

async function judge(job: JudgeJob): Promise<Judged> {
  const trust = trustIn(job.trust);
  if (trust instanceof TrustFault) return { kind: "trust-unusable", detail: trust.message };
  const { bundle, frames, required, requiredOrganisation, nowUs } = job;
  const keyring = job.keyring ?? (trust.keyring === null ? null : job.ownKeyring);
  await nodeScorers.openFor(bundle);
  const report = verifyBundle({ bundle, frames, keyring, trust }, nodePrimitives, {
    rescore: nodeScorers.rescore,
    requireFrames: required.includes("frames"),
    requireRescore: required.includes("rescore"),
    requireTimestamp: required.includes("timestamp"),
    requireWitness: required.includes("witness"),
    requirePrecommit: required.includes("precommit"),
    ...(requiredOrganisation !== null && { requireOrganisation: requiredOrganisation }),
    nowUs,
  });
  return { kind: "report", report: reportJson(report) };
}

/** The module that recomputes this bundle, for whoever wants to read or run it; none for what left none. */
async function scorerFile(bundle: Uint8Array): Promise<readonly FurtherPart[]> {
  const module = await nodeScorers.moduleFor(bundle);
  if (module === null) return [];
  const { scorer, bytes } = module;
  const about = `the frozen scorer of ${scorer.version}: the program that recomputes the scoring`;
  return [{ name: `scorer-${scorer.file}`, bytes, about }];
}

function trustIn(bytes: Uint8Array): Trust | TrustFault {
  try {
    return readTrust(bytes, sha256);
  } catch (fault) {
    if (fault instanceof TrustFault) return fault;
    throw fault;
  }
}

/** The formats' libraries are loaded with the first scenario that is exported. */
async function exportScenario({ feed, format }: ExportJob): Promise<ScenarioExport> {
  const { exportScenario: write } = await import("../../core/scenario/exports/export-scenario.ts");
  return write(feed, format);
}

/** What a report thread can be asked for. */
export const reportMethods = { print, judge, redact, exportScenario, fitDrift };
export type ReportMethods = typeof reportMethods;
