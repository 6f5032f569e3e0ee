import type { ResidualScore, TelemetryFrame } from "../generated/contract.ts";
import type { APIPromise } from "../request/api-promise.ts";
import type { PostOptions } from "../request/call.ts";
import type { Sender } from "../request/sender.ts";

export class Score {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Ingests the frame if it is new, and gives the verdict: tier, residual, CUSUM, fault source, action. */
  residual(frame: TelemetryFrame, options?: PostOptions): APIPromise<ResidualScore> {
    return this.#sender.post("/v1/score/residual", frame, options);
  }
}
