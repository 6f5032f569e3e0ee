import { expect, test } from "vitest";
import { type LabelWish, placeLabels } from "./place-labels.ts";

const room = 400;
const label = (x: number, prefers: LabelWish["prefers"]): LabelWish => ({ x, width: 50, prefers });

test("labels with room stand where they wish", () => {
  expect(placeLabels([label(100, "left"), label(100, "right"), label(300, "right")], room)).toEqual([
    "left",
    "right",
    "right",
  ]);
});

test("a label that would lie on another goes to the other side of its line", () => {
  expect(placeLabels([label(160, "right"), label(150, "right")], room)).toEqual(["right", "left"]);
});

test("a label with no room on either side is left out, not printed over another", () => {
  expect(placeLabels([label(100, "left"), label(104, "right"), label(110, "right")], room)).toEqual([
    "left",
    "right",
    null,
  ]);
});

test("no label leaves the picture", () => {
  expect(placeLabels([label(390, "right"), label(10, "left")], room)).toEqual(["left", "right"]);
});
