import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { renderSettingsPage } from "./settings-page.ts";

test("the page of the settings is written from their catalogue (npm run docs:scoring-settings)", () => {
  const page = readFileSync(new URL("../../docs/scoring-settings.md", import.meta.url), "utf8");
  expect(page).toBe(renderSettingsPage());
});
