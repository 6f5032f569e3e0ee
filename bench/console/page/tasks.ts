import { colorNumber, mapPaletteOf } from "../../../console/map/drawing/map-palette.ts";
import { FleetMap } from "../../../console/map/fleet-map.ts";
import { type MapView, panned, zoomed } from "../../../console/map/geometry/map-view.ts";
import { MarkLayer } from "../../../console/map/marks/mark-layer.ts";
import { markSprites } from "../../../console/map/marks/mark-sprites.ts";
import { marksOf } from "../../../console/map/marks/marks.ts";
import "../../../console/styles/console.css";
import { gaussian } from "../../../core/scenario/counter-random.ts";
import { measureChart } from "./measure-chart.ts";
import { movingFleet } from "./moving-fleet.ts";
import { measureMoving } from "./moving.ts";
import type { Moving, TaskAsk, TaskResults } from "./task.ts";

const marksKept = 20;

/** The hand drags the map and zooms in and out over vehicles that stand where they last reported. */
export function measurePan(ask: TaskAsk, place: HTMLElement): Promise<TaskResults["pan"]> {
  return measureFleetMap(ask, place, 1);
}

/** The same, and every vehicle has moved in every picture. */
export function measureMap(ask: TaskAsk, place: HTMLElement): Promise<TaskResults["map"]> {
  return measureFleetMap(ask, place, marksKept);
}

async function measureFleetMap(
  { size, seconds }: TaskAsk,
  place: HTMLElement,
  steps: number,
): Promise<TaskResults["map"]> {
  const host = document.createElement("div");
  host.className = "map";
  place.replaceChildren(host);
  const fleet = movingFleet(size, { spreadDeg: 0.4 });
  const moves = Array.from({ length: steps }, (_, step) => marksOf(fleet(step)));

  const beganMs = performance.now();
  const drawn = Promise.withResolvers<number>();
  const map = new FleetMap(host, null, {
    onPick: () => {},
    onPoint: () => {},
    onView: () => drawn.resolve(performance.now() - beganMs),
    onShapes: () => {},
  });
  map.show(moves[0]!);
  const firstMs = await drawn.promise;
  await map.shapesLoaded;

  const moving = await measureMoving(seconds, (frame) => {
    if (steps > 1) map.show(moves[frame % steps]!);
    map.move((view) => swayed(view, frame));
  });
  map.close();
  return { ...moving, firstMs };
}

function swayed(view: MapView, frame: number): MapView {
  const angle = frame / 20;
  const moved = panned(view, 6 * Math.cos(angle), 3 * Math.sin(angle));
  return zoomed(moved, 0.02 * Math.sin(angle / 3), { x: view.width / 2, y: view.height / 2 });
}

const view: MapView = { center: { x: 0.5, y: 0.42 }, zoom: 2.4, width: 1280, height: 720 };

/** All marks one by one over the whole window, each elsewhere in each picture. */
export async function measureMarks({ size, seconds }: TaskAsk, place: HTMLElement): Promise<Moving> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [view.width, view.height];
  place.replaceChildren(canvas);
  const context = canvas.getContext("2d")!;
  const palette = mapPaletteOf(getComputedStyle(place));
  const looks = { colors: palette.tones.map(colorNumber), halo: colorNumber(palette.land), pixelRatio: 1 };
  const layer = new MarkLayer(view.width, view.height);
  const marks = marksOf(movingFleet(size, { spreadDeg: 25 })(0));
  const steps = Float64Array.from({ length: size }, (_, at) => 0.0002 * gaussian(2, 1, at));
  return measureMoving(seconds, (frame) => {
    const sign = Math.floor(frame / 60) % 2 === 0 ? 1 : -1;
    for (let at = 0; at < size; at += 1) marks.x[at]! += sign * steps[at]!;
    layer.draw(marks, { view, pixelRatio: 1, sprites: markSprites(looks), isHidden: null });
    context.putImageData(new ImageData(layer.bytes, layer.stride), -layer.borderPx, -layer.borderPx);
  });
}

const tasks: {
  readonly [Name in keyof TaskResults]: (ask: TaskAsk, place: HTMLElement) => Promise<TaskResults[Name]>;
} = {
  marks: measureMarks,
  pan: measurePan,
  map: measureMap,
  chart: measureChart,
};

/** Called from outside, through the browser's debugger. */
Object.assign(window, {
  measure: (ask: TaskAsk) => tasks[ask.name](ask, document.querySelector<HTMLElement>("#place")!),
});
