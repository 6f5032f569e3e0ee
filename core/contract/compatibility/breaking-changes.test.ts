import { expect, test } from "vitest";

import type { JsonObject } from "../../encoding/strict-json.ts";
import { openapiDocument } from "../openapi/openapi-document.ts";
import { breakingChanges } from "./breaking-changes.ts";

/** As if it had been released: what is done to copies of it is done to a document with every form there is. */
const released = JSON.parse(JSON.stringify(openapiDocument())) as JsonObject;

test("nothing breaks in what did not change", () => {
  expect(breakingChanges(released, structuredClone(released))).toEqual([]);
});

// A part of a document may be anything; the tests name places that are there.
// oxlint-disable-next-line typescript/no-explicit-any -- as above
type Part = any;

const shape = (document: Part, name: string): Part => document.components.schemas[name];
const operation = (document: Part, path: string, method: string): Part => document.paths[path][method];
const limitOf = (document: Part): Part =>
  operation(document, "/v1/vehicles", "get").parameters.find(({ name }: Part) => name === "limit");

test.each<[string, (document: Part) => void, string]>([
  ["an operation is taken away", (d) => delete d.paths["/v1/limits"].get, "get /v1/limits is gone"],
  [
    "a path is renamed",
    (d) => {
      d.paths["/v1/boundaries"] = d.paths["/v1/limits"];
      delete d.paths["/v1/limits"];
    },
    "get /v1/limits is gone",
  ],
  [
    "an operationId changes",
    (d) => (operation(d, "/v1/limits", "get").operationId = "limits"),
    "has another operationId",
  ],
  [
    "a field of an answer goes",
    (d) => delete shape(d, "ResidualScore").properties.confidence,
    "confidence: is gone",
  ],
  [
    "a field of an answer may be missing",
    (d) => shape(d, "ResidualScore").required.splice(shape(d, "ResidualScore").required.indexOf("tier"), 1),
    "/tier: may be missing now",
  ],
  [
    "a field of an answer may be null",
    (d) => (shape(d, "Limit").properties.limit.type = ["integer", "null"]),
    "was integer and is integer or null",
  ],
  [
    "a field of an answer changes its type",
    (d) => (shape(d, "Limits").properties.organisation.type = "integer"),
    "was string and is integer",
  ],
  [
    "an answer gets a value no client knows",
    (d) => shape(d, "Tier").enum.push("BROKEN"),
    'may now be "BROKEN"',
  ],
  [
    "a field deep inside a list changes",
    (d) => (shape(d, "VehicleListItem").properties.silent.type = "string"),
    "/data/*/silent: was boolean and is string",
  ],
  [
    "a form of an answer goes",
    (d) => {
      const { content } = operation(d, "/v1/evidence/{event_id}/report", "get").responses["200"];
      delete content["application/pdf"];
    },
    "200 is no application/pdf any more",
  ],
  [
    "a header of an answer goes",
    (d) => delete operation(d, "/v1/vehicles", "get").responses["200"].headers.ETag,
    "200 has no ETag any more",
  ],
  [
    "a status of success goes",
    (d) => delete operation(d, "/v1/telemetry/ingest", "post").responses["207"],
    "no longer answers 207",
  ],
  [
    "a request needs a new field",
    (d) => {
      shape(d, "LegalHoldRequest").properties.until = { type: "string" };
      shape(d, "LegalHoldRequest").required.push("until");
    },
    "body/until: is needed now",
  ],
  [
    "a request loses a field",
    (d) => delete shape(d, "ScenarioFeedRequest").properties.seed,
    "body/seed: is gone",
  ],
  [
    "a request takes no other members",
    (d) => (shape(d, "FrameMetadata").additionalProperties = false),
    "metadata: takes no other members any more",
  ],
  [
    "a limit is narrowed",
    (d) => (shape(d, "LegalHoldRequest").properties.reason.maxLength = 100),
    "maxLength is 100, was 500",
  ],
  ["a limit appears", (d) => (shape(d, "LegalHoldRequest").properties.hold.minimum = 1), "minimum is 1"],
  ["a pattern appears", (d) => (shape(d, "ErasureRequest").properties.basis.pattern = "^A"), "pattern is"],
  [
    "a request's enumeration is narrowed",
    (d) => shape(d, "BaselineCommand").properties.action.enum?.pop() ?? shape(d, "BaselineAction").enum.pop(),
    "no longer takes",
  ],
  [
    "a parameter goes",
    (d) => operation(d, "/v1/vehicles", "get").parameters.shift(),
    "takes no query tier any more",
  ],
  ["a parameter is needed", (d) => (limitOf(d).required = true), "needs query limit"],
  [
    "a parameter's range is narrowed",
    (d) => (limitOf(d).schema.maximum = 10),
    "query limit: maximum is 10, was 1000",
  ],
  [
    "a body is needed",
    (d) => (operation(d, "/v1/risk/scenario-feed", "post").requestBody.required = true),
    "needs a body",
  ],
  [
    "a media type is no longer taken",
    (d) => delete operation(d, "/v1/telemetry/ingest", "post").requestBody.content["application/x-ndjson"],
    "body is no application/x-ndjson any more",
  ],
  [
    "another scope is asked for",
    (d) => (operation(d, "/v1/vehicles", "get")["x-required-scopes"] = ["admin"]),
    "asks for the scope admin",
  ],
  ["a key is asked for", (d) => delete operation(d, "/health", "get").security, "asks for a key"],
])("it is found when %s", (_what, change, found) => {
  const changed = structuredClone(released) as Part;
  change(changed);
  expect(breakingChanges(released, changed).join("\n")).toContain(found);
});

test("it is found when a scope goes", () => {
  const changed = JSON.parse(
    JSON.stringify(released).replaceAll('"risk:write"', '"fleet:read"'),
  ) as JsonObject;
  expect(breakingChanges(released, changed)).toContain("the scope risk:write is gone");
});

test.each<[string, (document: Part) => void]>([
  ["an operation", (d) => (d.paths["/v1/new"] = { get: { operationId: "getNew", responses: {} } })],
  ["a field of an answer", (d) => (shape(d, "ResidualScore").properties.more = { type: "string" })],
  [
    "a field of a request that may be left out",
    (d) => (shape(d, "LegalHoldRequest").properties.until = { type: "string" }),
  ],
  [
    "a parameter that may be left out",
    (d) =>
      operation(d, "/v1/vehicles", "get").parameters.push({
        name: "q",
        in: "query",
        schema: { type: "string" },
      }),
  ],
  ["a wider limit", (d) => (shape(d, "LegalHoldRequest").properties.reason.maxLength = 1000)],
  [
    "a form of an answer",
    (d) => (operation(d, "/v1/vehicles", "get").responses["200"].content["text/csv"] = {}),
  ],
  ["a refusal", (d) => (operation(d, "/v1/vehicles", "get").responses["418"] = { description: "no" })],
  ["a text", (d) => (shape(d, "ResidualScore").description = "other words")],
])("to add %s breaks nobody", (_what, change) => {
  const changed = structuredClone(released) as Part;
  change(changed);
  expect(breakingChanges(released, changed)).toEqual([]);
});

test("an enumeration that is said to grow may grow in answers, and loses nothing in requests", () => {
  const changed = structuredClone(released) as Part;
  shape(changed, "LimitName").enum.push("moons");
  expect(breakingChanges(released, changed)).not.toEqual([]);
  expect(breakingChanges(released, changed, ["LimitName"])).toEqual([]);
});
