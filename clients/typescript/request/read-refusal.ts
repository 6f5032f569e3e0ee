import { apiError, type APIError, type AnyProblem } from "../errors.ts";
import type { Answer } from "./answer.ts";
import { retryAfterS } from "./retry-after.ts";

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
