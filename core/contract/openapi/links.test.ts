import { expect, test } from "vitest";

import { linksOf } from "./links.ts";
import { operations } from "./operations.ts";

const links = operations.flatMap((operation) =>
  Object.entries(linksOf(operation, operations)).map(([name, link]) => ({
    from: operation.operationId as string,
    name,
    ...(link as { readonly operationId: string; readonly parameters: Readonly<Record<string, string>> }),
  })),
);

test("a link gives every parameter of the path it leads to", () => {
  expect(links.length).toBeGreaterThan(30);
  for (const { from, operationId, parameters } of links) {
    const target = operations.find((one) => one.operationId === operationId)!;
    const names = [...target.path.matchAll(/\{\+?(\w+)\}/gu)].map(([, name]) => name);
    expect(new Set(Object.keys(parameters)), `${from} to ${operationId}`).toEqual(new Set(names));
  }
});

test("every operation that takes an id is reached by a link from one that gives it", () => {
  const reached = new Set(links.map(({ operationId }) => operationId));
  const unreached = operations.filter(
    ({ path, operationId }) => path.includes("{") && !reached.has(operationId),
  );
  // Named by digests and places inside bundles and the log, which no answer's member is.
  expect(unreached.map(({ path }) => path)).toEqual([
    "/v1/evidence/keys/{keyid}.pem",
    "/v1/evidence/specs/{sha256}",
    "/v1/evidence/scorers/{sha256}",
    "/v1/scenarios/{scenario_id}/exports/{+export_format}",
    "/v1/log/tile/{tile_level}/{+tile_index}",
    "/v1/log/tile/entries/{+tile_index}",
  ]);
});
