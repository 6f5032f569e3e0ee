import { turnedNames } from "../../../sensors/sensor-lists.ts";
import type { Operation } from "../operation.ts";
import {
  cursorParameter,
  fromParameter,
  limitParameter,
  pointsParameter,
  seriesCursorParameter,
  toParameter,
  vehicleFilters,
  vehicleSort,
} from "../query-parameters.ts";

const noSuchVehicle = { status: 404, description: "No such vehicle in this organisation." };

/** One vehicle: its state, its history, its baseline. */
export const vehicleOperations = [
  {
    operationId: "listVehicles",
    method: "GET",
    path: "/v1/vehicles",
    tag: "Vehicles",
    summary: "List vehicles",
    description: "All vehicles the key may see, with tier, drift and recommended action.",
    access: "fleet:read",
    query: [...vehicleFilters, vehicleSort, limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "VehicleList", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
  },
  {
    operationId: "getVehicle",
    method: "GET",
    path: "/v1/vehicles/{vehicle_id}",
    tag: "Vehicles",
    summary: "Show one vehicle",
    description: "Tier and why, baseline, live extrinsics with their drift, open breach, tier history.",
    access: "fleet:read",
    query: [],
    answers: [
      { status: 200, description: "The vehicle.", schema: "VehicleDetail", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchVehicle],
  },
  {
    operationId: "getVehicleSeries",
    method: "GET",
    path: "/v1/vehicles/{vehicle_id}/series",
    tag: "Vehicles",
    summary: "Get a vehicle's residuals, CUSUM and T² over time",
    description: "In columns, down-sampled to at most `points`; without `from` and `to`, everything stored.",
    access: "fleet:read",
    query: [fromParameter, toParameter, pointsParameter, seriesCursorParameter],
    answers: [
      { status: 200, description: "The series.", schema: "VehicleSeries", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchVehicle],
  },
  {
    operationId: "commandBaseline",
    method: "POST",
    path: "/v1/vehicles/{vehicle_id}/baseline",
    tag: "Vehicles",
    summary: "Learn, freeze or unfreeze a baseline",
    description:
      "`learn` after a repair or calibration: the vehicle is then compared with what follows, not with what was.",
    access: "baseline:write",
    audited: { action: "baseline.command", subject: "vehicle_id", withEffect: true },
    query: [],
    request: { schema: "BaselineCommand", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The baseline after the command.",
        schema: "BaselineResult",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [noSuchVehicle, { status: 409, description: "The command does not fit the baseline's state." }],
  },
  {
    operationId: "requestEvidence",
    method: "POST",
    path: "/v1/vehicles/{vehicle_id}/evidence",
    tag: "Evidence",
    summary: "Request evidence of a vehicle's open breach",
    description:
      "Issues a signed bundle of the vehicle's frames up to the newest one, with the reason and the case number. It supersedes the evidence of the breach so far. " +
      "A key may request so many in 24 hours: `evidence_requests` of `GET /v1/limits`.",
    access: "evidence:write",
    audited: { action: "evidence.request", subject: "vehicle_id", withEffect: true },
    query: [],
    request: { schema: "EvidenceRequest", isRequired: true },
    answers: [
      {
        status: 201,
        description: "It is issued.",
        schema: "EvidenceRequestResult",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      noSuchVehicle,
      { status: 409, description: "No breach of the vehicle is open." },
      { status: 507, description: "The organisation's storage is full." },
    ],
  },
  {
    operationId: "requestStatement",
    method: "POST",
    path: "/v1/vehicles/{vehicle_id}/statements",
    tag: "Evidence",
    summary: "Request a signed statement of a vehicle's state",
    description:
      "States, signed and logged, how the vehicle was judged at a moment, whatever its tier, with the reason and the case number. " +
      "It carries no frames. Counted with the requests for evidence: `evidence_requests` of `GET /v1/limits`.",
    access: "evidence:write",
    audited: { action: "evidence.request", subject: "vehicle_id", withEffect: true },
    query: [],
    request: { schema: "StatementRequest", isRequired: true },
    answers: [
      {
        status: 201,
        description: "The statement; its proof from the log is in `GET /v1/statements/{statement_id}`.",
        schema: "StateStatement",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [noSuchVehicle, { status: 507, description: "The organisation's storage is full." }],
  },
  {
    operationId: "listStatements",
    method: "GET",
    path: "/v1/vehicles/{vehicle_id}/statements",
    tag: "Evidence",
    summary: "List the statements issued about a vehicle",
    description: "Newest first.",
    access: "evidence:read",
    query: [limitParameter, cursorParameter],
    answers: [
      { status: 200, description: "One page.", schema: "StateStatementList", headers: ["ETag", "Link"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [noSuchVehicle],
  },
  {
    operationId: "getStatement",
    method: "GET",
    path: "/v1/statements/{statement_id}",
    tag: "Evidence",
    summary: "Get a signed statement with its proof",
    description:
      "As it was signed, with the proof of its entry in the log. Kept as a file, `plumbline evidence verify` checks it without the service.",
    access: "evidence:read",
    audited: { action: "evidence.read", subject: "statement_id" },
    query: [],
    answers: [
      { status: 200, description: "The statement.", schema: "StateStatement", headers: ["ETag"] },
      { status: 304, description: "`If-None-Match` names the current ETag.", headers: ["ETag"] },
    ],
    problems: [{ status: 404, description: "No such statement in this organisation." }],
  },
  {
    operationId: "registerReference",
    method: "PUT",
    path: "/v1/vehicles/{vehicle_id}/reference",
    tag: "Vehicles",
    summary: "Register reference extrinsics",
    description: `The ${turnedNames}'s intended rotation, for example from the factory. Null withdraws it.`,
    access: "baseline:write",
    audited: { action: "reference.register", subject: "vehicle_id", withEffect: true },
    query: [],
    request: { schema: "ReferenceExtrinsics", isRequired: true },
    answers: [{ status: 200, description: "As registered.", schema: "ReferenceResult" }],
    problems: [noSuchVehicle],
  },
] as const satisfies readonly Operation[];
