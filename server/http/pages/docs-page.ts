import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { developmentApiKey } from "../../../core/contract/api-key.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { Answer } from "../answer/answer.ts";
import { strongTag, unlessKnown } from "../answer/entity-tag.ts";
import type { Exchange } from "../exchange.ts";

/** /docs: Swagger UI over our own OpenAPI document. Everything comes from this server; the page needs no inline script. */
export class DocsPage {
  readonly #page: string;
  readonly #files = new Map<string, Answer>();

  /** In development mode the page already holds the development key, so that every operation works with one click. */
  constructor(more: { readonly isDevelopment: boolean }) {
    this.#page = pageText(more.isDevelopment ? developmentApiKey : null);
  }

  page(): Answer {
    return {
      status: 200,
      contentType: "text/html; charset=utf-8",
      body: this.#page,
      headers: { "Cache-Control": "no-cache", "Content-Security-Policy": contentSecurityPolicy },
    };
  }

  file(exchange: Pick<Exchange, "headers">, name: string): Answer {
    const known = this.#files.get(name) ?? this.#open(name);
    this.#files.set(name, known);
    return unlessKnown(known, exchange.headers);
  }

  #open(name: string): Answer {
    const own = ownFiles.get(name);
    if (own !== undefined) return fileAnswer(readFileSync(new URL(`docs/${name}`, import.meta.url)), own);
    const contentType = swaggerFiles.get(name);
    if (contentType === undefined)
      throw new Refusal("document_not_found", "There is no such file of the documentation.");
    return fileAnswer(readFileSync(join(swaggerFolder(), name)), contentType);
  }
}

const scriptType = "text/javascript; charset=utf-8";
const styleType = "text/css; charset=utf-8";

/** What the page adds to Swagger UI. */
const ownFiles = new Map([
  ["page.css", styleType],
  ["start.js", scriptType],
]);

/** What of swagger-ui-dist is served; names outside this list never touch the disk. */
const swaggerFiles = new Map([
  ["swagger-ui.css", styleType],
  ["swagger-ui-bundle.js", scriptType],
  ["favicon-32x32.png", "image/png"],
]);

function swaggerFolder(): string {
  const require = createRequire(import.meta.url);
  return join(require.resolve("swagger-ui-dist/package.json"), "..");
}

function fileAnswer(body: string | Uint8Array, contentType: string): Answer {
  return { status: 200, contentType, body, headers: { ETag: strongTag(body), "Cache-Control": "no-cache" } };
}

/** Swagger UI sets styles on elements by script, which 'self' allows, and draws its icons from data: addresses. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The development key stands in the page where it works: the page is then as open as the service is. */
function pageText(developmentKey: string | null): string {
  const data = developmentKey === null ? "" : ` data-development-key="${developmentKey}"`;
  return `<!doctype html>
<html lang="en"${data}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Plumbline API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<div id="docs"></div>
<noscript><p>This page needs JavaScript; the same description is at <a href="/openapi.yaml">/openapi.yaml</a>.</p></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
}
