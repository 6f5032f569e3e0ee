import { type ProblemSlug, codesOf, problemCodes, problemPages } from "../../../core/contract/problems.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { chooseMediaType } from "../answer/choose-media-type.ts";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import type { Exchange } from "../exchange.ts";
import { escapeHtml, htmlPage } from "./html-page.ts";
import { statusOfSlug } from "../answer/status-of-problem.ts";

/** GET /problems/{slug}: what a problem's `type` leads to, for people in HTML, for programs in JSON. */
export function problemPage(exchange: Pick<Exchange, "headers">, slug: string): Answer {
  if (!isSlug(slug)) {
    throw new Refusal(
      "document_not_found",
      `There is no such problem; there are ${Object.keys(problemPages).join(", ")}.`,
    );
  }
  const type = chooseMediaType(exchange.headers.accept, ["application/json", "text/html"]);
  const answer = type === "text/html" ? pageOf(slug) : jsonAnswer(documentOf(slug));
  return { ...answer, headers: { "Cache-Control": "no-cache", ...answer.headers, Vary: "Accept" } };
}

function isSlug(slug: string): slug is ProblemSlug {
  return Object.hasOwn(problemPages, slug);
}

function documentOf(slug: ProblemSlug) {
  const { title, cause, fix } = problemPages[slug];
  const codes = codesOf(slug).map((code) => ({ code, meaning: problemCodes[code].meaning }));
  return { type: `/problems/${slug}`, title, status: statusOfSlug(slug), cause, fix, codes };
}

function pageOf(slug: ProblemSlug): Answer {
  const { title, status, cause, fix, codes } = documentOf(slug);
  const listed = codes.map(
    ({ code, meaning }) => `<dt><code>${code}</code></dt><dd>${escapeHtml(meaning)}</dd>`,
  );
  return htmlPage({
    title,
    body: `<p>Status ${status} · <code>${slug}</code></p>
<h1>${escapeHtml(title)}</h1>
<h2>Cause</h2>
<p>${withCode(cause)}</p>
<h2>What to do</h2>
<p>${withCode(fix)}</p>
<h2>Codes</h2>
<dl>${listed.join("\n")}</dl>
<p><a href="/docs">API documentation</a></p>`,
  });
}

/** The texts of the contract mark code with backticks. */
function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
