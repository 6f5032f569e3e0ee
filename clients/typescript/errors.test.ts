import { expect, test } from "vitest";

import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  PlumblineError,
  ProblemError,
  RateLimitError,
  UnavailableError,
  ValidationError,
  problemError,
} from "./errors.ts";

function problemOf(status: number) {
  return {
    type: "/problems/x",
    title: "Refused",
    status,
    detail: "Because.",
    instance: "/requests/req_1",
    code: "x",
    request_id: "req_1",
  };
}

test.each([
  [400, ValidationError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [422, ValidationError],
  [429, RateLimitError],
  [503, UnavailableError],
  [409, ProblemError],
  [500, ProblemError],
])("status %i is thrown as its own kind", (status, kind) => {
  const error = problemError(problemOf(status), null);
  expect(error.constructor).toBe(kind);
  expect(error).toBeInstanceOf(PlumblineError);
  expect(error.name).toBe(kind.name);
});

test("an error says what the problem says, and lists nothing where nothing is listed", () => {
  expect(problemError(problemOf(429), 7)).toMatchObject({
    message: "Refused: Because.",
    status: 429,
    code: "x",
    requestId: "req_1",
    errors: [],
    retryAfterS: 7,
  });
});
