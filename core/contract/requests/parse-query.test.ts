import { expect, test } from "vitest";

import { parseQuery } from "./parse-query.ts";
import { operationOf } from "../openapi/operations.ts";

const ofVehicles = operationOf("listVehicles").query;
const ofSeries = operationOf("getVehicleSeries").query;

test("values come typed, with defaults filled in", () => {
  expect(parseQuery("tier=CRITICAL&tier=CAUTION&fleet_id=vans%20north&limit=5", ofVehicles)).toEqual({
    values: { tier: ["CRITICAL", "CAUTION"], fleet_id: ["vans north"], limit: 5, sort: "urgency" },
    faults: [],
  });
  expect(parseQuery("from=2025-03-01T08:00:00Z", ofSeries).values).toEqual({
    from: 1_740_816_000_000_000,
    points: 500,
  });
});

test("an operation without parameters takes none", () => {
  const { faults } = parseQuery("pretty=1", []);
  expect(faults).toMatchObject([{ parameter: "pretty", code: "query_parameter_unknown" }]);
});

test.each([
  ["teir=CRITICAL", "teir", "query_parameter_unknown", "Did you mean tier?"],
  ["LIMIT=5", "LIMIT", "query_parameter_unknown", "Did you mean limit?"],
  ["x=1", "x", "query_parameter_unknown", "It takes tier,"],
  ["limit=5&limit=5", "limit", "query_parameter_repeated", "only once"],
  ["silent=1", "silent", "query_parameter_invalid", "true or false"],
  ["silent=true&silent=true", "silent", "query_parameter_repeated", "only once"],
  ["q=", "q", "query_parameter_invalid", "characters"],
  ["limit=0", "limit", "query_parameter_invalid", "from 1 to 1000"],
  ["limit=1001", "limit", "query_parameter_invalid", "from 1 to 1000"],
  ["limit=05", "limit", "query_parameter_invalid", "integer"],
  ["limit=1e2", "limit", "query_parameter_invalid", "integer"],
  ["limit=", "limit", "query_parameter_invalid", "integer"],
  ["limit", "limit", "query_parameter_invalid", "integer"],
  ["limit=%35%", "", "query_malformed", "percent"],
  ["limit=%ff", "", "query_malformed", "percent"],
  ["tier=critical", "tier", "query_parameter_invalid", "did you mean CRITICAL?"],
  ["tier=CRITICAL,CAUTION", "tier", "query_parameter_invalid", "one of"],
  ["sort=tier", "sort", "query_parameter_invalid", "one of"],
  ["fleet_id=", "fleet_id", "query_parameter_invalid", "1 to 128"],
  ["fleet_id=a%00b", "fleet_id", "query_parameter_invalid", "control"],
  [`fleet_id=${"f".repeat(129)}`, "fleet_id", "query_parameter_invalid", "1 to 128"],
  ["tier=CRITICAL&".repeat(101), "tier", "query_parameter_repeated", "at most 100"],
  ["__proto__=1", "__proto__", "query_parameter_unknown", ""],
])("%s is refused", (text, parameter, code, hint) => {
  const { faults } = parseQuery(text, ofVehicles);
  expect(faults[0]).toMatchObject({ parameter, code });
  expect(faults[0]?.detail).toContain(hint);
});

test.each(["from=2026-02-30T00:00:00Z", "from=yesterday", "from=2025-03-01T08:00:00+00:00", "points=1"])(
  "%s is no time or number of points",
  (text) => {
    expect(parseQuery(text, ofSeries).faults).toMatchObject([{ code: "query_parameter_invalid" }]);
  },
);
