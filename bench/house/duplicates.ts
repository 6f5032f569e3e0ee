import type { SourceFile } from "./source-files.ts";

export interface Duplicates {
  /** Lines of which every token stands in a stretch that occurs more than once. */
  readonly lines: number;
  readonly files: number;
}

/** Shorter stretches are alike by chance: an import list, a table's frame. */
export const stretchTokens = 60;

const token = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|[\w$]+|\S/gu;
const commentOrImport = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^(?:import|export)[^;]*?from "[^"]*";$/gmu;

/** What is written twice, token for token, names included: comments, imports and white space do not count. */
export function countDuplicates(files: readonly SourceFile[]): Duplicates {
  const seen = new Map<string, Stretch>();
  const twice = new Map<SourceFile, Set<number>>();
  for (const file of files) markRepeated(file);
  const lines = [...twice.values()].reduce((sum, found) => sum + found.size, 0);
  return { lines, files: twice.size };

  function markRepeated(file: SourceFile): void {
    const tokens = tokensOf(file);
    for (let at = 0; at + stretchTokens <= tokens.length; at++) {
      const here = { file, lines: tokens.slice(at, at + stretchTokens).map(({ line }) => line) };
      const text = tokens
        .slice(at, at + stretchTokens)
        .map(({ text: part }) => part)
        .join(" ");
      const earlier = seen.get(text);
      if (earlier === undefined) seen.set(text, here);
      else {
        mark(earlier, twice);
        mark(here, twice);
      }
    }
  }
}

interface Stretch {
  readonly file: SourceFile;
  readonly lines: readonly number[];
}

function mark({ file, lines }: Stretch, twice: Map<SourceFile, Set<number>>): void {
  const found = twice.get(file) ?? new Set<number>();
  for (const line of lines) found.add(line);
  twice.set(file, found);
}

function tokensOf({ text }: SourceFile): readonly { readonly text: string; readonly line: number }[] {
  const bare = text.replace(commentOrImport, (part) => part.replace(/[^\n]/gu, " "));
  return bare
    .split("\n")
    .flatMap((line, index) => Array.from(line.matchAll(token), ([found]) => ({ text: found, line: index })));
}
