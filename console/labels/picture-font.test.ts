import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pictureFont } from "./picture-font.ts";

const sheet = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");

test("words on a canvas are of the same font as the page's", () => {
  const family = /--font:\s*([^;]+);/u.exec(sheet)![1]!.replaceAll(/\s+/gu, " ");
  expect(pictureFont(11)).toBe(`11px ${family}`);
});
