import { expect, test } from "vitest";

import { chooseMediaType } from "./choose-media-type.ts";

const offered = ["application/json", "text/html"] as const;

test.each([
  [undefined, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["text/html", "text/html"],
  ["application/*;q=0.5, text/*;q=0.6", "text/html"],
  ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html"],
  ["TEXT/HTML;Q=0.1", "text/html"],
  ["application/json;q=0, */*", "text/html"],
])("Accept %s leads to %s", (accept, chosen) => {
  expect(chooseMediaType(accept, offered)).toBe(chosen);
});

test.each(["image/png", "application/json;q=0, text/html;q=0.0", "*/*;q=0"])(
  "Accept %s excludes all",
  (accept) => {
    expect(() => chooseMediaType(accept, offered)).toThrow(
      expect.objectContaining({ code: "not_acceptable" }),
    );
  },
);
