import { expect, test } from "vitest";

import { againstArrow } from "./arrow.ts";
import { importCycles, importsAmong } from "./import-graph.ts";
import { sourceFile } from "./source-files.ts";

const edge = (from: string, to: string) => ({ from, to });

test("imports are read in every form, types too, and only among the files", () => {
  const files = [
    sourceFile("a/x.ts", 'import { y } from "./y.ts";\nimport type { Z } from "../b/z.ts";\nimport "zod";\n'),
    sourceFile("a/y.ts", 'export * from "./gone.ts";\nconst z = await import("../b/z.ts");\n'),
    sourceFile("b/z.ts", 'import "../a/y.ts";\n'),
  ];
  expect(importsAmong(files)).toEqual([
    edge("a/x.ts", "a/y.ts"),
    edge("a/x.ts", "b/z.ts"),
    edge("a/y.ts", "b/z.ts"),
    edge("b/z.ts", "a/y.ts"),
  ]);
});

test("a cycle is every set of files that reach each other", () => {
  const imports = [
    edge("a", "b"),
    edge("b", "c"),
    edge("c", "a"),
    edge("c", "d"),
    edge("d", "e"),
    edge("e", "d"),
    edge("f", "a"),
  ];
  expect(importCycles(imports).map((cycle) => cycle.toSorted())).toEqual([
    ["a", "b", "c"],
    ["d", "e"],
  ]);
});

test("a file that two cycles share makes one of them", () => {
  const imports = [edge("a", "b"), edge("b", "a"), edge("b", "c"), edge("c", "b")];
  expect(importCycles(imports).map((cycle) => cycle.toSorted())).toEqual([["a", "b", "c"]]);
});

test("a diamond is no cycle", () => {
  expect(importCycles([edge("a", "b"), edge("a", "c"), edge("b", "d"), edge("c", "d")])).toEqual([]);
});

test.each([
  ["core/scoring/fold.ts", "core/evidence/log/log-tree.ts", true],
  ["core/evidence/log/log-tree.ts", "core/encoding/bytes.ts", false],
  ["core/contract/routes.ts", "server/app/application.ts", true],
  ["server/http/http-server.ts", "server/app/application.ts", false],
  ["server/http/http-server.ts", "server/storage/data-folder.ts", true],
  ["server/http/http-server.ts", "server/main.ts", true],
  ["server/main.ts", "server/storage/data-folder.ts", false],
  ["cli/serve.ts", "server/main.ts", false],
  ["cli/serve.ts", "server/software.ts", true],
  ["cli/pack-program.ts", "server/software.ts", false],
  ["console/main.tsx", "clients/typescript/plumbline.ts", false],
  ["console/main.tsx", "server/app/sha256.ts", true],
])("%s importing %s goes against the arrow: %s", (from, to, goes) => {
  expect(againstArrow([edge(from, to)]).length === 1).toBe(goes);
});
