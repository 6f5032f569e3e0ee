import { colorNumber, mapPaletteOf } from "../../../console/map/drawing/map-palette.ts";
import type { MapView } from "../../../console/map/geometry/map-view.ts";
import { MarkLayer } from "../../../console/map/marks/mark-layer.ts";
import { markSprites } from "../../../console/map/marks/mark-sprites.ts";
import { marksOf } from "../../../console/map/marks/marks.ts";
import { gaussian } from "../../../core/scenario/counter-random.ts";
import { measureMoving } from "./moving.ts";
import { movingFleet } from "./moving-fleet.ts";
import type { Moving, TaskAsk } from "./task.ts";

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
