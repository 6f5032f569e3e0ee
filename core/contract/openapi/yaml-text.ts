import { Document, isMap, isScalar, isSeq } from "yaml";

import type { JsonObject } from "../../encoding/strict-json.ts";

const lineWidth = 160;

/**
 * A document as YAML that people review: what is short stands on one line, a list of words or numbers in as few as it needs.
 * Quoted as YAML 1.1 needs it, since half of the readers still take a bare time or `no` for something else than text.
 */
export function yamlText(value: JsonObject): string {
  const document = new Document(value, { version: "1.1", aliasDuplicateObjects: false });
  setShortOnOneLine(document.contents, { indent: 0, column: 0 });
  // The library would break a list after every item, and sentences within: a width of 0 leaves both alone.
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).replaceAll(longList, inRows);
}

interface Place {
  /** Of the lines of its members, if it has several. */
  readonly indent: number;
  /** Where it begins on its line. */
  readonly column: number;
}

/** How wide the node is on one line; infinite where it has several. */
function setShortOnOneLine(node: unknown, { indent, column }: Place): number {
  if (isScalar(node)) return widthOf(node.value);
  if (!isMap(node) && !isSeq(node)) return Infinity;
  const parts: readonly (readonly [lead: number, value: unknown])[] = isMap(node)
    ? node.items.map(({ key, value }) => [widthOf(key) + 2, value])
    : node.items.map((item) => [0, item]);
  let width = 2;
  for (const [lead, value] of parts) {
    // A list's lines begin with a dash and a space.
    width += lead + 2 + setShortOnOneLine(value, { indent: indent + 2, column: indent + (lead || 2) });
  }
  const isShort = column + width <= lineWidth;
  node.flow = isShort || (isSeq(node) && node.items.every(isScalar));
  return isShort ? width : Infinity;
}

/** With the quotes that it may need. */
function widthOf(value: unknown): number {
  return JSON.stringify(isScalar(value) ? value.value : value).length;
}

/** A line that is a list of plain words or numbers, and too long. */
const longList = new RegExp(String.raw`^(?=.{${lineWidth + 1}})( *)(.*\[[^"'[\]{}]+\])$`, "gmu");

function inRows(_line: string, indent: string, list: string): string {
  const margin = `${indent}    `;
  const width = lineWidth - margin.length;
  const row = new RegExp(String.raw`(?=.{${width + 1}})(.{1,${width - 1}},) `, "gu");
  return indent + list.replaceAll(row, `$1\n${margin}`);
}
