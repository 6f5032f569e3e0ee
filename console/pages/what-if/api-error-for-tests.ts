import { apiError, type APIError } from "../../../clients/typescript/errors.ts";

/** A refusal as the client throws it. */
export function apiErrorForTests(status: number, retryAfterS: number | null): APIError {
  return apiError({ status, headers: new Headers(), problem: {}, retryAfterS });
}
