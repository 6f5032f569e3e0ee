import { parseAst } from "rolldown/parseAst";

/** A phrase that no shown text may have, and what to write instead: a row of docs/words.md. */
export interface Refusal {
  readonly phrase: string;
  readonly write: string;
}

/** Something that people read, and where. */
interface ShownText {
  readonly line: number;
  readonly text: string;
}

const tableHeading = "## Not in a shown text";

/** The rows under the heading "Not in a shown text"; each form of an entry is one refusal. */
export function readRefusals(page: string): readonly Refusal[] {
  const section = page.slice(page.indexOf(tableHeading) + tableHeading.length).split("\n## ")[0]!;
  const rows = Array.from(
    section.matchAll(/^\| (?<ours>[^|]+) \| (?<write>[^|]+) \|$/gmu),
    ({ groups }) => groups!,
  );
  return rows
    .filter(({ ours }) => ours !== "ours" && !ours!.startsWith("---"))
    .flatMap(({ ours, write }) =>
      ours!.split(" / ").map((phrase) => ({ phrase: phrase.trim(), write: write! })),
    );
}

/** Finds the phrases as whole words, in any case, over line breaks and extra blanks. */
export class PhraseFinder {
  readonly #any: RegExp;
  readonly #writeOf: ReadonlyMap<string, string>;

  constructor(refusals: readonly Refusal[]) {
    // The longest first: of "afresh" and "begun afresh" the latter is named.
    const phrases = refusals.map(({ phrase }) => phrase).toSorted((a, b) => b.length - a.length);
    const patterns = phrases.map((phrase) =>
      phrase.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`).replaceAll(" ", String.raw`\s+`),
    );
    this.#any = new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${patterns.join("|")})(?![\p{L}\p{N}_])`, "giu");
    this.#writeOf = new Map(refusals.map(({ phrase, write }) => [phrase.toLowerCase(), write]));
  }

  inPage(path: string, page: string): readonly string[] {
    return this.#findings(path, textsOfPage(page));
  }

  inSource(path: string, source: string): readonly string[] {
    return source.search(this.#any) === -1 ? [] : this.#findings(path, textsOfSource(path, source));
  }

  /** One line for each find: place, phrase, replacement. */
  #findings(path: string, shown: readonly ShownText[]): readonly string[] {
    return shown.flatMap(({ line, text }) =>
      Array.from(text.matchAll(this.#any), ({ 0: found, index }) => {
        const phrase = found.replaceAll(/\s+/gu, " ").toLowerCase();
        return `${path}:${line + lineBreaks(text.slice(0, index))}: "${phrase}"; write: ${this.#writeOf.get(phrase)}`;
      }),
    );
  }
}

/** The prose of a Markdown page: fences included, since they show what commands print; code spans and addresses not. */
function textsOfPage(page: string): readonly ShownText[] {
  return page
    .split("\n")
    .map((text, at) => ({ line: at + 1, text: text.replaceAll(/`[^`]*`|\]\([^)]*\)/gu, "``") }));
}

/**
 * What a TypeScript file may show: text between JSX tags, and strings and templates with a blank or a capital. What is
 * left out are words that only programs read, such as the members of a union, and the names of imports.
 */
function textsOfSource(path: string, source: string): readonly ShownText[] {
  const shown: ShownText[] = [];
  const lineOf = lineCounter(source);
  collect(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }, path));
  return shown;

  function collect(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(collect);
    if (typeof node !== "object" || node === null || isNoText(node)) return;
    const found = textOf(node as Node);
    if (found !== null) shown.push({ line: lineOf((node as Node).start), text: found });
    Object.values(node).forEach(collect);
  }
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
}

function isNoText(node: object): boolean {
  const { type } = node as { type?: unknown };
  return type === "ImportDeclaration" || type === "ExportAllDeclaration" || type === "TSLiteralType";
}

function textOf({ type, value, quasis }: Node): string | null {
  if (type === "JSXText" && typeof value === "string") return value;
  if (type === "TemplateLiteral") return prose(quasis!.map((quasi) => quasi.value.cooked ?? "").join("…"));
  return type === "Literal" && typeof value === "string" ? prose(value) : null;
}

function prose(text: string): string | null {
  return /\s|^\p{Lu}/u.test(text) ? text : null;
}

/** Sentences of a page with more words than that: of paragraphs, list entries and cells of tables, without fences. */
export function longSentences(path: string, page: string, mostWords: number): readonly string[] {
  return blocksOf(page).flatMap(({ line, text }) =>
    sentencesOf(text)
      .map((sentence) => ({ sentence, words: wordsOf(sentence).length }))
      .filter(({ words }) => words > mostWords)
      .map(({ sentence, words }) => `${path}:${line}: ${words} words: ${sentence.trim().slice(0, 60)}…`),
  );
}

function blocksOf(page: string): readonly ShownText[] {
  const blocks: { line: number; text: string }[] = [];
  let isFence = false;
  let isOpen = false;
  page.split("\n").forEach((row, at) => {
    const line = at + 1;
    const isMark = /^\s*(?:```|~~~)/u.test(row);
    if (isMark) isFence = !isFence;
    if (isMark || isFence || row.trim() === "") isOpen = false;
    else if (row.startsWith("|")) {
      blocks.push(...row.split("|").map((text) => ({ line, text })));
      isOpen = false;
    } else {
      if (isOpen && !/^\s*(?:[-*]|\d+\.)\s|^#/u.test(row)) blocks.at(-1)!.text += ` ${row}`;
      else blocks.push({ line, text: row });
      isOpen = !row.startsWith("#");
    }
  });
  return blocks;
}

/** A code span or an address is one word; "e.g. 3.5 m" ends no sentence, since no capital follows. */
function sentencesOf(block: string): readonly string[] {
  const plain = block
    .replaceAll(/`[^`]*`/gu, "code")
    .replaceAll(/!?\[(?<text>[^\]]*)\]\([^)]*\)/gu, "$<text>");
  return plain.split(/(?<=[.!?][)"”*]*)\s+(?=[\p{Lu}\p{N}*_"“(])/u);
}

function wordsOf(sentence: string): readonly string[] {
  return sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’\-./:_]*/gu) ?? [];
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}

/** Of ever later places in one text, so that each character is looked at once. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let seen = 0;
  return (at) => {
    if (at < seen) return lineBreaks(text.slice(0, at)) + 1;
    line += lineBreaks(text.slice(seen, at));
    seen = at;
    return line;
  };
}
