import { expect, test } from "vitest";
import { keyName } from "./key-name.ts";

test.each([
  [{ key: "ArrowLeft", shiftKey: true }, "Shift+ArrowLeft"],
  [{ key: "ArrowLeft", shiftKey: false }, "ArrowLeft"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: "E", shiftKey: true }, "E"],
])("%j is called %s", (event, name) => {
  expect(keyName(event)).toBe(name);
});
