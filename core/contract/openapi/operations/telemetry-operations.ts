import type { Operation } from "../operation.ts";
import { onErrorParameter, strictParameter } from "../query-parameters.ts";

/** Frames in, and the verdict on one. */
export const telemetryOperations = [
  {
    operationId: "ingestTelemetry",
    method: "POST",
    path: "/v1/telemetry/ingest",
    tag: "Telemetry",
    summary: "Ingest one frame or a batch",
    description:
      'Takes one frame, an array of frames, `{"frames": […]}` or NDJSON (one frame a line). An answer means: durable on disk. ' +
      "A frame that was counted before is a duplicate and moves nothing, so sending again is always safe.",
    access: "telemetry:write",
    query: [onErrorParameter, strictParameter],
    request: { schema: "TelemetryFrame", isRequired: true, takesBatches: true },
    answers: [
      {
        status: 200,
        description: "One frame: `IngestResult`. A batch: every frame was taken or is a duplicate.",
        schema: "IngestResult",
        orSchema: "BatchIngestResult",
        headers: ["Idempotent-Replayed"],
      },
      {
        status: 207,
        description: "A batch of which some frames were rejected; `errors` says which and why.",
        schema: "BatchIngestResult",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      {
        status: 422,
        description:
          "Nothing was taken. For a batch the problem also carries its counts and `errors` by frame.",
        schema: "BatchRejection",
      },
      {
        status: 507,
        description:
          "The organisation has no room for new frames (`storage-full`). Send the same request again after `Retry-After`: " +
          "a frame counts once. For a batch the problem also carries its counts; what it counts as ingested is durable.",
        schema: "BatchRejection",
      },
    ],
  },
  {
    operationId: "scoreResidual",
    method: "POST",
    path: "/v1/score/residual",
    tag: "Scoring",
    summary: "Score one frame",
    description:
      "Ingests the frame if it is new and answers the verdict: tier, residual, Mahalanobis distance, CUSUM, probable fault source, action. " +
      "Ingesting a frame and then scoring the same frame moves the detectors once.",
    access: "score:write",
    query: [strictParameter],
    request: { schema: "TelemetryFrame", isRequired: true },
    answers: [
      {
        status: 200,
        description: "The verdict.",
        schema: "ResidualScore",
        headers: ["Idempotent-Replayed"],
      },
    ],
    problems: [
      {
        status: 507,
        description:
          "The organisation has no room for new frames (`storage-full`). Send the same request again after `Retry-After`: a frame counts once.",
      },
    ],
  },
] as const satisfies readonly Operation[];
