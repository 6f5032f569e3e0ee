import { Document, isMap, isScalar, isSeq } from "yaml";

import type { JsonObject } from "../../encoding/strict-json.ts";

const lineWidth = 160;
/** Members that are read as sentences have lines of their own. */
const prose = ["description", "summary"];

/**
 * A document as YAML that people review: what is short stands on one line. Quoted as YAML 1.1 needs it, since half of the
 * readers still take a bare time or `no` for something else than text.
 */
export function yamlText(value: JsonObject): string {
  const document = new Document(value, { version: "1.1", aliasDuplicateObjects: false });
  setShortOnOneLine(document.contents, { indent: 0, column: 0 });
  return document.toString({ lineWidth, flowCollectionPadding: false });
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
  node.flow = column + width <= lineWidth && !(isMap(node) && prose.some((name) => node.has(name)));
  return node.flow ? width : Infinity;
}

/** With the quotes that it may need. */
function widthOf(value: unknown): number {
  return JSON.stringify(isScalar(value) ? value.value : value).length;
}
