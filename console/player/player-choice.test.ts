import { expect, test } from "vitest";
import { presets } from "../scene/viewpoint.ts";
import { playFromQuery, queryOfPlay, usualPlay, type PlayerChoice } from "./player-choice.ts";

test.each<PlayerChoice>([
  usualPlay,
  { ...usualPlay, tS: 9.4, view: "pose", factor: 25, sensor: "radar" },
  { ...usualPlay, speed: 0.25, isLooping: true, viewpoint: presets.top },
])("the address of %j leads back to it", (choice) => {
  expect(playFromQuery(new URLSearchParams(queryOfPlay(choice)))).toEqual(choice);
});

test.each(["t=x", "t=-3", "view=moon", "x=7", "sensor=nose", "speed=100", "loop=yes", "look=1,2"])(
  "%s is no reason to play something else",
  (query) => {
    expect(playFromQuery(new URLSearchParams(query))).toEqual(usualPlay);
  },
);
