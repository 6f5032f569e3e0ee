import { expect, test } from "vitest";

import { FrameTexts } from "./frame-texts.ts";
import { TextPattern } from "./text-pattern.ts";

const model = '{"vehicle_id":"van-1","n":1}';
const numbers = new TextPattern(model).numbersIn('{"vehicle_id":"van-1","n":22}', 0);

test("a text is as it came, or its numbers in the pattern of another", () => {
  const texts = new FrameTexts();
  expect(texts.read(model, null, 0)).toBe(model);
  expect(texts.read(numbers ?? undefined, model, 0)).toBe('{"vehicle_id":"van-1","n":22}');
});

test("what is damaged reads as no JSON at all", () => {
  const texts = new FrameTexts();
  expect(texts.read(numbers ?? undefined, null, 0)).toBe("");
  expect(texts.read(numbers ?? undefined, "{}", 0)).toBe("");
  expect(texts.read(new Uint8Array([200]), model, 0)).toBe("");
});
