/** A file that a program writes and that stands in the tree all the same, because people review it or others pin its bytes. */
export interface GeneratedFiles {
  /** A path, or the beginning of several that ends with a slash. */
  readonly path: string;
  /** Where it is written. */
  readonly writer: string;
  /** The test that writes it anew and compares every byte; null where a tool of others does, such as `npm ci`. */
  readonly comparedBy: string | null;
}

/** All of them. What is not here a command can print, and the tree does not hold it. */
export const generatedFiles: readonly GeneratedFiles[] = [
  ...["verdicts.json", "bundle.schema.json", "toy.bundle.json", "precommitted.bundle.json"].map((name) => ({
    path: `clients/conformance/evidence/${name}`,
    writer: "clients/conformance/write-vectors.ts",
    comparedBy: "clients/conformance/evidence/vectors.test.ts",
  })),
  {
    path: "clients/conformance/evidence/log-tiles.json",
    writer: "clients/conformance/evidence/go/main.go",
    comparedBy: "clients/conformance/evidence/third-parties/go-tools.release.ts",
  },
  {
    path: "core/contract/published/",
    writer: "core/contract/openapi/publish.ts",
    comparedBy: "core/contract/openapi/published-files.test.ts",
  },
  ...["core/scorers/1.0.0-dev.mjs", "clients/conformance/evidence/scoring-1.0.0-dev/"].map((path) => ({
    path,
    writer: "core/scorers/freeze.ts",
    comparedBy: "core/scorers/frozen-scorers.test.ts",
  })),
  {
    path: "core/heart/heart.wasm",
    writer: "core/heart/compiler/compile-heart.ts",
    comparedBy: "core/heart/compiler/compile-heart.slow.test.ts",
  },
  { path: "core/heart/compiler/package-lock.json", writer: "npm install", comparedBy: null },
  { path: "package-lock.json", writer: "npm install", comparedBy: null },
  {
    path: "e2e/console/pictures/stored/",
    writer: "e2e/console/pictures/write-pictures.ts",
    comparedBy: "e2e/console/pictures.release.ts",
  },
];
