import { expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { HttpRefusal, headerRefusal } from "./http-refusal.ts";
import { problemAnswer } from "./problem-answer.ts";

test("a refusal is RFC 9457 problem details with its status, code and request", () => {
  const answer = problemAnswer(new Refusal("vehicle_not_found", "There is no such vehicle."), "req_1");
  expect([answer.status, answer.contentType]).toEqual([404, "application/problem+json"]);
  expect(JSON.parse(String(answer.body))).toMatchObject({
    type: "/problems/not-found",
    status: 404,
    detail: "There is no such vehicle.",
    instance: "/requests/req_1",
    code: "vehicle_not_found",
    request_id: "req_1",
  });
});

test("what is no refusal says nothing of itself", () => {
  const answer = problemAnswer(new Error("SELECT secret FROM keys"), "req_1");
  expect(answer.status).toBe(500);
  expect(JSON.parse(String(answer.body))).toMatchObject({ code: "internal" });
  expect(String(answer.body)).not.toContain("secret");
});

test("at most a hundred faults are listed, and none where there are none", () => {
  const fault = { pointer: "/a", code: "wrong_type", detail: "a must be text." } as const;
  const many = new Refusal(
    "wrong_type",
    "a must be text.",
    Array.from({ length: 101 }, () => fault),
  );
  expect(JSON.parse(String(problemAnswer(many, "req_1").body)).errors).toHaveLength(100);
  expect(String(problemAnswer(new Refusal("json_empty", "Send a frame."), "req_1").body)).not.toContain(
    "errors",
  );
});

test("503 and 429 say when to come again, as the refusal has it or as is usual", () => {
  const usual = problemAnswer(new Refusal("overloaded", "Too much."), "req_1").headers;
  expect(usual).toEqual({ "Retry-After": "2" });
  const own = new HttpRefusal("rate_limited", "Wait.", { headers: { "Retry-After": "7" } });
  expect(problemAnswer(own, "req_1").headers).toEqual({ "Retry-After": "7" });
});

test("a refusal because of a header names it", () => {
  const { body } = problemAnswer(headerRefusal("header_invalid", "host", "Host is given twice."), "req_1");
  expect(JSON.parse(String(body)).errors).toEqual([
    { header: "host", code: "header_invalid", detail: "Host is given twice." },
  ]);
});
