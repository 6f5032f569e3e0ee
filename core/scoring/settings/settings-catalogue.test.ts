import { expect, test } from "vitest";

import { defaultSettings, settingsToJson } from "./settings.ts";
import { settingsCatalogue, whyNotSetting } from "./settings-catalogue.ts";

const described = settingsCatalogue.flatMap(({ settings }) => settings);

/** Dotted names of all numbers and lists of numbers. */
function leavesOf(value: object, path = ""): readonly (readonly [string, readonly number[]])[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const own = path === "" ? name : `${path}.${name}`;
    if (typeof member === "number") return [[own, [member]] as const];
    if (Array.isArray(member)) return [[own, member as number[]] as const];
    return leavesOf(member as object, own);
  });
}

test("every setting is described once, and nothing that is none", () => {
  const names = leavesOf(settingsToJson(defaultSettings)).map(([path]) => path);
  expect(described.map(({ path }) => path).toSorted()).toEqual(names.toSorted());
});

test("every default is what its setting may be", () => {
  const values = new Map(leavesOf(settingsToJson(defaultSettings)));
  for (const setting of described) {
    for (const value of values.get(setting.path)!) {
      expect([setting.path, value, whyNotSetting(setting, value)]).toEqual([setting.path, value, null]);
    }
  }
});

test("what a setting may not be is said", () => {
  const levels = described.find(({ path }) => path === "evidence.levels")!;
  expect(whyNotSetting(levels, 9)).toBeNull();
  expect(whyNotSetting(levels, 2.5)).toBe("a whole number from 1 to 12");
  expect(whyNotSetting(levels, 1e9)).toBe("a number from 1 to 12");
  expect(whyNotSetting(levels, Number.NaN)).toBe("a finite number");
});
