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
    operationId: "registerReference",
    method: "PUT",
    path: "/v1/vehicles/{vehicle_id}/reference",
    tag: "Vehicles",
    summary: "Register reference extrinsics",
    description: "The camera's intended rotation, for example from the factory. Null withdraws it.",
    access: "baseline:write",
    audited: { action: "reference.register", subject: "vehicle_id", withEffect: true },
    query: [],
    request: { schema: "ReferenceExtrinsics", isRequired: true },
    answers: [{ status: 200, description: "As registered.", schema: "ReferenceResult" }],
    problems: [noSuchVehicle],
  },
] as const satisfies readonly Operation[];
