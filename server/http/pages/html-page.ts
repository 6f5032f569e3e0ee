import { createHash } from "node:crypto";

import type { Answer } from "../answer/answer.ts";

/** A plain page of our own. `body` is HTML: escape what comes from elsewhere. */
export function htmlPage(page: { readonly title: string; readonly body: string }): Answer {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · Plumbline</title>
<style>${style}</style>
</head>
<body>
<main>
${page.body}
</main>
</body>
</html>
`;
  return {
    status: 200,
    contentType: "text/html; charset=utf-8",
    body,
    headers: { "Cache-Control": "no-cache", "Content-Security-Policy": contentSecurityPolicy },
  };
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const style = `
:root { font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
dt { margin-top: 1rem; font-weight: 600; }
dd { margin: 0; }
`;

/** Nothing but this very style sheet: no scripts, no pictures, nothing from elsewhere. */
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
