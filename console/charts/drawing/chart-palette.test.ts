import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { paletteOf } from "./chart-palette.ts";

const sheet = readFileSync(new URL("../../styles/tokens.css", import.meta.url), "utf8");

test("every colour of a picture is one of the page's tokens", () => {
  const asked: string[] = [];
  const palette = paletteOf({
    getPropertyValue: (name) => {
      asked.push(name);
      return ` ${new RegExp(`${name}:\\s*([^;]+);`).exec(sheet)?.[1] ?? ""} `;
    },
  });
  expect(new Set(asked).size).toBe(Object.keys(palette).length);
  for (const color of Object.values(palette)) expect(color).toMatch(/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/);
});
