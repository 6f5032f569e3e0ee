import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { type Log, clientGone, logRequest, noteRefusal } from "./access-log.ts";
import { exchangeForTests } from "./request-for-tests.ts";

function logged(status: number, code?: string): [string, object] {
  const lines: [string, object][] = [];
  const at = (level: string) => (line: object) => void lines.push([level, line]);
  const log: Log = { info: at("info"), warn: at("warn"), error: at("error") };
  const exchange = exchangeForTests({ headers: { "x-request-id": "mine", authorization: "Bearer secret" } });
  exchange.log.route = "/v1/vehicles";
  if (code !== undefined) exchange.log.code = code;
  logRequest(log, exchange, { status, nowUs: exchange.receivedAtUs + 12_345 });
  const [line] = lines;
  if (line === undefined || lines.length > 1) throw new Error("one line a request");
  return line;
}

test("a line says who asked what, the status and how long it took, and nothing of header, query or body", () => {
  expect(logged(200)).toEqual([
    "info",
    {
      request_id: "mine",
      trace: "5".repeat(32),
      method: "GET",
      route: "/v1/vehicles",
      status: 200,
      ms: 12.3,
      peer: "",
    },
  ]);
});

test.each([
  [200, "info"],
  [304, "info"],
  [404, "warn"],
  [503, "warn"],
  [500, "error"],
])("status %i is logged as %s", (status, level) => {
  expect(logged(status)[0]).toBe(level);
});

test("a client that left is no failure of ours, and logged as 499", () => {
  expect(logged(500, clientGone)).toMatchObject(["info", { status: 499, code: "client_gone" }]);
});

test("of a refused write the line says what the matter with the service is, and of no request what it said", () => {
  const exchange = exchangeForTests({});
  noteRefusal(exchange, new Refusal("storage_unavailable", "The disk is full."));
  expect(exchange.log).toEqual({ code: "storage_unavailable", reason: "The disk is full." });
  const other = exchangeForTests({});
  noteRefusal(other, new Refusal("out_of_range", "limit is hidden."));
  expect(other.log).toEqual({ code: "out_of_range" });
});
