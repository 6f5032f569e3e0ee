import { expect, test } from "vitest";
import { parse } from "yaml";

import { openapiDocument, openapiJson, openapiYaml } from "./openapi-document.ts";
import { operations } from "./operations.ts";

test("both forms of the document say the same", () => {
  expect(JSON.parse(openapiJson())).toEqual(openapiDocument());
  expect(parse(openapiYaml())).toEqual(openapiDocument());
});

test("every operation is at its path, under its method and with its id", () => {
  const document = openapiDocument();
  for (const { path, method, operationId } of operations) {
    const place = path.replace("{+", "{");
    expect(document).toHaveProperty(["paths", place, method.toLowerCase(), "operationId"], operationId);
  }
});

test("an operation that takes no key says so, the others name their scope", () => {
  expect(openapiDocument()).toHaveProperty(["paths", "/health", "get", "security"], []);
  expect(openapiDocument()).toHaveProperty(
    ["paths", "/v1/telemetry/ingest", "post", "x-required-scopes"],
    ["telemetry:write"],
  );
});

test("a scenario of erased evidence may be gone, and its exports in JSON are objects", () => {
  const document = openapiDocument();
  expect(document).toHaveProperty(["paths", "/v1/risk/scenario-feed", "post", "responses", "410"]);
  const exports = ["paths", "/v1/scenarios/{scenario_id}/exports/{export_format}", "get"];
  const content = [...exports, "responses", "200", "content"];
  expect(document).toHaveProperty([...content, "application/json", "schema", "type"], "object");
  expect(document).toHaveProperty([...content, "application/zip", "schema", "format"], "binary");
});

test("generators and strict validators can read it: one type beside null, and no component that nothing names", () => {
  const text = JSON.stringify(openapiDocument());
  const unnamed = Object.entries(openapiDocument()["components"] as Readonly<Record<string, object>>)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`))
    .filter((reference) => !text.includes(`"${reference}"`));
  expect(unnamed).toEqual([]);
  const types = [...text.matchAll(/"type":(\[[^\]]*\])/gu)].map(([, list]) => JSON.parse(list!) as string[]);
  expect(types.filter((list) => list.filter((one) => one !== "null").length > 1)).toEqual([]);
});
