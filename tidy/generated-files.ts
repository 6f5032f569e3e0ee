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
  { path: "clients/conformance/", writer: "", comparedBy: null },
  {
    path: "core/contract/published/",
    writer: "core/contract/openapi/publish.ts",
    comparedBy: "core/contract/openapi/published-files.test.ts",
  },
  { path: "core/scorers/", writer: "", comparedBy: null },
  { path: "package-lock.json", writer: "", comparedBy: null },
  { path: "docs/pictures/", writer: "", comparedBy: null },
];
