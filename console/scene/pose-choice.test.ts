import { expect, test } from "vitest";
import { choiceFromQuery, queryOfChoice, usualChoice, viewText, type PoseChoice } from "./pose-choice.ts";
import { farthestM, movedView, presets } from "./viewpoint.ts";

const around = (choice: PoseChoice) =>
  choiceFromQuery(new URLSearchParams(queryOfChoice(choice)), ["camera", "radar"]);

test.each<PoseChoice>([
  usualChoice,
  { viewpoint: presets.top, factor: 1, focus: null },
  { viewpoint: presets.side, factor: 25, focus: "radar" },
  { viewpoint: { kind: "through", sensorId: "camera" }, factor: 5, focus: "camera" },
  {
    viewpoint: { kind: "around", azimuthDeg: 12.5, elevationDeg: 40, distanceM: 9 },
    factor: 10,
    focus: null,
  },
])("the address of %j leads back to it", (choice) => {
  expect(around(choice)).toEqual(choice);
});

test.each([
  "view=nowhere",
  "view=1,2",
  "view=1,x,3",
  "view=through",
  "x=7",
  "x=",
  "x=1e9",
  "sensor=",
  "sensor=x&view=through",
])("%s is no reason to show nothing", (query) => {
  const choice = choiceFromQuery(new URLSearchParams(query), ["camera"]);
  expect(choice.viewpoint).toEqual(presets.overview);
  expect(choice.factor).toBe(10);
  expect(choice.focus).toBeNull();
});

test("what the address keeps of the usual view is nothing", () => {
  expect(queryOfChoice(usualChoice)).toEqual({});
});

test("a view goes round, stays above the ground and within reach", () => {
  const { overview } = presets;
  expect(movedView(overview, { azimuthDeg: 360 })).toEqual(overview);
  expect(movedView(overview, { elevationDeg: -500 }).elevationDeg).toBe(2);
  expect(movedView(overview, { elevationDeg: 500 }).elevationDeg).toBe(89.9);
  expect(movedView(overview, { zoom: 0.001 }).distanceM).toBe(farthestM);
  expect(viewText(movedView(overview, { azimuthDeg: 15 }))).toBe("247,24,13");
});
