import type { ResidualScore, TelemetryFrame } from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { jsonBody } from "../request/call.ts";
import { readJson } from "../request/answer.ts";
import { json } from "../request/sender.ts";
import type { IngestOptions } from "./telemetry.ts";
import type { Sender } from "../request/sender.ts";

export class Score {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Ingests the frame if it is new, and gives the verdict: tier, residual, CUSUM, fault source, action. */
  residual(frame: TelemetryFrame, options: IngestOptions = {}): APIPromise<ResidualScore> {
    const { strict, ...rest } = options;
    return this.#sender.send<ResidualScore>({
      method: "POST",
      path: "/v1/score/residual",
      query: { strict },
      accept: json,
      body: jsonBody(frame),
      read: readJson,
      options: rest,
    });
  }
}
