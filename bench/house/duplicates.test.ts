import { expect, test } from "vitest";

import { countDuplicates, stretchTokens } from "./duplicates.ts";
import { sourceFile } from "./source-files.ts";

/** As many tokens as make a stretch, four a line. */
const stretch = Array.from({ length: stretchTokens / 4 }, (_, line) => `a${line} = b${line};\n`).join("");

test("a stretch that two files share counts in both, line by line", () => {
  const files = [sourceFile("a.ts", `first();\n${stretch}`), sourceFile("b.ts", `${stretch}second();\n`)];
  expect(countDuplicates(files)).toEqual({ lines: (2 * stretchTokens) / 4, files: 2 });
});

test("a shorter stretch, another name, an import and a comment are no duplicates", () => {
  const imports = Array.from({ length: 40 }, (_, at) => `import { x${at} } from "./x.ts";\n`).join("");
  const comments = Array.from({ length: 40 }, () => "// the same words again\n").join("");
  const files = ["q", "r"].map((name) =>
    sourceFile(`${name}.ts`, `${imports}${comments}${stretch.replace("a7", name)}`),
  );
  expect(countDuplicates(files)).toEqual({ lines: 0, files: 0 });
});
