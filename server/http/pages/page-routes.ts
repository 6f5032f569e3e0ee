import { consoleAddresses } from "../../../core/contract/console-addresses.ts";
import { requiredText } from "../parameters.ts";
import type { PublicEndpoint, PublicHandler, Route } from "../route.ts";
import type { ConsoleFiles } from "./console-files.ts";
import { DocsPage } from "./docs-page.ts";
import { problemIndex, problemPage } from "./problem-page.ts";
import { sessionRoutes } from "./session-routes.ts";
import type { BrowserSessions } from "../guard/browser-sessions.ts";
import { PublishedDocuments } from "./published-documents.ts";

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
