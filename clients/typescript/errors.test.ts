import { expect, test } from "vitest";
import {
  AuthenticationError,
  NotFoundError,
  PermissionError,
  PlumblineError,
  problemError,
  ProblemError,
  RateLimitError,
  UnavailableError,
  ValidationError,
} from "./errors.ts";

const problem = {
  type: "/problems/x",
  title: "Title",
  status: 400,
  detail: "Detail.",
  instance: "/requests/req_1",
  code: "x",
  request_id: "req_1",
} as const;

test.each([
  [400, ValidationError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ProblemError],
  [422, ValidationError],
  [429, RateLimitError],
  [500, ProblemError],
  [503, UnavailableError],
])("status %d is thrown as its own class, and always as a problem", (status, Kind) => {
  const error = problemError({ ...problem, status }, null);
  expect(error.constructor).toBe(Kind);
  expect(error.name).toBe(Kind.name);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toBeInstanceOf(PlumblineError);
  expect(error.message).toBe("Title: Detail.");
});

test("a problem without faults has an empty list of them", () => {
  expect(problemError(problem, 3)).toMatchObject({ errors: [], retryAfterS: 3, requestId: "req_1" });
});
