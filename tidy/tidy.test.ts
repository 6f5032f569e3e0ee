import { join } from "node:path";
import { expect, test } from "vitest";

import { findUntidy, mostBytes, mostDataBytes, mostSourcesInAFolder, namingSensors } from "./find-untidy.ts";
import { generatedFiles } from "./generated-files.ts";
import { readTrackedFiles, trackedFile } from "./tracked-files.ts";

const files = readTrackedFiles(join(import.meta.dirname, ".."));

test("the tree is tidy", () => {
  expect(files.length).toBeGreaterThan(1_000);
  expect(findUntidy(files)).toEqual([]);
});

test("no source names a kind of sensor itself: the tables of core/sensors do", () => {
  expect(namingSensors(files)).toEqual([]);
});

test.each([
  ["server/app/list.ts", 'const name = "radar";', true],
  ["server/app/list.ts", "row.lidarDriftM", true],
  ["clients/python/src/plumbline/_queries.py", '"camera_drift_deg"', true],
  ["server/app/list.ts", "// a radar\nconst x = 1;\n/* or a\n   camera */", false],
  ["cli/list.ts", "throw new InvalidArgumentError()", false],
  ["console/three/stage.ts", "new PerspectiveCamera(40)", false],
  ["core/sensors/kinds.ts", 'name: "radar"', false],
  ["server/app/list.test.ts", 'name: "radar"', false],
  ["bench/run.ts", 'name: "radar"', false],
])("%s with %s names a kind of sensor: %s", (path, content, names) => {
  expect(namingSensors([trackedFile(path, content)])).toEqual(names ? [path] : []);
});

test("every generated file is there, and a test or a tool compares it with what is written anew", () => {
  const paths = files.map(({ path }) => path);
  for (const { path, writer, comparedBy } of generatedFiles) {
    expect(
      paths.some((one) => one.startsWith(path)),
      path,
    ).toBe(true);
    if (comparedBy === null) continue;
    expect(paths, path).toContain(writer);
    expect(paths, path).toContain(comparedBy);
  }
});

test.each([
  ["core/large.ts", "x".repeat(mostBytes + 1), "is the most"],
  ["docs/picture.png", "x".repeat(mostBytes + 1), "is the most"],
  ["bench/results/printed.json", "x".repeat(mostDataBytes + 1), "bytes of data"],
  ["core/written.ts", "/** Written by write.ts; not to be changed by hand. */\n", "a program wrote it"],
  ["server/notes.docx", "", "kind of file"],
  ["server/Makefile", "", "kind of file"],
])("%s would be untidy", (path, content, why) => {
  expect(findUntidy([trackedFile(path, content)])).toEqual([expect.stringContaining(why)]);
});

test("a folder has room for thirty sources", () => {
  const folder = (count: number) =>
    Array.from({ length: count }, (_, at) => trackedFile(`core/full/file-${at}.ts`, ""));
  expect(findUntidy(folder(mostSourcesInAFolder))).toEqual([]);
  expect(findUntidy(folder(mostSourcesInAFolder + 1))).toEqual([
    "core/full: 31 source files; 30 is the most",
  ]);
});

test.each([
  ["core/scoring/fold.ts", "core/evidence/log/log-tree.ts", true],
  ["core/evidence/log/log-tree.ts", "core/encoding/bytes.ts", false],
  ["core/contract/routes.ts", "server/app/application.ts", true],
  ["server/app/application.ts", "server/http/routes.ts", true],
  ["server/http/http-server.ts", "server/app/application.ts", false],
  ["server/http/http-server.ts", "server/storage/data-folder.ts", true],
  ["server/http/http-server.ts", "server/main.ts", true],
  ["server/http/http-server.ts", "server/config.ts", true],
  ["server/brokers/mqtt.ts", "server/webhooks/outgoing.ts", true],
  ["server/config.ts", "server/http/service-limits.ts", false],
  ["server/main.ts", "server/storage/data-folder.ts", false],
  ["cli/serve.ts", "server/main.ts", false],
  ["cli/serve.ts", "server/software.ts", true],
  ["cli/pack-program.ts", "server/software.ts", false],
  ["console/main.tsx", "clients/typescript/plumbline.ts", false],
  ["console/main.tsx", "server/app/sha256.ts", true],
  ["server/app/fleet.test.ts", "server/storage/data-folder.ts", false],
])("%s importing %s goes against the arrow: %s", (from, to, goes) => {
  const folders = from.split("/").length - 1;
  const found = findUntidy([
    trackedFile(from, `import type { X } from "${"../".repeat(folders)}${to}";\n`),
    trackedFile(to, ""),
  ]);
  expect(found).toEqual(goes ? [`${from}: imports ${to}, against the arrow of ARCHITECTURE.md`] : []);
});

test("imports are read in every form", () => {
  const forms = [
    'import { y } from "../evidence/y.ts";',
    'import type { Y } from "../evidence/y.ts";',
    'import "../evidence/y.ts";',
    'export * from "../evidence/y.ts";',
    'const y = await import("../evidence/y.ts");',
  ];
  for (const form of forms)
    expect(
      findUntidy([trackedFile("core/scoring/x.ts", form), trackedFile("core/evidence/y.ts", "")]),
      form,
    ).toHaveLength(1);
});
