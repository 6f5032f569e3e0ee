import type { Deprecation } from "../../../core/contract/openapi/deprecations.ts";
import type { Answer } from "./answer.ts";

/**
 * Says of an answer that what was asked for should no longer be built on (RFC 9745, RFC 8594), beside whatever else it
 * links to.
 */
export function withDeprecation(answer: Answer, deprecation: Deprecation | undefined): Answer {
  if (deprecation === undefined) return answer;
  const { since, sunset, link } = deprecation;
  const notice = `<${link}>; rel="deprecation"; type="text/html"`;
  return {
    ...answer,
    headers: {
      ...answer.headers,
      Deprecation: `@${startOf(since).getTime() / 1_000}`,
      ...(sunset !== undefined && { Sunset: startOf(sunset).toUTCString() }),
      Link: [answer.headers?.["Link"], notice].filter(Boolean).join(", "),
    },
  };
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
