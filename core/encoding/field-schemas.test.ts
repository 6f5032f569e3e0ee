import { Check } from "typebox/value";
import { expect, test } from "vitest";

import {
  codeSchema,
  hexDigestSchema,
  instantSchema,
  isWorseTier,
  keyNameSchema,
  logOriginSchema,
  namedDigestSchema,
  organisationSchema,
  seqSchema,
  textSchema,
  vehicleIdSchema,
} from "./field-schemas.ts";

const digest = "0123456789abcdef".repeat(4);

test.each([
  ["a digest", hexDigestSchema, [digest], ["", digest.toUpperCase(), digest.slice(1), `${digest}0`]],
  ["a named digest", namedDigestSchema, [`sha256:${digest}`], [digest, `sha512:${digest}`]],
  [
    "an instant",
    instantSchema,
    ["2026-11-20T09:13:50.180Z"],
    ["2026-11-20T09:13:50Z", "2026-11-20T09:13:50.1800Z"],
  ],
  ["a vehicle id", vehicleIdSchema, ["a", "x".repeat(128)], ["", "x".repeat(129), "-a", "é"]],
  ["an organisation", organisationSchema, ["acme"], ["", "acme corp", "x".repeat(65)]],
  ["a name of a key", keyNameSchema, ["", "k 1"], ["k\n", "é", "x".repeat(129)]],
  ["a code", codeSchema, ["caution_limit_exceeded"], ["", "Cusum", "1st"]],
  ["an origin", logOriginSchema, ["log.example.org", "a"], ["", "log.example.org/x", "Log", "-a", "a..b"]],
  ["a number of an entry", seqSchema, [1, Number.MAX_SAFE_INTEGER], [0, 1.5, 2 ** 53, "1"]],
  ["a text", textSchema(4), ["a b", "größ"], ["", "abcde", "a\u202eb", "a\nb"]],
])("%s has one spelling", (_, schema, taken, refused) => {
  expect(taken.filter((value) => !Check(schema, value))).toEqual([]);
  expect(refused.filter((value) => Check(schema, value))).toEqual([]);
});

test("alarms stand above NOMINAL, and UNKNOWN beside it: to learn is not to become worse", () => {
  const tiers = ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"] as const;
  expect(tiers.map((one) => tiers.filter((other) => isWorseTier(one, other)))).toEqual([
    [],
    [],
    ["UNKNOWN", "NOMINAL"],
    ["UNKNOWN", "NOMINAL", "CAUTION"],
  ]);
});
