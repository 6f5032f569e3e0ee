import { apiError, type APIError, type AnyProblem } from "../errors.ts";
import type { Answer } from "./answer.ts";

/** An answer of 400 and above as the error it is. What refuses is not always the service, and its words are not to be trusted. */
export function readRefusal(answer: Answer, nowMs: number): APIError {
  const { status, headers } = answer;
  return apiError({ status, headers, problem: problemIn(answer), retryAfterS: retryAfterS(headers, nowMs) });
}

function problemIn({ headers, bytes }: Answer): Partial<AnyProblem> {
  if (!(headers.get("content-type") ?? "").startsWith("application/problem+json")) return {};
  const document = parsed(new TextDecoder().decode(bytes));
  if (typeof document !== "object" || document === null || Array.isArray(document)) return {};
  const { errors, ...members } = document as Record<string, unknown>;
  const texts = Object.entries(members).filter(
    ([name, value]) => !textMembers.has(name) || typeof value === "string",
  );
  return { ...Object.fromEntries(texts), ...(Array.isArray(errors) && { errors }) };
}

const textMembers = new Set(["type", "title", "detail", "instance", "code", "request_id"]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Seconds that `Retry-After` asks for (RFC 9110, 10.2.3); null where it asks for none. A date counts from the answer's own
 * `Date`, so that a clock that is wrong on either side does not matter.
 */
function retryAfterS(headers: Headers, nowMs: number): number | null {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/u.test(value)) return Number(value);
  if (!looksLikeDate.test(value)) return null;
  const untilMs = Date.parse(value);
  const sentMs = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(untilMs)) return null;
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs)) / 1000;
}

/** `Wed, 21 Oct 2015 07:28:00 GMT`, and the two obsolete forms; `Date.parse` alone takes much else for a date. */
const looksLikeDate = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/u;
