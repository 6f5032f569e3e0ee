export { PlumblineClient } from "./plumbline-client.ts";
export type {
  CallOptions,
  ClientOptions,
  EvidenceFilter,
  Page,
  VehicleFilter,
  WriteOptions,
} from "./plumbline-client.ts";
export type { IngestProgress, IngestSource, IngestStreamOptions } from "./ingest-stream.ts";
export {
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  PlumblineError,
  ProblemError,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  UnexpectedAnswerError,
  ValidationError,
} from "./errors.ts";
export type { FrameFault } from "./errors.ts";
export type * from "../../core/contract/types.ts";
