import type { LogRecoveries } from "../generated/contract.ts";
import { readBytes, readText } from "../request/answer.ts";
import type { APIPromise } from "../request/api-promise.ts";
import { pathOf, pathWithSlashes, type Query, type RequestOptions } from "../request/call.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

/** The log in which all evidence is entered, in the forms of c2sp.org. Public: it needs no key. */
export class TransparencyLog {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** The latest signed checkpoint. */
  checkpoint(options?: RequestOptions): APIPromise<string> {
    return this.#text("/v1/log/checkpoint", options);
  }

  /** The log and its witnesses, as a policy for verifiers. */
  policy(options?: RequestOptions): APIPromise<string> {
    return this.#text("/v1/evidence/policy", options);
  }

  /** `index` in groups of three digits, as c2sp.org/tlog-tiles has it: `067`, `x001/067`, `067.p/17`. */
  tile(level: number, index: string, options?: RequestOptions): APIPromise<Uint8Array<ArrayBuffer>> {
    return this.#bytes(pathOf`/v1/log/tile/${level}/` + pathWithSlashes(index), options);
  }

  entries(index: string, options?: RequestOptions): APIPromise<Uint8Array<ArrayBuffer>> {
    return this.#bytes(`/v1/log/tile/entries/${pathWithSlashes(index)}`, options);
  }

  /** What was lost before a backup was restored, signed. */
  recoveries(options?: RequestOptions): APIPromise<LogRecoveries> {
    return this.#sender.get("/v1/log/recoveries", options);
  }

  inclusionProof(query: QueryOf<"getLogInclusionProof">, options?: RequestOptions): APIPromise<string> {
    return this.#text("/v1/log/proof/inclusion", options, query);
  }

  consistencyProof(query: QueryOf<"getLogConsistencyProof">, options?: RequestOptions): APIPromise<string> {
    return this.#text("/v1/log/proof/consistency", options, query);
  }

  #text(path: string, options?: RequestOptions, query?: Query): APIPromise<string> {
    return this.#sender.send({ method: "GET", path, query, accept: "text/plain", read: readText, options });
  }

  #bytes(path: string, options?: RequestOptions): APIPromise<Uint8Array<ArrayBuffer>> {
    const accept = "application/octet-stream";
    return this.#sender.send({ method: "GET", path, accept, read: readBytes, options });
  }
}
