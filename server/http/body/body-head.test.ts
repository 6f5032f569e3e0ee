import { expect, test } from "vitest";
import { type OperationId, operations } from "../../../core/contract/openapi/operations.ts";
import { exchangeForTests } from "../request-for-tests.ts";
import { parseMediaType, readBodyHead } from "./body-head.ts";

function headOf(operationId: OperationId, headers: Readonly<Record<string, string>>) {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  return readBodyHead(exchangeForTests({ headers }), operation);
}

test("an operation without a body takes none", () => {
  expect(headOf("listVehicles", {})).toEqual({ kind: "none" });
  expect(headOf("listVehicles", { "content-length": "0" })).toEqual({ kind: "none" });
  for (const headers of [{ "content-length": "1" }, { "transfer-encoding": "chunked" }]) {
    expect(() => headOf("listVehicles", headers)).toThrow("This operation takes no body.");
  }
});

test("a body that may be left out is left out whatever the headers say of its form", () => {
  expect(headOf("createScenarioFeed", { "content-type": "text/csv" })).toEqual({ kind: "none" });
});

test.each([
  ["application/json", "json"],
  ['APPLICATION/JSON; charset="UTF-8"', "json"],
  ["application/json; charset=utf8", "json"],
  ["application/x-ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  ["Application/JSONL; charset=utf-8", "ndjson"],
  ["application/x-jsonlines", "ndjson"],
  ["application/ndjson", "ndjson"],
])("%s is %s for ingest", (type, kind) => {
  const headers = { "content-type": type, "content-length": "2", "content-encoding": "br" };
  expect(headOf("ingestTelemetry", headers)).toEqual({ kind, coding: "br" });
});

test.each([
  ["ingestTelemetry", "text/plain", "application/json, application/x-ndjson"],
  ["ingestTelemetry", "application/json; charset=utf-16", "application/json, application/x-ndjson"],
  ["scoreResidual", "application/x-ndjson", "application/json"],
  ["scoreResidual", "application/jsonl", "application/json"],
  ["ingestTelemetry", "application/jsonlines", "application/json, application/x-ndjson"],
] as const)("%s does not take %s, and says what it takes", (operationId, type, taken) => {
  expect(() => headOf(operationId, { "content-type": type, "content-length": "2" })).toThrow(
    expect.objectContaining({
      code: "media_type_unsupported",
      headers: { "Accept-Post": taken, "Accept-Encoding": "gzip, br, zstd" },
    }),
  );
});

test.each([
  ["application/json", "application/json", {}],
  ["Application/JSON ; Charset=UTF-8", "application/json", { charset: "UTF-8" }],
  ['application/json;charset="utf-8";', "application/json", { charset: "utf-8" }],
  ['a/b; x="a\\"b"', "a/b", { x: 'a"b' }],
])("%s", (text, essence, parameters) => {
  expect(parseMediaType(text)).toEqual({ essence, parameters: new Map(Object.entries(parameters)) });
});

test.each([
  "",
  "json",
  "application/",
  "application/json, text/html",
  "a/b; x",
  "a/b; x=1; x=2",
  'a/b; x="1',
])("%s is no media type", (text) => {
  expect(parseMediaType(text)).toBeNull();
});

// Matched step by step back and forth, these would take longer than a test may.
test("a header made to be slow to match is refused all the same", () => {
  expect(parseMediaType(`a/b${"; ".repeat(400_000)}!!`)).toBeNull();
  expect(parseMediaType(`a/b${" \t;".repeat(250_000)}(`)).toBeNull();
});
