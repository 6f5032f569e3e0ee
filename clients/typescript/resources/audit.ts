import type { AuditRecord } from "../generated/contract.ts";
import type { RequestOptions } from "../request/call.ts";
import type { PagePromise } from "../request/page.ts";
import type { Sender } from "../request/sender.ts";
import type { QueryOf } from "./query-of.ts";

/** What was done and tried in the organisation, and by which key. */
export class Audit {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Iterate over it for all records, latest first, or await it for one page. */
  list(query: QueryOf<"listAuditRecords"> = {}, options?: RequestOptions): PagePromise<AuditRecord> {
    return this.#sender.list("/v1/audit", query, { options });
  }
}
