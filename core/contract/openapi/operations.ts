import { analyticsOperations } from "./operations/analytics-operations.ts";
import { auditOperations } from "./operations/audit-operations.ts";
import { bundleOperations, custodyOperations } from "./operations/evidence-operations.ts";
import { eventOperations } from "./operations/event-operations.ts";
import { fleetOperations } from "./operations/fleet-operations.ts";
import { keyOperations } from "./operations/key-operations.ts";
import { logOperations } from "./operations/log-operations.ts";
import { scenarioOperations } from "./operations/scenario-operations.ts";
import { serviceOperations } from "./operations/service-operations.ts";
import { telemetryOperations } from "./operations/telemetry-operations.ts";
import { trustOperations } from "./operations/trust-operations.ts";
import { vehicleOperations } from "./operations/vehicle-operations.ts";
import { webhookOperations } from "./operations/webhook-operations.ts";
import { workOperations } from "./operations/work-operations.ts";
import type { Operation } from "./operation.ts";

/** Every operation, in the order of the published document. The server registers its routes from this table, and the document is written from it. */
export const operations = [
  ...telemetryOperations,
  ...bundleOperations,
  ...trustOperations,
  ...custodyOperations,
  ...fleetOperations,
  ...analyticsOperations,
  ...vehicleOperations,
  ...workOperations,
  ...eventOperations,
  ...webhookOperations,
  ...scenarioOperations,
  ...keyOperations,
  ...auditOperations,
  ...logOperations,
  ...serviceOperations,
] as const satisfies readonly Operation[];

export type OperationId = (typeof operations)[number]["operationId"];

/** The operation by its stable id. */
export function operationOf(operationId: OperationId): Operation {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new RangeError(`no operation ${operationId}`);
  return found;
}

/** Every POST honours `Idempotency-Key`; nothing else needs it. */
export function takesIdempotencyKey(operation: Operation): boolean {
  return operation.method === "POST";
}
