import { openapiDocument } from "../../core/contract/openapi/openapi-document.ts";

type Responses = Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>;

const paths = Object.entries(openapiDocument()["paths"] as unknown as Record<string, Responses>).map(
  ([path, methods]) => ({ form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}$`), methods }),
);

/** The statuses the OpenAPI document names for a request; null for what is no operation of it. */
export function documentedStatuses(method: string, target: string): readonly number[] | null {
  const [path = ""] = target.split("?");
  const operation = paths.find(({ form }) => form.test(path))?.methods[method.toLowerCase()];
  return operation === undefined ? null : Object.keys(operation.responses).map(Number);
}
