import { expect, test } from "vitest";

import { primitives, trust } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import type { Trust } from "../keys/trust.ts";
import { checkLog } from "./check-log.ts";
import { openEnvelope } from "./check-signature.ts";
import { effectiveKeys } from "./effective-keys.ts";

const existence = { isDemanded: false, notAfterUs: null };
function kindsOf(given: Bundle, by: Trust = trust) {
  const effective = effectiveKeys({ trust: by, keyring: null, nowUs: undefined }, primitives);
  const { logEntry, checkpoint, inclusion, keyWindow } = checkLog(given, {
    envelope: openEnvelope(given),
    trust: by,
    effective,
    existence,
    primitives,
  });
  return [logEntry, checkpoint, inclusion, keyWindow].map(({ kind }) => kind);
}
const { proof } = bundle;
const withLog = (log: Partial<NonNullable<typeof proof.log>>): Bundle => ({
  ...bundle,
  proof: { ...proof, log: { ...proof.log!, ...log } },
});
const { log: _log, ...unlogged } = proof;

test("the proof of issued evidence passes every step", () => {
  expect(kindsOf(bundle)).toEqual(["pass", "pass", "pass", "pass"]);
});

test("a trust file that names a log makes its proof a duty", () => {
  const none = { ...bundle, proof: unlogged };
  expect(kindsOf(none)).toEqual(["fail", "not_checked", "not_checked", "not_checked"]);
  expect(kindsOf(none, { ...trust, logs: [] })[0]).toBe("not_checked");
});

test("without a named log the entry alone is compared", () => {
  expect(kindsOf(bundle, { ...trust, logs: [] })).toEqual([
    "pass",
    "not_checked",
    "not_checked",
    "not_checked",
  ]);
});

test("each part of the proof is found when it is another", () => {
  expect(kindsOf(withLog({ entry: "AAAA" }))).toEqual(["fail", "pass", "fail", "pass"]);
  expect(kindsOf(withLog({ entry: "*" }))).toEqual(["fail", "pass", "fail", "pass"]);
  expect(kindsOf(withLog({ index: 6 }))).toEqual(["pass", "fail", "not_checked", "not_checked"]);
  expect(kindsOf(withLog({ tlog_proof: "" }))).toEqual(["pass", "fail", "not_checked", "not_checked"]);
});
