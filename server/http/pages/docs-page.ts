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
  readonly #start: string;
  readonly #files = new Map<string, Answer>();

  /** In development mode the page already holds the development key, so that every operation works with one click. */
  constructor(more: { readonly isDevelopment: boolean }) {
    this.#start = startScript(more.isDevelopment);
  }

  page(): Answer {
    return {
      status: 200,
      contentType: "text/html; charset=utf-8",
      body: pageText,
      headers: { "Cache-Control": "no-cache", "Content-Security-Policy": contentSecurityPolicy },
    };
  }

  file(exchange: Pick<Exchange, "headers">, name: string): Answer {
    const known = this.#files.get(name) ?? this.#open(name);
    this.#files.set(name, known);
    return unlessKnown(known, exchange.headers);
  }

  #open(name: string): Answer {
    if (name === "start.js") return fileAnswer(this.#start, scriptType);
    if (name === "page.css") return fileAnswer(pageStyle, styleType);
    const contentType = swaggerFiles.get(name);
    if (contentType === undefined)
      throw new Refusal("document_not_found", "There is no such file of the documentation.");
    return fileAnswer(readFileSync(join(swaggerFolder(), name)), contentType);
  }
}

const scriptType = "text/javascript; charset=utf-8";
const styleType = "text/css; charset=utf-8";

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

const pageText = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
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

const pageStyle = "body { margin: 0; background: #fafafa; }\n";

function startScript(isDevelopment: boolean): string {
  const authorise = isDevelopment
    ? `,\n  onComplete: () => docs.preauthorizeApiKey("apiKey", ${JSON.stringify(developmentApiKey)})`
    : "";
  return `"use strict";
const docs = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  tryItOutEnabled: true,
  displayRequestDuration: true,
  validatorUrl: null${authorise}
});
`;
}
