import type { BatchIngestResult, IngestResult, TelemetryFrame } from "../generated/contract.ts";
import { ingestStream } from "../ingest/ingest-stream.ts";
import type { IngestProgress, IngestSource, IngestStreamOptions } from "../ingest/ingest-stream.ts";
import type { SendLines } from "../ingest/send-group.ts";
import { TelemetryWriter } from "../ingest/telemetry-writer.ts";
import type { WriterOptions } from "../ingest/writer-options.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { jsonBody, type PostOptions, type RequestBody } from "../request/call.ts";
import { readJson } from "../request/answer.ts";
import { json, type Sender } from "../request/sender.ts";

export interface IngestOptions extends PostOptions {
  /** `true` refuses a frame for a reading that its sensor cannot have; by default it is left out, and named in a warning. */
  readonly strict?: boolean;
}

export interface IngestBatchOptions extends IngestOptions {
  /** `abort` takes all frames or none; `continue`, the default, takes the good ones and lists the others. */
  readonly onError?: "continue" | "abort";
}

export interface IngestLinesOptions extends IngestBatchOptions {
  /** How the bytes are coded already. */
  readonly coding?: "gzip";
}

/** Frames in. An answer means: durable on disk. A frame counts once, however often it is sent. */
export class Telemetry {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  ingest(frame: TelemetryFrame, options?: IngestOptions): APIPromise<IngestResult> {
    return this.#send<IngestResult>(jsonBody(frame), options);
  }

  /** At most 10,000 frames. One of which nothing is taken is thrown as an UnprocessableEntityError. */
  ingestBatch(
    frames: readonly TelemetryFrame[],
    options?: IngestBatchOptions,
  ): APIPromise<BatchIngestResult> {
    return this.#send<BatchIngestResult>(jsonBody({ frames }), options);
  }

  /**
   * NDJSON: one frame a line. It bears no Idempotency-Key unless you give one: frames count once, and a service keeps only so
   * many answers for repeats.
   */
  ingestLines(
    ndjson: string | Uint8Array<ArrayBuffer>,
    options: IngestLinesOptions = {},
  ): APIPromise<BatchIngestResult> {
    const { coding, ...rest } = options;
    const body = { content: ndjson, mediaType: "application/x-ndjson", ...(coding && { coding }) };
    return this.#send<BatchIngestResult>(body, rest, { countsOnce: true });
  }

  /** Any number of frames, in groups, one after another; for what is there already, such as a file. */
  ingestStream(source: IngestSource, options?: IngestStreamOptions): Promise<IngestProgress> {
    return ingestStream((ndjson, call) => this.ingestLines(ndjson, call), source, options);
  }

  /** Frames as they come: kept, grouped, and sent until they are acknowledged; see TelemetryWriter. */
  writer(options: WriterOptions = {}): TelemetryWriter {
    const send: SendLines = (ndjson, call) => this.ingestLines(ndjson, call);
    return new TelemetryWriter(send, this.#sender.transport, options);
  }

  #send<Result>(
    body: RequestBody,
    options: IngestBatchOptions = {},
    more: { readonly countsOnce?: true } = {},
  ): APIPromise<Result> {
    const { onError, strict, ...rest } = options;
    return this.#sender.send<Result>({
      method: "POST",
      path: "/v1/telemetry/ingest",
      query: { on_error: onError, strict },
      accept: json,
      body,
      read: readJson,
      options: rest,
      ...more,
    });
  }
}
