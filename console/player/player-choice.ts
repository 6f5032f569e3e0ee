import { sensors, type Sensor } from "../../core/sensors/sensor-lists.ts";
import { viewpointFrom, viewText } from "../scene/pose-choice.ts";
import { exaggerations } from "../scene/shown-sensor.ts";
import { presets, type Viewpoint } from "../scene/viewpoint.ts";
import { speeds } from "./play-clock.ts";

export const playerViews = ["street", "map", "pose"] as const;
export type PlayerView = (typeof playerViews)[number];

/** What a link to a moment of a scenario keeps. */
export interface PlayerChoice {
  readonly tS: number;
  readonly view: PlayerView;
  readonly factor: number;
  /** Whose drift is drawn, and who is not faded; null: the sensor that goes farthest, and nobody is faded. */
  readonly sensor: Sensor | null;
  readonly speed: number;
  readonly isLooping: boolean;
  /** Of the pose view. */
  readonly viewpoint: Viewpoint;
}

export const usualPlay: PlayerChoice = {
  tS: 0,
  view: "street",
  factor: 5,
  sensor: null,
  speed: 1,
  isLooping: false,
  viewpoint: presets.overview,
};

/** `?t=9.4&view=pose&x=10&sensor=camera&speed=2&loop=1&look=top`; what is not understood is as if it were not there. */
export function playFromQuery(query: URLSearchParams): PlayerChoice {
  const number = (name: string) => Number(query.get(name) ?? Number.NaN);
  const tS = number("t");
  return {
    tS: Number.isFinite(tS) ? Math.max(0, tS) : usualPlay.tS,
    view: playerViews.find((known) => known === query.get("view")) ?? usualPlay.view,
    factor: exaggerations.find((known) => known === number("x")) ?? usualPlay.factor,
    sensor: sensors.find((known) => known === query.get("sensor")) ?? null,
    speed: speeds.find((known) => known === number("speed")) ?? usualPlay.speed,
    isLooping: query.get("loop") === "1",
    viewpoint: viewpointFrom(query.get("look"), null),
  };
}

/** Only what differs from the usual. */
export function queryOfPlay(choice: PlayerChoice): Readonly<Record<string, string>> {
  const { tS, view, factor, sensor, speed, isLooping, viewpoint } = choice;
  const look = viewpoint.kind === "through" ? "overview" : viewText(viewpoint);
  return {
    ...(tS > 0 && { t: `${Math.round(tS * 100) / 100}` }),
    ...(view !== usualPlay.view && { view }),
    ...(factor !== usualPlay.factor && { x: `${factor}` }),
    ...(sensor !== null && { sensor }),
    ...(speed !== usualPlay.speed && { speed: `${speed}` }),
    ...(isLooping && { loop: "1" }),
    ...(look !== "overview" && { look }),
  };
}
