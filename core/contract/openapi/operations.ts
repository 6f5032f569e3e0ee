import { analyticsOperations } from "./analytics-operations.ts";
import { auditOperations } from "./audit-operations.ts";
import { bundleOperations, custodyOperations } from "./evidence-operations.ts";
import { eventOperations } from "./event-operations.ts";
import { fleetOperations } from "./fleet-operations.ts";
import { keyOperations } from "./key-operations.ts";
import { logOperations } from "./log-operations.ts";
import { scenarioOperations } from "./scenario-operations.ts";
import { serviceOperations } from "./service-operations.ts";
import { telemetryOperations } from "./telemetry-operations.ts";
import { trustOperations } from "./trust-operations.ts";
import { vehicleOperations } from "./vehicle-operations.ts";
import { webhookOperations } from "./webhook-operations.ts";
import { workOperations } from "./work-operations.ts";
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
