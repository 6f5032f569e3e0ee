import { join } from "node:path";

import { expect, test } from "vitest";

import { longSentences, PhraseFinder, readRefusals } from "./shown-words.ts";
import { readTrackedFiles } from "./tracked-files.ts";

const root = join(import.meta.dirname, "..");
const mostWords = 35;

const texts = new Map(readTrackedFiles(root).map(({ path, bytes }) => [path, bytes]));
const listed = [...texts.keys()];
const read = (path: string): string => texts.get(path)!.toString();
const finder = new PhraseFinder(readRefusals(read("docs/words.md")));

/** What people read of it. The method's pages follow when its rules do; docs/words.md lists the words, docs/decisions is history. */
const pages = listed.filter(
  (path) =>
    /^(?:[^/]+|docs\/(?:guides\/)?[^/]+|clients\/[a-z]+\/README)\.md$/u.test(path) &&
    !/^docs\/(?:words|scoring-method|scoring-details|detection-results)\.md$/u.test(path),
);
const sources = listed.filter(
  (path) =>
    /^(?:console|cli|server|core|clients\/typescript)\/.*\.tsx?$/u.test(path) &&
    !/\.(?:test|system|release|contract)\.tsx?$|-for-tests\.tsx?$|\/(?:generated|dist|released)\//u.test(
      path,
    ),
);

test("no page has a word that docs/words.md replaces", () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.flatMap((path) => finder.inPage(path, read(path)))).toEqual([]);
});

test("no text of console, command line, service or client has one", () => {
  expect(sources.length).toBeGreaterThan(500);
  const findings = sources.flatMap((path) => finder.inSource(path, read(path)));
  expect(findings).toEqual([]);
});

test("no sentence of the README and the guides is longer than 35 words", () => {
  const short = pages.filter((path) => path === "README.md" || path.startsWith("docs/guides/"));
  expect(short.length).toBeGreaterThan(3);
  expect(short.flatMap((path) => longSentences(path, read(path), mostWords))).toEqual([]);
});

test("a planted phrase is found in every kind of text, with its line and what to write; comments and codes are not", () => {
  const planted = new PhraseFinder([
    { phrase: "heard", write: "received" },
    { phrase: "out of true", write: "out of calibration" },
  ]);
  const source = [
    "// heard in a comment",
    'type Kind = "heard";',
    'const code = "heard";',
    'const label = "Heard lately";',
    "const message = `${count} sensors came out",
    "of true`;",
    "const view = (",
    "  <p title={'not heard yet'}>",
    "    nothing was heard",
    "  </p>",
    ");",
  ].join("\n");
  expect(planted.inSource("x.tsx", source)).toEqual([
    'x.tsx:4: "heard"; write: received',
    'x.tsx:5: "out of true"; write: out of calibration',
    'x.tsx:8: "heard"; write: received',
    'x.tsx:9: "heard"; write: received',
  ]);
  expect(planted.inPage("x.md", "Overheard.\n\n`heard`, [unheard](heard.md), **Heard**")).toEqual([
    'x.md:3: "heard"; write: received',
  ]);
});

test("the table of docs/words.md is read, one refusal for each form", () => {
  const page =
    "## Not in a shown text\n\n| ours | write |\n|---|---|\n| told / tells | shown |\n\n## Eye\n\n| W | x |\n";
  expect(readRefusals(page)).toEqual([
    { phrase: "told", write: "shown" },
    { phrase: "tells", write: "shown" },
  ]);
  expect(readRefusals(read("docs/words.md")).length).toBeGreaterThan(60);
});

test("sentences are counted over line ends, by cell and list entry, and not in code", () => {
  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");
  const page = [
    `${words(20)}\n${words(20)}.`,
    `- ${words(30)}. ${words(10)[0]!.toUpperCase()} ${words(20)}`,
    `| ${words(36)} | ${words(3)} |`,
    `\`\`\`\n${words(50)}\n\`\`\``,
  ].join("\n\n");
  expect(longSentences("x.md", page, 35).map((one) => one.split(" words")[0])).toEqual([
    "x.md:1: 40",
    "x.md:6: 36",
  ]);
});
