import type { TSchema } from "typebox";

import { BaselineCommand, BaselineResult } from "./schemas/baseline-command.ts";
import { EvidenceBundle } from "./schemas/evidence-bundle.ts";
import {
  ErasureRequest,
  EvidenceCustody,
  LegalHoldRequest,
  LegalHoldResult,
  Tombstone,
} from "./schemas/evidence-custody.ts";
import { EvidenceList, EvidenceListItem } from "./schemas/evidence-list.ts";
import { EvidenceScorers } from "./schemas/evidence-scorers.ts";
import { EvidenceVerification, EvidenceVerifyRequest } from "./schemas/evidence-verification.ts";
import { FleetHealthSummary } from "./schemas/fleet-health-summary.ts";
import { KeyringEnvelope, KeyringHistory } from "./schemas/keyring.ts";
import { Health, Liveness } from "./schemas/health.ts";
import { BatchIngestResult, IngestResult } from "./schemas/ingest-result.ts";
import { JsonWebKeySet, SigstoreBundle, TrustedRoot } from "./schemas/outside-formats.ts";
import { BatchRejection, Problem } from "./schemas/problem.ts";
import { Limit, Limits } from "./schemas/limits.ts";
import { ReferenceExtrinsics, ReferenceResult } from "./schemas/reference-extrinsics.ts";
import { ResidualScore } from "./schemas/residual-score.ts";
import { ScenarioFeed, ScenarioFeedRequest } from "./schemas/scenario-feed.ts";
import { TelemetryBatch, TelemetryFrame } from "./schemas/telemetry-frame.ts";
import { VehicleDetail } from "./schemas/vehicle-detail.ts";
import { VehicleList, VehicleListItem } from "./schemas/vehicle-list.ts";
import { VehicleSeries } from "./schemas/vehicle-series.ts";
import { FleetRescore, FleetRescoreRequest, RescoredVehicle } from "./schemas/fleet-rescore.ts";
import { WorkQueue, WorkQueueItem } from "./schemas/work-queue.ts";

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
  LegalHoldRequest,
  LegalHoldResult,
  ErasureRequest,
  Tombstone,
  KeyringEnvelope,
  KeyringHistory,
  EvidenceScorers,
  JsonWebKeySet,
  SigstoreBundle,
  TrustedRoot,
  FleetHealthSummary,
  VehicleList,
  VehicleListItem,
  VehicleDetail,
  VehicleSeries,
  BaselineCommand,
  BaselineResult,
  ReferenceExtrinsics,
  ReferenceResult,
  WorkQueue,
  WorkQueueItem,
  FleetRescoreRequest,
  FleetRescore,
  RescoredVehicle,
  ScenarioFeedRequest,
  ScenarioFeed,
  Limits,
  Limit,
  Health,
  Liveness,
  Problem,
  BatchRejection,
} as const satisfies Record<string, TSchema>;

export type SchemaName = keyof typeof namedSchemas;
