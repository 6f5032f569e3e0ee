import { expect, test } from "vitest";

import { primitives, trust } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { brokenTime, openTime } from "./third-party-time.ts";
import { earliestUs, existenceTime, thirdPartyTimes } from "./third-party-times.ts";
import { passed } from "../verify/verification-report.ts";
import { requiredBy } from "../verify/verification-input.ts";

const at = (notAfterUs: number) => ({ finding: passed, notAfterUs });
const none = openTime("not asked");

test("the earliest of the times counts, and none where no third party states one", () => {
  expect(earliestUs({ witnesses: at(20), timeStamps: at(10) })).toBe(10);
  expect(earliestUs({ witnesses: at(20), timeStamps: none })).toBe(20);
  expect(earliestUs({ witnesses: none, timeStamps: brokenTime("forged") })).toBeNull();
});

test("a time is demanded by a threshold, by the trust file or by the caller", () => {
  const times = { witnesses: none, timeStamps: at(10) };
  const demanded = (by: typeof trust, options = {}) =>
    existenceTime(times, { trust: by, required: requiredBy(by, options) }).isDemanded;
  expect(demanded(trust)).toBe(false);
  expect(demanded({ ...trust, witnessThreshold: 1 })).toBe(true);
  expect(demanded(trust, { requireTimestamp: true })).toBe(true);
  expect(existenceTime(times, { trust, required: requiredBy(trust, {}) }).notAfterUs).toBe(10);
});

test("what the caller requires of third parties fails where it is missing", () => {
  const required = { witness: true, timestamp: true };
  const times = thirdPartyTimes(bundle, { trust, primitives, nowUs: undefined, required });
  expect([times.witnesses.finding.kind, times.timeStamps.finding.kind]).toEqual(["fail", "fail"]);
});
