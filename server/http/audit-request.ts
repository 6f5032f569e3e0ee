import type { Operation } from "../../core/contract/openapi/operation.ts";
import type { ProblemCode } from "../../core/contract/problems.ts";
import type { Caller } from "../app/application.ts";
import type { AuditEntry } from "../app/ports/audit.ts";
import type { Answer } from "./answer/answer.ts";
import type { Exchange } from "./exchange.ts";

/** What a request that is audited will have done, if it succeeds: it goes with its effect where it has one. */
export function beginAudit(
  exchange: Exchange,
  caller: Caller,
  { operation, path }: { readonly operation: Operation; readonly path: Readonly<Record<string, string>> },
): void {
  const { audited } = operation;
  if (audited === undefined) return;
  const subject = audited.subject === undefined ? null : (path[audited.subject] ?? null);
  exchange.audit.entry = {
    ...originOf(exchange, caller),
    action: audited.action,
    subject: subject !== null && isPlausible(subject) ? subject : null,
    result: "done",
    code: null,
  };
}

/** What was made, where the path could not name it. */
export function nameAudited({ audit }: Exchange, subject: string): void {
  if (audit.entry !== null) audit.entry = { ...audit.entry, subject };
}

/** What there is to note of a request once it is answered; null for nothing. */
export function auditOf(
  exchange: Exchange,
  given: { readonly operation: Operation | null; readonly caller: Caller; readonly answer: Answer },
): AuditEntry | null {
  const { entry } = exchange.audit;
  return entry === null ? beyondRights(exchange, given) : outcomeOf(entry, exchange, given);
}

/** Reads, and what came to nothing. */
function outcomeOf(
  entry: AuditEntry,
  exchange: Exchange,
  { operation, answer }: { readonly operation: Operation | null; readonly answer: Answer },
): AuditEntry | null {
  const { status } = answer;
  if (status < 400) return isNoted(operation, answer) || givesNothing(exchange, answer) ? null : entry;
  return { ...entry, code: exchange.log.code ?? null, result: status < 500 ? "refused" : "failed" };
}

/** Written with its effect, now or when the request came first. */
function isNoted(operation: Operation | null, { headers = {} }: Answer): boolean {
  return operation?.audited?.withEffect === true || "Idempotent-Replayed" in headers;
}

function givesNothing({ method }: Exchange, { status }: Answer): boolean {
  return method === "HEAD" || status === 304;
}

/** Of requests that are not audited: what a key may not do. */
function beyondRights(
  exchange: Exchange,
  { operation, caller }: { readonly operation: Operation | null; readonly caller: Caller },
): AuditEntry | null {
  const { code = "" } = exchange.log;
  if (!rightsCodes.has(code)) return null;
  const subject = operation?.operationId ?? null;
  return { ...originOf(exchange, caller), action: "authorise", subject, result: "refused", code };
}

const rightsCodes: ReadonlySet<string> = new Set([
  "insufficient_scope",
  "fleet_not_allowed",
  "rights_exceeded",
] satisfies ProblemCode[]);

function originOf(exchange: Exchange, { organisation, keyId }: Caller) {
  return {
    organisation,
    keyId,
    reason: null,
    atUs: exchange.receivedAtUs,
    requestId: exchange.requestId,
    clientAddress: exchange.peerAddress,
    count: 1,
  };
}

/** What looks like an id; anything else a path may hold stays out of the log. */
function isPlausible(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text);
}
