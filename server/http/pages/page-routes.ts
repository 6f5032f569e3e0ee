import { consoleAddresses } from "../../../core/contract/console-addresses.ts";
import { publishedFiles } from "../../../core/contract/openapi/published-files.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { Answer } from "../answer/answer.ts";
import { strongTag, unlessKnown } from "../answer/entity-tag.ts";
import type { Exchange } from "../exchange.ts";
import type { BrowserSessions } from "../guard/browser-sessions.ts";
import { requiredText } from "../parameters.ts";
import type { PublicEndpoint, PublicHandler, Route } from "../route.ts";
import type { ConsoleFiles } from "./console-files.ts";
import { DocsPage } from "./docs-page.ts";
import { problemIndex, problemPage } from "./problem-page.ts";
import { sessionRoutes } from "./session-routes.ts";

/** /openapi.json, /openapi.yaml and /schemas/{Name}.json, each written when first asked for. */
export class PublishedDocuments {
  readonly #written = new Map<string, string>();

  /** By its path among the published files. */
  find(exchange: Pick<Exchange, "headers">, path: string): Answer {
    const body = this.#written.get(path) ?? publishedFiles.get(path)?.();
    if (body === undefined) {
      const names = [...publishedFiles.keys()].filter((name) => name.startsWith("schemas/"));
      throw new Refusal(
        "document_not_found",
        `There is no such schema; there are ${names.map((name) => `/${name}`).join(", ")}.`,
      );
    }
    this.#written.set(path, body);
    const answer: Answer = {
      status: 200,
      contentType: path.endsWith(".yaml") ? "application/yaml" : mediaTypeOf(path),
      body,
      headers: { ETag: strongTag(body), "Cache-Control": "no-cache" },
    };
    return unlessKnown(answer, exchange.headers);
  }
}

function mediaTypeOf(path: string): string {
  return path.startsWith("schemas/") ? "application/schema+json" : "application/json";
}

export interface PageNeeds {
  readonly console: ConsoleFiles;
  readonly isDevelopment: boolean;
  readonly sessions: BrowserSessions;
}

/** The documents, the pages about them, and the console. */
export function pageRoutes(needs: PageNeeds): readonly Route[] {
  const documents = new PublishedDocuments();
  const docs = new DocsPage(needs);
  const { console } = needs;
  // The console's own addresses: whoever reloads one of them gets the console again.
  const consolePage = (path: string) => page(path, async (exchange) => console.page(exchange), "any");
  return [
    page("/openapi.json", async (exchange) => documents.find(exchange, "openapi.json")),
    page("/openapi.yaml", async (exchange) => documents.find(exchange, "openapi.yaml")),
    page("/schemas/{file}", async (exchange, path) =>
      documents.find(exchange, `schemas/${requiredText(path, "file")}`),
    ),
    page("/problems", async (exchange) => problemIndex(exchange)),
    page("/problems/{slug}", async (exchange, path) => problemPage(exchange, requiredText(path, "slug"))),
    page("/docs", async () => docs.page()),
    page("/docs/", async () => docs.page()),
    page("/docs/{file}", async (exchange, path) => docs.file(exchange, requiredText(path, "file"))),
    ...sessionRoutes(needs.sessions),
    ...console.addresses.map((address) => page(address, async (exchange) => console.file(exchange, address))),
    page("/verify", async (exchange) => console.verifier(exchange)),
    consolePage("/"),
    ...Object.values(consoleAddresses).map(consolePage),
  ];
}

function page(path: string, handle: PublicHandler, query: PublicEndpoint["query"] = []): Route {
  return { path, endpoints: new Map([["GET", { kind: "public", query, handle }]]) };
}
