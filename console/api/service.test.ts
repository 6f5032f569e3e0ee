import { expect, test } from "vitest";
import { APIConnectionError, apiError } from "../../clients/typescript/errors.ts";
import { faultText, requestIdOf } from "./service.ts";

const refusal = apiError({
  status: 403,
  headers: new Headers(),
  retryAfterS: null,
  problem: {
    type: "/problems/insufficient_scope",
    title: "Insufficient scope",
    status: 403,
    detail: "The key lacks the scope fleet:read.",
    instance: "/requests/req_7",
    code: "insufficient_scope",
    request_id: "req_7",
    errors: [],
  },
});

test("a refusal is shown by its detail, with the request to quote", () => {
  expect(faultText(refusal)).toBe("The key lacks the scope fleet:read.");
  expect(requestIdOf(refusal)).toBe("req_7");
});

test("a service that does not answer is reported as such, with nothing to quote", () => {
  const lost = new APIConnectionError("GET /v1/vehicles: refused");
  expect(faultText(lost)).toBe("The service cannot be reached (GET /v1/vehicles: refused).");
  expect(requestIdOf(lost)).toBeNull();
});

test("a fault of the page itself is not shown as one of the service", () => {
  const fault = new TypeError("x is undefined");
  expect(() => faultText(fault)).toThrow(fault);
});
