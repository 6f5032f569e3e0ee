import type { TSchema } from "typebox";

import {
  ApiKey,
  ApiKeyList,
  ApiKeyRequest,
  IssuedApiKey,
  KeyRevocationRequest,
  KeyRotationRequest,
  RevokedApiKey,
  RotatedApiKey,
} from "./administration/api-keys.ts";
import { AuditList, AuditRecord } from "./administration/audit.ts";
import { BaselineCommand, BaselineResult } from "./vehicles/baseline-command.ts";
import { EvidenceBundle } from "./evidence/evidence-bundle.ts";
import {
  ErasureRequest,
  EvidenceCustody,
  EvidenceRequest,
  EvidenceRequestResult,
  LegalHoldRequest,
  LegalHoldResult,
  StatementRequest,
  SignedStatement,
  StateStatement,
  StateStatementList,
  Tombstone,
} from "./evidence/evidence-custody.ts";
import { EvidenceList, EvidenceListItem } from "./evidence/evidence-list.ts";
import { EvidenceScorers } from "./evidence/evidence-scorers.ts";
import { LogRecoveries } from "./evidence/log-recoveries.ts";
import { EvidenceVerification, EvidenceVerifyRequest } from "./evidence/evidence-verification.ts";
import {
  BreachClosedEvent,
  BreachOpenedEvent,
  Event,
  EventList,
  EvidenceIssuedEvent,
  KeyExpiringEvent,
  StorageNearlyFullEvent,
  WebhookDisabledEvent,
  VehicleBaselineChangedEvent,
  VehicleRecoveredEvent,
  VehicleSilentEvent,
  VehicleTierChangedEvent,
  VehicleWorkChangedEvent,
} from "./events/event.ts";
import { EventGap, StreamEnd } from "./events/stream-notes.ts";
import { FleetAnalytics } from "./analytics/fleet-analytics.ts";
import { FleetAttributes } from "./analytics/fleet-attributes.ts";
import { FleetPositions } from "./analytics/fleet-positions.ts";
import { FleetShared } from "./analytics/fleet-shared.ts";
import { FleetHealthSummary } from "./fleet-health-summary.ts";
import { KeyringEnvelope, KeyringHistory } from "./evidence/keyring.ts";
import { Health, Liveness } from "./health.ts";
import { BatchIngestResult, IngestResult } from "./vehicles/ingest-result.ts";
import { JsonWebKeySet, SigstoreBundle, TrustedRoot } from "./evidence/third-party-formats.ts";
import { BatchRejection, Problem } from "./problem.ts";
import { Limit, Limits } from "./limits.ts";
import { ReferenceExtrinsics, ReferenceResult } from "./vehicles/reference-extrinsics.ts";
import { ResidualScore } from "./vehicles/residual-score.ts";
import { ScenarioFeed, ScenarioFeedRequest } from "./scenario-feed.ts";
import { ScenarioDeletion, ScenarioList, ScenarioListItem } from "./scenarios/scenario-list.ts";
import { TelemetryBatch, TelemetryFrame } from "./vehicles/telemetry-frame.ts";
import { VehicleDetail } from "./vehicles/vehicle-detail.ts";
import { VehicleList, VehicleListItem } from "./vehicles/vehicle-list.ts";
import { VehicleSeries } from "./vehicles/vehicle-series.ts";
import { FleetRescore, FleetRescoreRequest, RescoredVehicle } from "./fleet-rescore.ts";
import {
  Webhook,
  WebhookCreation,
  WebhookDeletion,
  WebhookList,
  WebhookSecretRotation,
  WebhookTestEvent,
  WebhookUpdate,
  WebhookWithSecret,
} from "./webhooks/webhook.ts";
import {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookReplay,
  WebhookReplayRequest,
} from "./webhooks/webhook-delivery.ts";
import { VehicleWork, WorkCommand, WorkEntry, WorkResult } from "./vehicles/vehicle-work.ts";
import { WorkQueue, WorkQueueItem } from "./work-queue.ts";

/** The shapes that are published one by one as `/schemas/<Name>.json`. A schema's name is its `$id`. */
export const namedSchemas = {
  TelemetryFrame,
  TelemetryBatch,
  IngestResult,
  BatchIngestResult,
  ResidualScore,
  EvidenceBundle,
  EvidenceList,
  EvidenceListItem,
  EvidenceVerifyRequest,
  EvidenceVerification,
  EvidenceCustody,
  EvidenceRequest,
  EvidenceRequestResult,
  StatementRequest,
  SignedStatement,
  StateStatement,
  StateStatementList,
  LegalHoldRequest,
  LegalHoldResult,
  ErasureRequest,
  Tombstone,
  KeyringEnvelope,
  KeyringHistory,
  EvidenceScorers,
  LogRecoveries,
  JsonWebKeySet,
  SigstoreBundle,
  TrustedRoot,
  FleetHealthSummary,
  FleetAnalytics,
  FleetShared,
  FleetAttributes,
  FleetPositions,
  VehicleList,
  VehicleListItem,
  VehicleDetail,
  VehicleSeries,
  BaselineCommand,
  BaselineResult,
  ReferenceExtrinsics,
  ReferenceResult,
  VehicleWork,
  WorkEntry,
  WorkCommand,
  WorkResult,
  WorkQueue,
  WorkQueueItem,
  FleetRescoreRequest,
  FleetRescore,
  RescoredVehicle,
  ScenarioFeedRequest,
  ScenarioFeed,
  ScenarioList,
  ScenarioListItem,
  ScenarioDeletion,
  ApiKeyRequest,
  IssuedApiKey,
  ApiKey,
  ApiKeyList,
  KeyRotationRequest,
  RevokedApiKey,
  RotatedApiKey,
  KeyRevocationRequest,
  WebhookCreation,
  WebhookUpdate,
  WebhookSecretRotation,
  Webhook,
  WebhookWithSecret,
  WebhookList,
  WebhookDeletion,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookReplayRequest,
  WebhookReplay,
  WebhookTestEvent,
  AuditList,
  AuditRecord,
  Limits,
  Limit,
  Health,
  Liveness,
  Event,
  EventList,
  EventGap,
  StreamEnd,
  VehicleTierChangedEvent,
  BreachOpenedEvent,
  BreachClosedEvent,
  EvidenceIssuedEvent,
  VehicleSilentEvent,
  VehicleRecoveredEvent,
  VehicleBaselineChangedEvent,
  VehicleWorkChangedEvent,
  KeyExpiringEvent,
  StorageNearlyFullEvent,
  WebhookDisabledEvent,
  Problem,
  BatchRejection,
} as const satisfies Record<string, TSchema>;

export type SchemaName = keyof typeof namedSchemas;
