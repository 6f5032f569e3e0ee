import type { Json, JsonObject } from "../../encoding/strict-json.ts";
import { namedSchemas, type SchemaName } from "../schemas/named-schemas.ts";

/** What webhooks send, as OpenAPI 3.1 has it: one entry for each type of event, in the format `standard`. */
export function webhookMessages(): JsonObject {
  return Object.fromEntries(
    (Object.keys(namedSchemas) as SchemaName[]).flatMap((name) => {
      const type = eventTypeOf(name);
      return type === null ? [] : [[type, { post: describedMessage(type, name) }]];
    }),
  );
}

/** The type of event that a shape describes; null for every other shape. */
function eventTypeOf(name: SchemaName): string | null {
  const schema = namedSchemas[name] as { readonly properties?: Record<string, { readonly const?: unknown }> };
  const type = schema.properties?.["type"]?.const;
  return name.endsWith("Event") && typeof type === "string" ? type : null;
}

function describedMessage(type: string, name: SchemaName): JsonObject {
  const schema = namedSchemas[name] as { readonly description?: string; readonly examples?: readonly Json[] };
  return {
    tags: ["Webhooks"],
    // openapi-generator makes broken Python of webhooks, and puts it in the place of the operations under the same tag.
    "x-internal": true,
    summary: type,
    description:
      `${schema.description ?? ""} Signed by Standard Webhooks 1.0; docs/webhooks.md has receivers.`.trim(),
    security: [],
    parameters: signatureParameters,
    requestBody: {
      required: true,
      description: "The event, as the format `standard` sends it.",
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${name}` },
          examples: { example: { value: schema.examples?.[0] ?? null } },
        },
      },
    },
    responses: {
      "2XX": {
        description: "Received. Within 15 seconds; what is answered is kept in the log of deliveries.",
      },
      "410": { description: "Nothing more is wanted: the webhook is disabled." },
      default: { description: "Not received: it is sent again." },
    },
  };
}

const header = (name: string, description: string, example: string): JsonObject => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const signatureParameters: readonly Json[] = [
  header("webhook-id", "The event's id, the same in every attempt.", "evt_01JN8XT5G7P3QZJ9V2M4N6B8CD"),
  header("webhook-timestamp", "Seconds since 1970, of this attempt.", "1740814850"),
  header(
    "webhook-signature",
    "`v1,` and base64 of HMAC-SHA-256 over `id.timestamp.body`; several, separated by spaces, while a secret is being replaced.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];
