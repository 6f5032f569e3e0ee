import type { Json, JsonObject } from "../../encoding/strict-json.ts";
import type { Operation } from "./operation.ts";

/** Where an id that a path takes comes from: of which answer, and where in it (a runtime expression of OpenAPI). */
interface Source {
  readonly operationId: string;
  readonly pointer: string;
}

const sources: Readonly<Record<string, readonly Source[]>> = {
  vehicle_id: [
    { operationId: "ingestTelemetry", pointer: "/vehicle_id" },
    { operationId: "listVehicles", pointer: "/data/0/vehicle_id" },
  ],
  event_id: [{ operationId: "listEvidence", pointer: "/data/0/event_id" }],
  statement_id: [
    { operationId: "requestStatement", pointer: "/statement_id" },
    { operationId: "listStatements", pointer: "/data/0/statement_id" },
  ],
  scenario_id: [
    { operationId: "createScenarioFeed", pointer: "/scenario_id" },
    { operationId: "listScenarios", pointer: "/data/0/scenario_id" },
  ],
  key_id: [{ operationId: "createKey", pointer: "/id" }],
  webhook_id: [{ operationId: "createWebhook", pointer: "/id" }],
  delivery_id: [{ operationId: "listWebhookDeliveries", pointer: "/data/0/id" }],
};

/**
 * Links from an answer to the operations that take an id in it, by name of the operation: whoever follows them, as fuzzers
 * do, reaches every operation that needs what another one made.
 */
export function linksOf(operation: Operation, all: readonly Operation[]): JsonObject {
  const links: [string, Json][] = [];
  for (const [parameter, froms] of Object.entries(sources)) {
    const from = froms.find(({ operationId }) => operationId === operation.operationId);
    if (from === undefined) continue;
    for (const target of all) {
      const needed = pathParameters(target);
      const own = needed.filter((name) => name !== parameter && pathParameters(operation).includes(name));
      if (!needed.includes(parameter) || own.length !== needed.length - 1) continue;
      const parameters = Object.fromEntries([
        [parameter, `$response.body#${from.pointer}`],
        ...own.map((name) => [name, `$request.path.${name}`]),
      ]) as JsonObject;
      links.push([target.operationId, { operationId: target.operationId, parameters }]);
    }
  }
  return Object.fromEntries(links);
}

function pathParameters({ path }: Operation): readonly string[] {
  return [...path.matchAll(/\{\+?(\w+)\}/gu)].map(([, name]) => name!);
}
