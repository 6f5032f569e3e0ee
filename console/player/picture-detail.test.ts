import { expect, test } from "vitest";
import { coarser, finest } from "./picture-detail.ts";

test("a picture that comes too late is followed by a coarser one, but never by less than half", () => {
  expect(coarser(finest, 120)).toBe(0.5);
  expect(coarser(0.5, 500)).toBe(0.5);
});

test("a picture in time, and the first one, are followed by as fine a one", () => {
  expect(coarser(finest, 16)).toBe(finest);
  expect(coarser(0.5, 16)).toBe(0.5);
  expect(coarser(finest, Number.NaN)).toBe(finest);
});
