import { type ProblemSlug, codesOf, problemCodes, problemPages } from "../../../core/contract/problems.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { chooseMediaType } from "../answer/choose-media-type.ts";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import type { Exchange } from "../exchange.ts";
import { escapeHtml, htmlPage } from "./html-page.ts";
import { statusOfSlug } from "../answer/status-of-problem.ts";

/** GET /problems: every kind of problem, with its codes. */
export function problemIndex(exchange: Pick<Exchange, "headers">): Answer {
  const all = (Object.keys(problemPages) as ProblemSlug[]).map(documentOf);
  const rows = all.map(
    ({ type, title, status, codes }) =>
      `<dt><a href="${type}">${escapeHtml(title)}</a> · ${status}</dt><dd>${codes.map(({ code }) => `<code>${code}</code>`).join(", ")}</dd>`,
  );
  const title = "Problems";
  const body = `<h1>${title}</h1>\n<dl>${rows.join("\n")}</dl>\n<p><a href="/docs">API documentation</a></p>`;
  return inChosenForm(exchange, { page: () => htmlPage({ title, body }), document: () => ({ data: all }) });
}

/** GET /problems/{slug}: what a problem's `type` leads to, for people in HTML, for programs in JSON. */
export function problemPage(exchange: Pick<Exchange, "headers">, slug: string): Answer {
  if (!isSlug(slug)) {
    throw new Refusal(
      "document_not_found",
      `There is no such problem; there are ${Object.keys(problemPages).join(", ")}.`,
    );
  }
  return inChosenForm(exchange, { page: () => pageOf(slug), document: () => documentOf(slug) });
}

function inChosenForm(
  exchange: Pick<Exchange, "headers">,
  forms: { readonly page: () => Answer; readonly document: () => object },
): Answer {
  const type = chooseMediaType(exchange.headers.accept, ["application/json", "text/html"]);
  const answer = type === "text/html" ? forms.page() : jsonAnswer(forms.document());
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
<p><a href="/problems">All problems</a> · <a href="/docs">API documentation</a></p>`,
  });
}

/** The texts of the contract mark code with backticks. */
function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
