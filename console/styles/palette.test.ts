import { readFileSync } from "node:fs";
import {
  type Color,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
} from "culori";
import { describe, expect, test } from "vitest";

const sheet = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const analytics = readFileSync(new URL("./analytics.css", import.meta.url), "utf8");
const [light = "", dark = ""] = sheet.split("@media");
const themes = [
  { theme: "light", colors: colorsOf(light) },
  { theme: "dark", colors: { ...colorsOf(light), ...colorsOf(dark) } },
];

/** Full strength, by the matrices of Machado, Oliveira and Fernandes (2009). */
const eyes = {
  "as most see them": (color: Color) => color,
  protanopia: filterDeficiencyProt(1),
  deuteranopia: filterDeficiencyDeuter(1),
  tritanopia: filterDeficiencyTrit(1),
};
const differenceOf = differenceCiede2000();

const tiers = ["critical", "caution", "nominal", "unknown"];

describe.each(themes)("$theme", ({ colors }) => {
  test.each(["text", "text-quiet", ...tiers.map((tier) => `${tier}-word`)])(
    "%s can be read on page, panel and under the pointer (4.5:1)",
    (name) => {
      for (const ground of ["page", "panel", "hover"]) {
        expect(contrast(colors[name]!, colors[ground]!)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test.each([...tiers, "control", "focus", "chart-first", "chart-second"])(
    "%s can be seen on page and panel (3:1)",
    (name) => {
      for (const ground of ["page", "panel"]) {
        expect(contrast(colors[name]!, colors[ground]!)).toBeGreaterThanOrEqual(3);
      }
    },
  );

  test.each(tiers)("%s can be seen on the map's land and water (3:1)", (name) => {
    for (const ground of ["map-land", "map-water"]) {
      expect(contrast(colors[name]!, colors[ground]!)).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(["text", "text-quiet"])("%s can be read on the map's land and water (4.5:1)", (name) => {
    for (const ground of ["map-land", "map-water"]) {
      expect(contrast(colors[name]!, colors[ground]!)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("a number can be read on the strongest shade of a table by colour (4.5:1)", () => {
    const shades = [...analytics.matchAll(/color-mix\(in srgb, var\(--caution\) (\d+)%, var\(--panel\)\)/g)];
    expect(shades.length).toBeGreaterThan(3);
    for (const [, percent] of shades) {
      const shade = mix(colors["caution"]!, colors["panel"]!, Number(percent) / 100);
      expect(contrast(colors["text"]!, shade)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(Object.entries(eyes))(
    "tiers can be told apart by colour alone: %s (CIEDE2000 of 11 at least)",
    (_, see) => {
      const seen = tiers.map((tier) => see(parse(colors[tier]!)!));
      for (const [place, one] of seen.entries()) {
        for (const other of seen.slice(place + 1))
          expect(differenceOf(one, other)).toBeGreaterThanOrEqual(11);
      }
    },
  );

  test("the upper tiers stand out more the worse they are, also without any hue", () => {
    const distance = (name: string): number => contrast(colors[name]!, colors["panel"]!);
    expect(distance("critical")).toBeGreaterThan(1.5 * distance("caution"));
  });
});

function colorsOf(part: string): Record<string, string> {
  return Object.fromEntries(
    [...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
}

/** `share` of one colour over the other, as `color-mix(in srgb, …)` has it. */
function mix(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [first, second] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round(share * first! + (1 - share) * second!);
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
