import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf, type Bundle } from "../../encoding/bundle.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { statementAbout, type Statement } from "../bundle/statement.ts";
import { checkStatement } from "./check-statement.ts";

const { sha256 } = primitives;
const due = statementAbout(coreOf(bundle), bundle.signature, bundle.proof.log!.origin);
const { log: _log, ...unloggedProof } = bundle.proof;

function check(statement: unknown, about: Bundle = bundle, organisations: readonly string[] = []) {
  const envelope = { kind: "open", payload: canonicalBytes(statement) } as const;
  return checkStatement(about, { envelope, organisations, sha256 });
}
const stating = (predicate: Partial<Statement["predicate"]>) => ({
  ...due,
  predicate: { ...due.predicate, ...predicate },
});

test("the statement about this bundle passes; one that names no log passes too", () => {
  expect(check(due)).toEqual({ kind: "pass" });
  expect(check(statementAbout(coreOf(bundle), bundle.signature))).toEqual({ kind: "pass" });
});

test.each<[string, unknown]>([
  ["signed for another event id", stating({ event_id: "EVB-20261120-0123456789AB" })],
  ["signed for another tier", stating({ tier: "CAUTION" })],
  ["signed for another organisation", stating({ organisation_tag: "0".repeat(64) })],
  ["signed for another log", stating({ log_origin: "other.example.org" })],
  ["signed at another time than issued", stating({ signed_at: "2026-11-20T09:13:40.000Z" })],
  [
    "signed for another event",
    { ...due, subject: [{ ...due.subject[0], name: "core.json" }, due.subject[1]] },
  ],
  ["signed for another content digest", { ...due, subject: [due.subject[1], due.subject[1]] }],
  ["signed for another frames file", { ...due, subject: [due.subject[0], due.subject[0]] }],
  ["not a statement of the type", { ...due, predicateType: "urn:other" }],
])("%s", (detail, statement) => {
  expect(check(statement)).toMatchObject({ kind: "fail", detail: expect.stringContaining(detail) });
});

test("a log that is named must be shown", () => {
  const detail = expect.stringContaining("shows no proof of it");
  expect(check(due, { ...bundle, proof: unloggedProof })).toMatchObject({ kind: "fail", detail });
});

test("the organisation asked for must be the bundle's", () => {
  expect(check(due, bundle, ["acme"])).toEqual({ kind: "pass" });
  expect(check(due, bundle, ["acme", "bolt"])).toMatchObject({
    detail: expect.stringContaining("bolt is required"),
  });
});

test("a payload that is not canonical JSON is no statement", () => {
  const envelope = { kind: "open", payload: utf8("{ }") } as const;
  const detail = expect.stringContaining("the statement is");
  expect(checkStatement(bundle, { envelope, organisations: [], sha256 })).toMatchObject({
    kind: "fail",
    detail,
  });
});
