import { expect, test } from "vitest";

import { defaultSettings, settingsToJson } from "./settings.ts";
import { settingsCatalogue, whyNotSetting } from "./settings-catalogue.ts";

const described = settingsCatalogue.flatMap(({ settings }) => settings);

/** Dotted names of all numbers. */
function leavesOf(value: object, path = ""): readonly (readonly [string, number])[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const own = path === "" ? name : `${path}.${name}`;
    return typeof member === "number" ? [[own, member] as const] : leavesOf(member as object, own);
  });
}

test("every setting is described once, and nothing that is none", () => {
  const names = leavesOf(settingsToJson(defaultSettings)).map(([path]) => path);
  expect(described.map(({ path }) => path).toSorted()).toEqual(names.toSorted());
});

test("every default is what its setting may be", () => {
  const values = new Map(leavesOf(settingsToJson(defaultSettings)));
  const refused = described.filter((setting) => whyNotSetting(setting, values.get(setting.path)!) !== null);
  expect(refused).toEqual([]);
});

test("what a setting may not be is said", () => {
  const share = described.find(({ path }) => path === "change.harmless_share")!;
  expect(whyNotSetting(share, 0.5)).toBeNull();
  expect(whyNotSetting(share, 1e9)).toBe("a number from 0 to 1");
  expect(whyNotSetting(share, Number.NaN)).toBe("a finite number");
});
