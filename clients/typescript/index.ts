export { Plumbline } from "./plumbline.ts";
export type { PlumblineOptions } from "./plumbline.ts";
export type { Logger, LogLevel } from "./request/client-log.ts";
export type { PostOptions, RequestOptions } from "./request/call.ts";
export { APIPromise } from "./request/api-promise.ts";
export type { WithResponse } from "./request/api-promise.ts";
export { Page, PagePromise } from "./request/page.ts";
export type { IngestProgress, IngestSource, IngestStreamOptions } from "./ingest/ingest-stream.ts";
export { TelemetryWriter } from "./ingest/telemetry-writer.ts";
export type { Drop, WriterOptions, WriterTally } from "./ingest/writer-options.ts";
export type { Spool, SpooledGroup } from "./ingest/spool.ts";
export type { IngestBatchOptions, IngestLinesOptions, IngestOptions } from "./resources/telemetry.ts";
export {
  APIAbortError,
  APIConnectionError,
  APIError,
  APITimeoutError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  GoneError,
  InternalServerError,
  InvalidArgumentError,
  MethodNotAllowedError,
  NotAcceptableError,
  NotFoundError,
  NotModifiedError,
  PayloadTooLargeError,
  PermissionDeniedError,
  PlumblineError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  UnexpectedAnswerError,
  UnprocessableEntityError,
  UnsupportedMediaTypeError,
} from "./errors.ts";
export { WebhookVerificationError } from "./webhooks/unwrap-webhook.ts";
export type { GivenHeaders, UnwrapOptions } from "./webhooks/unwrap-webhook.ts";
export type { StreamOptions, StreamQuery } from "./events/follow-events.ts";
export { version } from "./version.ts";
export type * from "./generated/contract.ts";
export type { ProblemCode } from "./generated/problem-codes.ts";
export type { AnyProblem, AnyProblemCode } from "./errors.ts";
