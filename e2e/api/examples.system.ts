import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { SchemaName } from "../../core/contract/schemas/named-schemas.ts";
import { openapiDocument } from "../../core/contract/openapi/openapi-document.ts";
import { operations } from "../../core/contract/openapi/operations.ts";
import { validate } from "../../core/contract/requests/validate.ts";
import { knownScorers } from "../../core/scorers/known-scorers.ts";
import { serve } from "../../server/main.ts";
import { readScoringMethod } from "../../server/software.ts";

let dataDir = "";
let service: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-examples-"));
  service = await serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env: {} });
});

afterAll(async () => {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(method: string, target: string, body?: { readonly type: string; readonly text: string }) {
  const answer = await fetch(`${service.url}${target}`, {
    method,
    headers: { Authorization: "Bearer plumb_dev_local", ...(body && { "Content-Type": body.type }) },
    ...(body && { body: body.text }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true && !target.endsWith("/frames");
  return { status: answer.status, value: isJson ? (JSON.parse(text) as unknown) : text };
}

/** The id of a new key. */
async function makeKey(): Promise<string> {
  const text = JSON.stringify({ name: "an example", preset: "ingest" });
  const { value } = await ask("POST", "/v1/keys", { type: "application/json", text });
  return (value as { readonly id: string }).id;
}

/** A webhook to this machine, which development mode allows: a test asks no name server. */
const receiver = "http://127.0.0.1:9/";
async function makeWebhook(): Promise<string> {
  const text = JSON.stringify({ url: receiver });
  const { value } = await ask("POST", "/v1/webhooks", { type: "application/json", text });
  return (value as { readonly id: string }).id;
}

/** The logical scenario that another is drawn from. */
async function makeLogicalScenario(): Promise<string> {
  const text = JSON.stringify({ scenario_type: "curb_strike", level: "logical" });
  const { value } = await ask("POST", "/v1/risk/scenario-feed", { type: "application/json", text });
  return (value as { readonly scenario_id: string }).scenario_id;
}

async function makeStatement(vehicleId: string): Promise<string> {
  const body = { type: "application/json", text: '{"reason":"an example"}' };
  const { value } = await ask("POST", `/v1/vehicles/${vehicleId}/statements`, body);
  return (value as { readonly statement_id: string }).statement_id;
}

interface Described {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
}

/** Method, path with its example ids, media type, name and body of every example request in the document. */
const examples = Object.entries(
  openapiDocument()["paths"] as unknown as Record<string, Record<string, Described>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) =>
    Object.entries(requestBody?.content ?? {}).flatMap(([type, { examples: named = {} }]) =>
      Object.entries(named).map(
        ([name, { value }]) =>
          [
            method.toUpperCase(),
            path
              .replace("{vehicle_id}", "veh-0042")
              .replace("{key_id}", "KEY")
              .replace("{webhook_id}", "WEBHOOK"),
            name,
            { type, text: typeof value === "string" ? value : JSON.stringify(value) },
          ] as const,
      ),
    ),
  ),
);

const isAboutEvidence = ([, path]: (typeof examples)[number]) => path.includes("{event_id}");

test.each(examples.filter((example) => !isAboutEvidence(example)))(
  "%s %s works as the document's example %s shows it",
  async (method, target, _name, body) => {
    let text = body.text.replace(/https:\/\/ops\.example\.com\/[a-z]*/, receiver);
    const [scenario] = /scn_[0-9a-f]+/.exec(text) ?? [];
    if (scenario !== undefined) text = text.replace(scenario, await makeLogicalScenario());
    const ids = { KEY: makeKey, WEBHOOK: makeWebhook };
    let path = target;
    for (const [name, make] of Object.entries(ids))
      if (path.includes(name)) path = path.replace(name, await make());
    // No breach of the example's vehicle is open.
    const status = path.endsWith("/evidence") ? 409 : path.endsWith("/statements") ? 201 : 200;
    expect(await ask(method, path, { ...body, text })).toMatchObject({ status });
  },
);

test("every read answers in the shape that is published for it", async () => {
  const frames = Array.from({ length: 260 }, (_, at) => ({
    vehicle_id: "veh-drifting",
    timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
    sensors: {
      radar_range_bias_m: 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1) + (at < 160 ? 0 : 0.5),
      lidar_registration_error_m: 0.03 + 0.004 * Math.sin(at * 3.7),
    },
  }));
  const batch = await ask("POST", "/v1/telemetry/ingest", {
    type: "application/json",
    text: JSON.stringify(frames),
  });
  expect(validate("BatchIngestResult", batch.value)).toEqual([]);
  const score = await ask("POST", "/v1/score/residual", {
    type: "application/json",
    text: JSON.stringify(frames.at(-1)),
  });
  expect(validate("ResidualScore", score.value)).toEqual([]);
  const { evidence_id: eventId } = score.value as { readonly evidence_id: string };

  const webhookId = await makeWebhook();
  const tested = await ask("POST", `/v1/webhooks/${webhookId}/test`);
  expect(validate("WebhookDelivery", tested.value)).toEqual([]);
  const { id: deliveryId } = tested.value as { readonly id: string };

  const reads: readonly (readonly [target: string, schema: SchemaName])[] = [
    ["/v1/vehicles", "VehicleList"],
    ["/v1/vehicles?limit=1", "VehicleList"],
    ["/v1/vehicles/veh-drifting", "VehicleDetail"],
    ["/v1/vehicles/veh-0042", "VehicleDetail"],
    ["/v1/vehicles/veh-drifting/series", "VehicleSeries"],
    ["/v1/vehicles/veh-drifting/series?points=20", "VehicleSeries"],
    ["/v1/vehicles/veh-drifting/series?from=2027-01-01T00:00:00Z", "VehicleSeries"],
    ["/v1/fleet/health-summary", "FleetHealthSummary"],
    ["/v1/fleet/health-summary?group_by=fleet", "FleetHealthSummary"],
    ["/v1/fleet/health-summary?group_by=region&silent_after_s=1", "FleetHealthSummary"],
    ["/v1/fleet/queue", "WorkQueue"],
    ["/v1/audit", "AuditList"],
    ["/v1/keys", "ApiKeyList"],
    ["/v1/keys/self", "ApiKey"],
    [`/v1/keys/${await makeKey()}`, "ApiKey"],
    ["/v1/webhooks", "WebhookList"],
    [`/v1/webhooks/${webhookId}`, "Webhook"],
    [`/v1/webhooks/${webhookId}/deliveries`, "WebhookDeliveryList"],
    [`/v1/webhooks/${webhookId}/deliveries/${deliveryId}`, "WebhookDeliveryDetail"],
    ["/v1/evidence", "EvidenceList"],
    ["/v1/vehicles/veh-drifting/statements", "StateStatementList"],
    [`/v1/statements/${await makeStatement("veh-drifting")}`, "StateStatement"],
    ["/v1/evidence/keys", "KeyringEnvelope"],
    ["/v1/evidence/keys/history", "KeyringHistory"],
    [`/v1/evidence/${eventId}/bundle`, "EvidenceBundle"],
    [`/v1/evidence/${eventId}/custody`, "EvidenceCustody"],
    [`/v1/evidence/${eventId}/sigstore`, "SigstoreBundle"],
    ["/v1/evidence/trusted-root", "TrustedRoot"],
    ["/.well-known/jwks.json", "JsonWebKeySet"],
    ["/health", "Health"],
    ["/v1/health", "Health"],
    ["/readyz", "Health"],
    ["/livez", "Liveness"],
  ];
  for (const [target, schema] of reads) {
    const answer = await ask("GET", target);
    expect([target, answer.status, validate(schema, answer.value)]).toEqual([target, 200, []]);
  }
  const framesFile = await ask("GET", `/v1/evidence/${eventId}/frames`);
  expect(framesFile.status).toBe(200);

  // Last of all: what is done to evidence, as the examples show it. What is on hold cannot be erased.
  const aboutEvidence = examples.filter(isAboutEvidence);
  expect(aboutEvidence.map(([, path]) => path.split("/").at(-1))).toEqual(["legal-hold", "erasure"]);
  const statuses: number[] = [];
  for (const [method, path, , body] of aboutEvidence) {
    statuses.push((await ask(method, path.replace("{event_id}", eventId), body)).status);
  }
  expect(statuses).toEqual([200, 409]);
});

test("every public operation and every document is served without a key", async () => {
  const keySet = (await ask("GET", "/.well-known/jwks.json")).value as { keys: { kid: string }[] };
  const named = {
    keyid: keySet.keys[0]!.kid,
    specification: createHash("sha256").update(readScoringMethod()).digest("hex"),
    scorer: knownScorers[0]!.sha256,
  };
  const open = operations
    .filter(({ access }) => access === "public")
    .map(({ path }) => targetOf(path, named));
  for (const target of [
    ...open,
    "/openapi.json",
    "/openapi.yaml",
    "/docs",
    "/schemas/TelemetryFrame.json",
    "/problems/internal",
  ]) {
    const { status } = await fetch(`${service.url}${target}`);
    expect([target, status]).toEqual([target, 200]);
  }
});

/** The log has entries by now. */
function targetOf(
  path: string,
  named: { readonly keyid: string; readonly specification: string; readonly scorer: string },
): string {
  const query: Readonly<Record<string, string>> = {
    "/v1/log/proof/inclusion": "?index=0",
    "/v1/log/proof/consistency": "?from=1",
  };
  const filled = path
    .replace("{tile_level}", "0")
    .replace("{+tile_index}", "000.p/1")
    .replace("{keyid}", named.keyid)
    .replace("{sha256}", path.includes("/scorers/") ? named.scorer : named.specification);
  return `${filled}${query[path] ?? ""}`;
}
