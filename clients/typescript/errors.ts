import type { BatchIngestResult, BatchRejection, Problem, ProblemFault } from "../../core/contract/types.ts";

/** Why one frame of a batch was not taken. */
export type FrameFault = BatchIngestResult["errors"][number];

/** What an answer of 400 and above holds; a batch of which nothing was taken adds its counts. */
export type AnyProblem = Problem | BatchRejection;

/** Everything this client throws, except a programming error and the caller's own abort. */
export class PlumblineError extends Error {
  override readonly name: string = "PlumblineError";
}

/** No answer came: refused, cut, or not resolvable. Whether the service acted is unknown; sending again is safe. */
export class ConnectionError extends PlumblineError {
  override readonly name = "ConnectionError";
}

/** No answer within the time allowed. Whether the service acted is unknown; sending again is safe. */
export class TimeoutError extends PlumblineError {
  override readonly name = "TimeoutError";
}

/** The service answered, but not in the form of the contract: most likely something else listens at that address. */
export class UnexpectedAnswerError extends PlumblineError {
  override readonly name = "UnexpectedAnswerError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** The service refused, and said why (RFC 9457). Branch on `code`; it is stable. */
export class ProblemError extends PlumblineError {
  override readonly name: string = "ProblemError";
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** Quote it when you ask for help. */
  readonly requestId: string;
  readonly errors: readonly (ProblemFault | FrameFault)[];
  /** Seconds after which the service asks to be tried again; null when it names none. */
  readonly retryAfterS: number | null;
  readonly problem: AnyProblem;

  constructor(problem: AnyProblem, retryAfterS: number | null) {
    super(`${problem.title}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.requestId = problem.request_id;
    this.errors = problem.errors ?? [];
    this.retryAfterS = retryAfterS;
    this.problem = problem;
  }
}

/** 401: no key, a broken key, or one the service does not take. */
export class AuthenticationError extends ProblemError {
  override readonly name = "AuthenticationError";
}

/** 403: the key is good, but not for this. */
export class PermissionError extends ProblemError {
  override readonly name = "PermissionError";
}

/** 404: not there, or not this organisation's; the answer does not distinguish the two. */
export class NotFoundError extends ProblemError {
  override readonly name = "NotFoundError";
}

/** 400 and 422: the request does not fit the contract; `errors` points at the members. */
export class ValidationError extends ProblemError {
  override readonly name = "ValidationError";
}

/** 429: more than this key may ask for. */
export class RateLimitError extends ProblemError {
  override readonly name = "RateLimitError";
}

/** 503: the service cannot take it now. */
export class UnavailableError extends ProblemError {
  override readonly name = "UnavailableError";
}

/** The error class that a problem's status calls for. */
export function problemError(problem: AnyProblem, retryAfterS: number | null): ProblemError {
  const Kind = kinds.get(problem.status) ?? ProblemError;
  return new Kind(problem, retryAfterS);
}

const kinds = new Map<number, new (problem: AnyProblem, retryAfterS: number | null) => ProblemError>([
  [400, ValidationError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [422, ValidationError],
  [429, RateLimitError],
  [503, UnavailableError],
]);
