import { type Operation, type OperationId, operations } from "../../core/contract/openapi/operations.ts";
import type { Application } from "../app/application.ts";
import { answerTypesOf } from "./answer-request.ts";
import type { Handler, PublicHandler } from "./authorised-request.ts";
import { ConsoleFiles } from "./pages/console-files.ts";
import {
  eraseEvidence,
  getEvidenceCustody,
  getRedactedFrames,
  setLegalHold,
} from "./operations/custody-operations.ts";
import { DocsPage } from "./pages/docs-page.ts";
import type { Endpoint, PublicEndpoint, Route } from "./route.ts";
import { ingestTelemetry } from "./operations/ingest-telemetry.ts";
import { getTrustedRoot } from "./operations/evidence-publications.ts";
import {
  getEvidenceKey,
  getKeyring,
  getKeyringHistory,
  getKeySet,
  getLogPolicy,
  getScorer,
  getSpecification,
  listScorers,
} from "./operations/keyring-operations.ts";
import { getLimits } from "./operations/limits-operation.ts";
import {
  getLogCheckpoint,
  getLogConsistencyProof,
  getLogEntries,
  getLogInclusionProof,
  getLogTile,
} from "./operations/log-operations.ts";
import {
  getEvidenceArchive,
  getEvidenceReport,
  getEvidenceReportHtml,
  getEvidenceReportPdf,
  verifyEvidence,
} from "./operations/report-operations.ts";
import type { OperationNeeds } from "./operations/operation-needs.ts";
import { problemPage } from "./pages/problem-page.ts";
import { PublishedDocuments } from "./pages/published-documents.ts";
import {
  getEvidenceBundle,
  getEvidenceFrames,
  getEvidenceSigstore,
  getFleetHealthSummary,
  getVehicle,
  getVehicleSeries,
  getWorkQueue,
  listEvidence,
  listVehicles,
} from "./operations/read-operations.ts";
import { scoreResidual } from "./operations/score-residual.ts";
import { type ServiceNeeds, getHealth, getLiveness, getReadiness } from "./operations/service-operations.ts";
import {
  commandBaseline,
  createScenarioFeed,
  registerReference,
  rescoreFleet,
} from "./operations/write-operations.ts";

type PublicOperationId = Extract<(typeof operations)[number], { access: "public" }>["operationId"];
type LogOperationId = Extract<(typeof operations)[number], { tag: "Log" }>["operationId"];
type PublishedOperationId = Extract<
  (typeof operations)[number],
  { tag: "Evidence"; access: "public" }
>["operationId"];
type VitalOperationId = Exclude<PublicOperationId, LogOperationId | PublishedOperationId>;
type KeyedOperationId = Exclude<OperationId, PublicOperationId>;

export interface RouteNeeds {
  readonly perform: OperationNeeds;
  readonly service: ServiceNeeds;
  /** Where the console's build is. */
  readonly consoleFolder: string;
  readonly isDevelopment: boolean;
}

/** Every path there is, with what answers it: the operations of the contract, the documents and the pages. */
export function routesOf(needs: RouteNeeds): readonly Route[] {
  const keyed: Record<KeyedOperationId, (needs: OperationNeeds) => Handler> = {
    ingestTelemetry,
    scoreResidual,
    getEvidenceBundle,
    getEvidenceFrames,
    getEvidenceSigstore,
    getRedactedFrames,
    getEvidenceCustody,
    setLegalHold,
    eraseEvidence,
    getEvidenceArchive,
    getEvidenceReport,
    getEvidenceReportHtml,
    getEvidenceReportPdf,
    verifyEvidence,
    listEvidence,
    getFleetHealthSummary,
    getWorkQueue,
    getLimits,
    listVehicles,
    getVehicle,
    getVehicleSeries,
    commandBaseline,
    registerReference,
    createScenarioFeed,
    rescoreFleet,
  };
  const log: Record<LogOperationId, (application: Application) => PublicEndpoint["perform"]> = {
    getLogCheckpoint,
    getLogTile,
    getLogEntries,
    getLogInclusionProof,
    getLogConsistencyProof,
  };
  const published: Record<PublishedOperationId, (application: Application) => PublicEndpoint["perform"]> = {
    getTrustedRoot,
    getKeyring,
    getKeyringHistory,
    getEvidenceKey,
    getKeySet,
    getLogPolicy,
    getSpecification,
    listScorers,
    getScorer,
  };
  const vital: Record<VitalOperationId, (needs: ServiceNeeds) => PublicHandler> = {
    getHealth,
    getHealthV1: getHealth,
    getLiveness,
    getReadiness,
  };

  const routes = new Map<string, Map<string, Endpoint>>();
  for (const operation of operations) {
    const endpoint: Endpoint =
      operation.tag === "Log"
        ? publicEndpoint(operation, log[operation.operationId](needs.perform.application))
        : operation.access === "public" && operation.tag === "Evidence"
          ? publicEndpoint(operation, published[operation.operationId](needs.perform.application))
          : operation.access === "public"
            ? { ...publicEndpoint(operation, vital[operation.operationId](needs.service)), isVital: true }
            : { kind: "keyed", operation, perform: keyed[operation.operationId](needs.perform) };
    const methods = routes.get(operation.path) ?? new Map<string, Endpoint>();
    routes.set(operation.path, methods.set(operation.method, endpoint));
  }
  for (const [path, endpoint] of pages(needs)) routes.set(path, new Map([["GET", endpoint]]));
  return [...routes].map(([path, endpoints]) => ({ path, endpoints }));
}

function publicEndpoint(operation: Operation, perform: PublicEndpoint["perform"]): PublicEndpoint {
  return { kind: "public", query: operation.query, accepts: answerTypesOf(operation), perform };
}

function pages(needs: RouteNeeds): ReadonlyMap<string, PublicEndpoint> {
  const documents = new PublishedDocuments();
  const docs = new DocsPage(needs);
  const console = new ConsoleFiles(needs.consoleFolder);
  const consolePage = page(async (exchange) => console.page(exchange), { query: "any" });
  const files = console.addresses.map((address): [string, PublicEndpoint] => [
    address,
    page(async (exchange) => console.file(exchange, address)),
  ]);
  return new Map<string, PublicEndpoint>([
    ["/openapi.json", page(async (exchange) => documents.find(exchange, "openapi.json"))],
    ["/openapi.yaml", page(async (exchange) => documents.find(exchange, "openapi.yaml"))],
    ["/schemas/{file}", page(async (exchange, path) => documents.find(exchange, `schemas/${path["file"]}`))],
    ["/problems/{slug}", page(async (exchange, path) => problemPage(exchange, path["slug"]!))],
    ["/docs", page(async () => docs.page())],
    ["/docs/", page(async () => docs.page())],
    ["/docs/{file}", page(async (exchange, path) => docs.file(exchange, path["file"]!))],
    ...files,
    // The console's own addresses: whoever reloads one of them gets the console again.
    ["/", consolePage],
    ["/fleet", consolePage],
    ["/vehicles/{vehicle_id}", consolePage],
  ]);
}

function page(perform: PublicEndpoint["perform"], more: Partial<PublicEndpoint> = {}): PublicEndpoint {
  return { kind: "public", query: [], perform, ...more };
}
