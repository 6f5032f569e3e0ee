import { expect, test } from "vitest";

import { toBase64 } from "../../encoding/base64.ts";
import { formatCheckpoint, parseCheckpoint } from "./checkpoint.ts";

const root = new Uint8Array(32).fill(9);
const text = `log.example.org\n17\n${toBase64(root)}\n`;

test("a checkpoint is three lines, and reads back", () => {
  expect(formatCheckpoint({ origin: "log.example.org", size: 17, root })).toBe(text);
  expect(parseCheckpoint(text)).toEqual({ origin: "log.example.org", size: 17, root });
});

test.each([
  ["without a name", text.slice("log.example.org".length)],
  ["with an extension line", `${text}more\n`],
  ["without its last line feed", text.slice(0, -1)],
  ["with a size in another spelling", text.replace("17", "017")],
  ["with a size beyond what is exact", text.replace("17", "9007199254740993")],
  ["with a short root", text.replace(toBase64(root), toBase64(root.slice(1)))],
  ["of nothing", ""],
])("a checkpoint %s is none", (_, other) => {
  expect(parseCheckpoint(other)).toBeNull();
});
