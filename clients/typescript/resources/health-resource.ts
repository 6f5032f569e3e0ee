import type { Health, Liveness } from "../generated/contract.ts";
import { readJson } from "../request/answer.ts";
import type { APIPromise } from "../request/api-promise.ts";
import type { RequestOptions } from "../request/call.ts";
import { json, type Sender } from "../request/sender.ts";

/** Needs no key. That something is not well is an answer here, and no error. */
export class HealthResource {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** `status` is `unavailable` when the service answers but cannot commit. */
  get(options?: RequestOptions): APIPromise<Health> {
    return this.#read("/health", options);
  }

  /** The same, beside the other paths of v1. */
  getV1(options?: RequestOptions): APIPromise<Health> {
    return this.#read("/v1/health", options);
  }

  /** That the process answers. */
  liveness(options?: RequestOptions): APIPromise<Liveness> {
    return this.#read("/livez", options);
  }

  /** That it may be sent requests. */
  readiness(options?: RequestOptions): APIPromise<Health> {
    return this.#read("/readyz", options);
  }

  #read<Result>(path: string, options?: RequestOptions): APIPromise<Result> {
    const call = { method: "GET", path, accept: json, alsoAnswers: 503, options } as const;
    return this.#sender.send<Result>({ ...call, read: readJson });
  }
}
