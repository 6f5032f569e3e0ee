import type { ProblemCode } from "../../../core/contract/problems.ts";
import { type Fault, Refusal } from "../../../core/contract/refusal.ts";

/** A refusal that HTTP itself has something to add to: `Allow`, `WWW-Authenticate`, `Retry-After` and their like. */
export class HttpRefusal extends Refusal {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    detail: string,
    more: { readonly faults?: readonly Fault[]; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(code, detail, more.faults ?? []);
    this.name = "HttpRefusal";
    this.headers = more.headers ?? {};
  }
}

/** Refuses because of one header. */
export function headerRefusal(code: ProblemCode, header: string, detail: string): HttpRefusal {
  return new HttpRefusal(code, detail, { faults: [{ header, code, detail }] });
}

/** Refuses because of one query or path parameter. */
export function parameterRefusal(code: ProblemCode, parameter: string, detail: string): HttpRefusal {
  return new HttpRefusal(code, detail, { faults: [{ parameter, code, detail }] });
}
