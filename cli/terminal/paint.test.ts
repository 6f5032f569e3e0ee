import { expect, test } from "vitest";
import { paint, paintTier } from "./paint.ts";
import { guarded } from "./printable.ts";
import { nowhere } from "../run-recorded-for-tests.ts";

/** What a screen is sent. */
function sent(text: string): string {
  const parts: string[] = [];
  guarded({ ...nowhere, err: (part) => parts.push(part) }).err(text);
  return parts.join("");
}

const screen = { hasColour: true };

test("a colour is the SGR sequence of ECMA-48, and ends", () => {
  expect(sent(paint("x", "red", screen))).toBe("\u001b[31mx\u001b[0m");
  expect(sent(paint("x", "bold", screen))).toBe("\u001b[1mx\u001b[0m");
});

test("where colours are not seen the text stays as it is", () => {
  expect(paint("x", "red", { hasColour: false })).toBe("x");
});

test("a tier has its colour; one that is not known stays plain", () => {
  expect(sent(paintTier("CAUTION", screen))).toBe("\u001b[33mCAUTION\u001b[0m");
  expect(paintTier("PURPLE", screen)).toBe("PURPLE");
  expect(paintTier("constructor", screen)).toBe("constructor");
});

test("a text that brings an escape of its own is not coloured by it", () => {
  expect(sent(paint("\u001b[32mx", "red", screen))).toBe("\u001b[31m\\u001b[32mx\u001b[0m");
});
