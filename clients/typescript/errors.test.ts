import { expect, test } from "vitest";

import { APIError, apiError, type Refusal, ServerError, UnexpectedAnswerError } from "./errors.ts";
import * as published from "./index.ts";

function refusal(status: number, problem: Refusal["problem"] = {}): Refusal {
  return { status, headers: new Headers({ "x-request-id": "req_head" }), problem, retryAfterS: 7 };
}

const whole = {
  type: "/problems/x",
  title: "Refused",
  status: 429,
  detail: "Because.",
  instance: "/requests/req_1",
  code: "x",
  request_id: "req_1",
};

test("every error that is published says its own name and is a PlumblineError", () => {
  const kinds = Object.entries(published).filter(([name]) => name.endsWith("Error"));
  expect(kinds.length).toBeGreaterThan(20);
  for (const [name, value] of kinds) {
    const Kind = value as new (first: unknown, second?: unknown) => Error;
    const isOfStatus = Kind === APIError || Kind.prototype instanceof APIError;
    const answer = { status: 200, headers: new Headers() };
    const error = isOfStatus ? new Kind(refusal(400)) : new Kind("what", answer);
    expect(error).toBeInstanceOf(published.PlumblineError);
    expect(error.name).toBe(name);
  }
});

test("a status without a class of its own is an APIError, from 500 on a ServerError", () => {
  expect(apiError(refusal(418)).constructor).toBe(APIError);
  expect(apiError(refusal(599)).constructor).toBe(ServerError);
});

test("an error says what the problem says, and lists nothing where nothing is listed", () => {
  expect(apiError(refusal(429, whole))).toMatchObject({
    message: "Refused: Because.",
    status: 429,
    code: "x",
    requestId: "req_1",
    errors: [],
    retryAfterS: 7,
    problem: whole,
  });
});

test("a refusal that is no problem document is described by what is there", () => {
  expect(apiError(refusal(413, { title: "Too much" }))).toMatchObject({
    message: "Too much: not an answer of the service (no media type)",
    code: null,
    requestId: "req_head",
    problem: null,
  });
});

test("an answer that is not of the contract keeps the request to quote", () => {
  const headers = new Headers({ "x-request-id": "req_2" });
  expect(new UnexpectedAnswerError("what", { status: 200, headers }).requestId).toBe("req_2");
});
