import type { ProblemCode } from "./generated/problem-codes.ts";
import type { BatchRejection, FrameFault, Problem, ProblemFault } from "./generated/contract.ts";

/** Everything this client's calls throw. Settings that cannot be are a TypeError or a RangeError, when the client is made. */
export class PlumblineError extends Error {
  override readonly name: string = "PlumblineError";
}

/** What a call was given cannot be sent: a number that JSON does not know, an empty name. Nothing was sent. */
export class InvalidArgumentError extends PlumblineError {
  override readonly name = "InvalidArgumentError";
}

/** No whole answer came: refused, cut, or not resolvable. Whether the service acted is unknown; sending again is safe. */
export class APIConnectionError extends PlumblineError {
  override readonly name: string = "APIConnectionError";
}

/** No whole answer within the time allowed. Whether the service acted is unknown; sending again is safe. */
export class APITimeoutError extends APIConnectionError {
  override readonly name = "APITimeoutError";
}

/** The caller's signal ended the call. `cause` is the signal's reason. */
export class APIAbortError extends PlumblineError {
  override readonly name = "APIAbortError";
}

/** An answer below 400 that is not of the contract: most likely something else listens at that address. */
export class UnexpectedAnswerError extends PlumblineError {
  override readonly name: string = "UnexpectedAnswerError";
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;

  constructor(message: string, answer: { readonly status: number; readonly headers: Headers }) {
    super(message);
    this.status = answer.status;
    this.headers = answer.headers;
    this.requestId = answer.headers.get("x-request-id");
  }
}

/** 304: what was read has the ETag given in `If-None-Match`. Thrown only where the caller sent one. */
export class NotModifiedError extends UnexpectedAnswerError {
  override readonly name = "NotModifiedError";
}

/** What an answer of 400 and above holds (RFC 9457); a batch of which nothing was taken adds its counts. */
export type AnyProblem = Problem | BatchRejection;

/** The codes of the contract, and those that a newer service may have. */
export type AnyProblemCode = ProblemCode | (string & Record<never, never>);

/** A refusal, from its status line to its body. */
export interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** The members a problem document should have, as far as this one has them. */
  readonly problem: Partial<AnyProblem>;
  readonly retryAfterS: number | null;
}

/** An answer of 400 and above. Branch on the class or on `code`; both are stable. */
export class APIError extends PlumblineError {
  override readonly name: string = "APIError";
  readonly status: number;
  /** Null when something between client and service refused. */
  readonly code: AnyProblemCode | null;
  readonly title: string;
  readonly detail: string;
  /** Of single members or frames; `pointer`, `parameter` and `header` say which. */
  readonly errors: readonly (ProblemFault | FrameFault)[];
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
  readonly headers: Headers;
  /** Seconds after which the service asks to be tried again; null when it names none. */
  readonly retryAfterS: number | null;
  /** The whole problem document; null when something between client and service refused. */
  readonly problem: AnyProblem | null;

  constructor(refusal: Refusal) {
    const { status, headers, problem, retryAfterS } = refusal;
    const title = problem.title ?? `Status ${status}`;
    const detail = problem.detail ?? `not an answer of the service (${mediaTypeOf(headers)})`;
    super(`${title}: ${detail}`);
    this.status = status;
    this.code = problem.code ?? null;
    this.title = title;
    this.detail = detail;
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? headers.get("x-request-id");
    this.headers = headers;
    this.retryAfterS = retryAfterS;
    this.problem = isWhole(problem) ? problem : null;
  }
}

/** What does not speak as the contract says, as a proxy would not, leaves some of these out. */
function isWhole(problem: Partial<AnyProblem>): problem is AnyProblem {
  return [problem.type, problem.code, problem.title, problem.detail].every((member) => member !== undefined);
}

function mediaTypeOf(headers: Headers): string {
  return headers.get("content-type") ?? "no media type";
}

/** 400: JSON, query or header that does not parse. */
export class BadRequestError extends APIError {
  override readonly name = "BadRequestError";
}

/** 401: no key, a broken key, or one the service does not take. */
export class AuthenticationError extends APIError {
  override readonly name = "AuthenticationError";
}

/** 403: the key is good, but not for this. */
export class PermissionDeniedError extends APIError {
  override readonly name = "PermissionDeniedError";
}

/** 404: not there, or not this organisation's; the answer does not distinguish the two. */
export class NotFoundError extends APIError {
  override readonly name = "NotFoundError";
}

/** 405: the path takes other methods. */
export class MethodNotAllowedError extends APIError {
  override readonly name = "MethodNotAllowedError";
}

/** 406: not to be had in the form asked for. */
export class NotAcceptableError extends APIError {
  override readonly name = "NotAcceptableError";
}

/** 409: it contradicts what is there, or the same call is still at work. */
export class ConflictError extends APIError {
  override readonly name = "ConflictError";
}

/** 410: it was there and is gone for good: erased evidence, a position of the event stream that is too old. */
export class GoneError extends APIError {
  override readonly name = "GoneError";
}

/** 412: what was to be changed has changed meanwhile. */
export class PreconditionFailedError extends APIError {
  override readonly name = "PreconditionFailedError";
}

/** 413: more than one request may hold. */
export class PayloadTooLargeError extends APIError {
  override readonly name = "PayloadTooLargeError";
}

/** 415: a media type or coding the operation does not take. */
export class UnsupportedMediaTypeError extends APIError {
  override readonly name = "UnsupportedMediaTypeError";
}

/** 422: it does not fit the contract or physics; `errors` points at the members. */
export class UnprocessableEntityError extends APIError {
  override readonly name = "UnprocessableEntityError";
}

/** 429: more than this key may ask for. */
export class RateLimitError extends APIError {
  override readonly name = "RateLimitError";
}

/** 5xx: the fault is not the caller's. */
export class ServerError extends APIError {
  override readonly name: string = "ServerError";
}

/** 500: a fault of the service. Quote `requestId`. */
export class InternalServerError extends ServerError {
  override readonly name = "InternalServerError";
}

/** 503: the service cannot take it now. */
export class ServiceUnavailableError extends ServerError {
  override readonly name = "ServiceUnavailableError";
}

/** The refusal in the class of its status. */
export function apiError(refusal: Refusal): APIError {
  const Kind = kinds.get(refusal.status) ?? (refusal.status >= 500 ? ServerError : APIError);
  return new Kind(refusal);
}

const kinds = new Map<number, new (refusal: Refusal) => APIError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [405, MethodNotAllowedError],
  [406, NotAcceptableError],
  [409, ConflictError],
  [410, GoneError],
  [412, PreconditionFailedError],
  [413, PayloadTooLargeError],
  [415, UnsupportedMediaTypeError],
  [422, UnprocessableEntityError],
  [429, RateLimitError],
  [500, InternalServerError],
  [503, ServiceUnavailableError],
]);
