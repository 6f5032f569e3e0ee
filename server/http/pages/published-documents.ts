import { publishedFiles } from "../../../core/contract/openapi/published-files.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import type { Answer } from "../answer/answer.ts";
import { strongTag, unlessKnown } from "../answer/entity-tag.ts";
import type { Exchange } from "../exchange.ts";

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
