import { expect, test } from "vitest";

import { tierOutlines } from "../../labels/tier-shapes.ts";
import { type MapView, pixelOf } from "../geometry/map-view.ts";
import { MarkLayer } from "./mark-layer.ts";
import { spriteOf } from "./mark-sprite.ts";
import { drawingOrder, type Marks } from "./marks.ts";

const colors = [0x111111, 0x222222, 0x333333, 0x444444];
const sprites = colors.map((color) =>
  spriteOf({ outline: tierOutlines.octagon, sizePx: 9, color, halo: { widthPx: 1, color: 0xffffff } }),
);
const view: MapView = { center: { x: 0.5, y: 0.5 }, zoom: 2, width: 640, height: 360 };

function marksAt(points: readonly (readonly [x: number, y: number, tone: number])[]): Marks {
  const tone = Uint8Array.from(points, (point) => point[2]);
  return {
    x: Float64Array.from(points, (point) => point[0]),
    y: Float64Array.from(points, (point) => point[1]),
    tone,
    order: drawingOrder(tone),
  };
}

function drawn(
  marks: Marks,
  { view: seen = view, pixelRatio = 1, isHidden = null as Uint8Array | null } = {},
) {
  const layer = new MarkLayer(seen.width * pixelRatio, seen.height * pixelRatio);
  layer.draw(marks, { view: seen, pixelRatio, sprites, isHidden });
  return layer;
}

const colorAt = (layer: MarkLayer, x: number, y: number) =>
  new Uint32Array(layer.bytes.buffer)[(y + layer.borderPx) * layer.stride + x + layer.borderPx]! & 0xffffff;

test("of a hundred thousand marks, each one that is seen at its place is found by its exact number", () => {
  // A permutation of a grid: neighbours on the map have nothing to do with each other in the list.
  const side = 317;
  const points = Array.from({ length: 100_000 }, (_, at) => {
    const place = (at * 7919) % (side * side);
    return [(place % side) / side, Math.floor(place / side) / side, at % 4] as const;
  });
  const near = { ...view, zoom: 6 };
  const layer = drawn(marksAt(points), { view: near });
  let found = 0;
  for (const [mark, [x, y]] of points.entries()) {
    const pixel = pixelOf(near, { x, y });
    const [px, py] = [Math.round(pixel.x), Math.round(pixel.y)];
    if (px < 0 || py < 0 || px >= 640 || py >= 360) continue;
    expect(layer.markAt(px, py)).toBe(mark);
    found += 1;
  }
  expect(found).toBeGreaterThan(70);
});

test("the worse of two vehicles in one place is the one that is seen and found, whichever comes first", () => {
  for (const points of [
    [
      [0.5, 0.5, 3],
      [0.5, 0.5, 0],
    ],
    [
      [0.5, 0.5, 0],
      [0.5, 0.5, 3],
    ],
  ] as const) {
    const layer = drawn(marksAt(points));
    expect(colorAt(layer, 320, 180)).toBe(colors[3]);
    expect(layer.markAt(320, 180)).toBe(points.findIndex(([, , tone]) => tone === 3));
  }
});

test("where there is no mark none is found, and near one it is, as far as asked", () => {
  const layer = drawn(marksAt([[0.5, 0.5, 1]]));
  expect(layer.markAt(340, 180)).toBeNull();
  expect(layer.markAt(332, 180, 4)).toBeNull();
  expect(layer.markAt(332, 180, 12)).toBe(0);
  expect(layer.markAt(-5, 9999, 12)).toBeNull();
});

test("a mark at the edge is cut by the edge and does not come out on the other side", () => {
  const west = 0.5 - 320 / 1024;
  const layer = drawn(marksAt([[west, 0.5, 2]]));
  expect(layer.markAt(0, 180)).toBe(0);
  for (let y = 170; y < 190; y += 1) expect(layer.markAt(639, y)).toBeNull();
});

test("a mark just west of the antimeridian is seen from just east of it", () => {
  const layer = drawn(marksAt([[0.999, 0.5, 2]]), { view: { ...view, center: { x: 0.001, y: 0.5 } } });
  expect(layer.markAt(Math.round(320 - 0.002 * 1024), 180)).toBe(0);
});

test("at two pixels to a pixel everything is at twice the place", () => {
  const layer = drawn(marksAt([[0.52, 0.47, 2]]), { pixelRatio: 2 });
  const { x, y } = pixelOf(view, { x: 0.52, y: 0.47 });
  expect(layer.markAt(Math.round(2 * x), Math.round(2 * y))).toBe(0);
});

test("a hidden mark is neither seen nor found, and the next picture forgets the last", () => {
  const marks = marksAt([[0.5, 0.5, 3]]);
  const layer = drawn(marks);
  expect(layer.markAt(320, 180)).toBe(0);
  layer.draw(marks, { view, pixelRatio: 1, sprites, isHidden: new Uint8Array([1]) });
  expect(layer.markAt(320, 180)).toBeNull();
  expect(layer.bytes.every((byte) => byte === 0)).toBe(true);
});
