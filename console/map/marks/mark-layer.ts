import { copiesInView, type MapView, originPx, worldSizePx } from "../geometry/map-view.ts";
import type { Sprite } from "./mark-sprite.ts";
import type { Marks } from "./marks.ts";

/** How the marks are drawn. */
interface MarkLook {
  readonly view: MapView;
  /** Pixels of the layer to a pixel of the view. */
  readonly pixelRatio: number;
  /** By tone. */
  readonly sprites: readonly Sprite[];
  readonly isHidden: Uint8Array | null;
}

interface Drawing extends MarkLook {
  readonly marks: Marks;
  /** By tone. */
  readonly places: readonly Int32Array[];
}

type Blit = (at: number, places: Int32Array, sprite: Sprite, mark: number) => void;

/**
 * Marks drawn by the processor into an image, and beside it the same picture with the number of the mark at each pixel: what
 * is pointed at is read, not searched. Without a graphics processor this is ten times as fast as any drawing call a mark.
 */
export class MarkLayer {
  readonly width: number;
  readonly height: number;
  /** Around the picture there is a border this wide: a mark at the edge needs no care. */
  readonly borderPx = 40;
  /** Width of a row, with both borders. */
  readonly stride: number;
  /** The picture with its border, as `ImageData` wants it. */
  readonly bytes: Uint8ClampedArray<ArrayBuffer>;
  readonly #pixels: Uint32Array;
  /** Mark at each pixel, plus one; 0 where there is none. Written when somebody first asks, of the picture last drawn. */
  readonly #ids: Uint32Array;
  #last: Drawing | null = null;
  #areIdsDrawn = false;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.stride = width + 2 * this.borderPx;
    const pixels = this.stride * (height + 2 * this.borderPx);
    this.bytes = new Uint8ClampedArray(pixels * 4);
    this.#pixels = new Uint32Array(this.bytes.buffer);
    this.#ids = new Uint32Array(pixels);
  }

  /** Empties the picture and draws the marks, those that `isHidden` says left out. */
  draw(marks: Marks, look: MarkLook): void {
    this.#last = { marks, ...look, places: look.sprites.map((sprite) => this.#placesOf(sprite)) };
    this.#areIdsDrawn = false;
    this.#pixels.fill(0);
    this.#eachMark(this.#last, (at, places, { color }) => {
      const pixels = this.#pixels;
      for (let pixel = 0; pixel < places.length; pixel += 1) pixels[at + places[pixel]!] = color[pixel]!;
    });
  }

  #drawIds(last: Drawing): void {
    this.#areIdsDrawn = true;
    this.#ids.fill(0);
    this.#eachMark(last, (at, places, _sprite, mark) => {
      const ids = this.#ids;
      for (let pixel = 0; pixel < places.length; pixel += 1) ids[at + places[pixel]!] = mark + 1;
    });
  }

  /** Calls `blit` for every mark that is seen, in drawing order, with the place of its middle. */
  #eachMark({ marks, view, pixelRatio, sprites, isHidden, places }: Drawing, blit: Blit): void {
    const { order, tone, x, y } = marks;
    const size = worldSizePx(view.zoom) * pixelRatio;
    const origin = originPx(view);
    const north = origin.y * pixelRatio;
    for (const copy of copiesInView(view)) {
      const west = origin.x * pixelRatio + copy * size;
      for (let at = 0; at < order.length; at += 1) {
        const mark = order[at]!;
        if (isHidden !== null && isHidden[mark] === 1) continue;
        const px = Math.round(west + x[mark]! * size);
        const py = Math.round(north + y[mark]! * size);
        const sprite = sprites[tone[mark]!]!;
        if (this.#isNear(px, py, sprite.reach))
          blit(this.#placeOf(px, py), places[tone[mark]!]!, sprite, mark);
      }
    }
  }

  /** Of each pixel of a sprite how far it is from its middle, in a picture of this width. */
  #placesOf({ dx, dy }: Sprite): Int32Array {
    return Int32Array.from(dx, (across, pixel) => dy[pixel]! * this.stride + across);
  }

  /** The mark at a pixel, or else the nearest within `reachPx`; null when there is none. */
  markAt(x: number, y: number, reachPx = 0): number | null {
    if (this.#last === null) return null;
    if (!this.#areIdsDrawn) this.#drawIds(this.#last);
    let nearest = { mark: null as number | null, distance: reachPx + 0.5 };
    for (let dy = -reachPx; dy <= reachPx; dy += 1) {
      for (let dx = -reachPx; dx <= reachPx; dx += 1) {
        const id = this.#idAt(x + dx, y + dy);
        const distance = Math.hypot(dx, dy);
        if (id > 0 && distance < nearest.distance) nearest = { mark: id - 1, distance };
      }
    }
    return nearest.mark;
  }

  #idAt(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return 0;
    return this.#ids[this.#placeOf(x, y)]!;
  }

  #placeOf(x: number, y: number): number {
    return (y + this.borderPx) * this.stride + x + this.borderPx;
  }

  #isNear(x: number, y: number, reach: number): boolean {
    return x >= -reach && y >= -reach && x < this.width + reach && y < this.height + reach;
  }
}
