import { type OperationId, operations } from "../../core/contract/openapi/operations.ts";
import type { Operation } from "../../core/contract/openapi/operation.ts";
import type { Deprecation } from "../../core/contract/openapi/deprecations.ts";
import { answerTypesOf } from "./answer-request.ts";
import type { Handler } from "./authorised-request.ts";
import {
  eraseEvidence,
  getEvidenceCustody,
  getRedactedFrames,
  setLegalHold,
} from "./operations/custody-operations.ts";
import { streamEvents } from "./operations/event-operations.ts";
import { ingestTelemetry } from "./operations/ingest/ingest-telemetry.ts";
import {
  getEvidenceKey,
  getKeyring,
  getKeyringHistory,
  getKeySet,
  getLogPolicy,
  getScorer,
  getSpecification,
  getTrustedRoot,
  listScorers,
} from "./operations/keyring-operations.ts";
import {
  getFleetAnalytics,
  getFleetAttributes,
  getFleetPositions,
  getFleetShared,
} from "./operations/analytics/analytics-operations.ts";
import { listAuditRecords } from "./operations/audit-operations.ts";
import { createKey, getKey, getOwnKey, listKeys, revokeKey, rotateKey } from "./operations/key-operations.ts";
import { getLimits } from "./operations/limits-operation.ts";
import {
  getLogCheckpoint,
  getLogConsistencyProof,
  getLogEntries,
  getLogInclusionProof,
  getLogTile,
  listLogRecoveries,
} from "./operations/log-operations.ts";
import {
  getEvidenceArchive,
  getEvidenceReport,
  getEvidenceReportHtml,
  getEvidenceReportPdf,
  verifyEvidence,
} from "./operations/report-operations.ts";
import type { OperationNeeds } from "./operation-needs.ts";
import {
  getEvidenceBundle,
  getEvidenceFrames,
  getEvidenceSigstore,
  listEvidence,
} from "./operations/evidence-operations.ts";
import { getFleetHealthSummary, getWorkQueue, rescoreFleet } from "./operations/fleet-operations.ts";
import {
  createScenarioFeed,
  deleteScenario,
  getScenario,
  getScenarioExport,
  listScenarios,
} from "./operations/scenarios/scenario-operations.ts";
import { scoreResidual } from "./operations/ingest/score-residual.ts";
import { type ServiceNeeds, getHealth, getLiveness, getReadiness } from "./operations/service-operations.ts";
import {
  commandBaseline,
  getVehicle,
  getStatement,
  getVehicleSeries,
  listStatements,
  listVehicles,
  registerReference,
  requestEvidence,
  requestStatement,
} from "./operations/vehicle-operations.ts";
import { commandWork, getVehicleWork } from "./operations/work/work-operations.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhookDeadLetters,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from "./operations/webhook-operations.ts";
import { type PageNeeds, pageRoutes } from "./pages/page-routes.ts";
import type { Endpoint, PublicEndpoint, PublicHandler, PublicOperation, Route } from "./route.ts";

export interface RouteNeeds {
  readonly operations: OperationNeeds;
  readonly service: ServiceNeeds;
  readonly pages: PageNeeds;
  readonly deprecations: readonly Deprecation[];
}

/** Every path there is, with what answers it: the operations of the contract, the documents and the pages. */
export function routesOf(needs: RouteNeeds): readonly Route[] {
  const routes = new Map<string, Map<string, Endpoint>>();
  for (const operation of operations) {
    const methods = routes.get(operation.path) ?? new Map<string, Endpoint>();
    const endpoint = { ...endpointOf(operation, needs), ...deprecationOf(operation, needs.deprecations) };
    routes.set(operation.path, methods.set(operation.method, endpoint));
  }
  return [...[...routes].map(([path, endpoints]) => ({ path, endpoints })), ...pageRoutes(needs.pages)];
}

function deprecationOf({ operationId }: Operation, table: readonly Deprecation[]) {
  const deprecation = table.find((one) => one.operationId === operationId);
  return deprecation === undefined ? {} : { deprecation };
}

function endpointOf(operation: (typeof operations)[number], needs: RouteNeeds): Endpoint {
  const { application } = needs.operations;
  if (operation.tag === "Log") {
    return { ...publicEndpoint(operation, logOperations[operation.operationId](application)), isRead: true };
  }
  if (operation.access !== "public") {
    return { kind: "keyed", operation, handle: keyedOperations[operation.operationId](needs.operations) };
  }
  if (operation.tag === "Evidence") {
    return {
      ...publicEndpoint(operation, publishedOperations[operation.operationId](application)),
      isRead: true,
    };
  }
  const handle = vitalOperations[operation.operationId](needs.service);
  return { ...publicEndpoint(operation, handle), isVital: true };
}

function publicEndpoint(operation: Operation, handle: PublicHandler): PublicEndpoint {
  return { kind: "public", query: operation.query, accepts: answerTypesOf(operation), handle };
}

type PublicOperationId = Extract<(typeof operations)[number], { access: "public" }>["operationId"];
type LogOperationId = Extract<(typeof operations)[number], { tag: "Log" }>["operationId"];
type PublishedOperationId = Extract<
  (typeof operations)[number],
  { tag: "Evidence"; access: "public" }
>["operationId"];
type VitalOperationId = Exclude<PublicOperationId, LogOperationId | PublishedOperationId>;
type KeyedOperationId = Exclude<OperationId, PublicOperationId>;

const keyedOperations: Record<KeyedOperationId, (needs: OperationNeeds) => Handler> = {
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
  getFleetAnalytics,
  getFleetShared,
  getFleetAttributes,
  getFleetPositions,
  getLimits,
  listVehicles,
  getVehicle,
  getVehicleSeries,
  commandBaseline,
  registerReference,
  requestEvidence,
  requestStatement,
  listStatements,
  getStatement,
  getVehicleWork,
  commandWork,
  streamEvents,
  createScenarioFeed,
  listScenarios,
  getScenario,
  getScenarioExport,
  deleteScenario,
  rescoreFleet,
  createKey,
  listKeys,
  getOwnKey,
  getKey,
  rotateKey,
  revokeKey,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  replayWebhookDeadLetters,
  listAuditRecords,
};

const logOperations: Record<LogOperationId, PublicOperation> = {
  getLogCheckpoint,
  getLogTile,
  listLogRecoveries,
  getLogEntries,
  getLogInclusionProof,
  getLogConsistencyProof,
};

const publishedOperations: Record<PublishedOperationId, PublicOperation> = {
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

const vitalOperations: Record<VitalOperationId, (needs: ServiceNeeds) => PublicHandler> = {
  getHealth,
  getHealthV1: getHealth,
  getLiveness,
  getReadiness,
};
