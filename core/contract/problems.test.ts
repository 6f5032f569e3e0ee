import { expect, test } from "vitest";

import { baselineStates, reasons } from "../scoring/model/score.ts";
import { actions, faultSources, tiers } from "../scoring/model/tier.ts";
import { codesOf, problemCodes, problemPages } from "./problems.ts";
import { reasonValues } from "./schemas/vehicles/residual-score.ts";
import {
  actionValues,
  baselineStateValues,
  channelValues,
  faultSourceValues,
  tierValues,
} from "./schemas/vocabulary.ts";
import { channels } from "../scoring/model/sensors.ts";

test("the kinds of problems are those of the contract", () => {
  const slugs =
    "malformed-json, malformed-request, validation-error, unauthenticated, forbidden, not-found, method-not-allowed, not-acceptable, expectation-failed, " +
    "payload-too-large, unsupported-media-type, idempotency-key-invalid, idempotency-key-reused, idempotency-in-progress, rate-limited, " +
    "quota-exceeded, storage-full, overloaded, storage-unavailable, not-yet, gone, conflict, precondition-failed, damaged, internal";
  expect(Object.keys(problemPages)).toEqual(slugs.split(", "));
});

test("codes are snake_case, and every kind of problem has at least one", () => {
  for (const code of Object.keys(problemCodes)) expect(code).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
  for (const slug of Object.keys(problemPages)) {
    expect(codesOf(slug as keyof typeof problemPages)).not.toHaveLength(0);
  }
});

test("the contract and the scoring list the same values", () => {
  expect(tierValues).toEqual(tiers);
  expect(actionValues).toEqual(actions);
  expect(faultSourceValues).toEqual(faultSources);
  expect(channelValues).toEqual(channels);
  expect(baselineStateValues).toEqual(baselineStates);
  expect(reasonValues).toEqual(reasons);
});
