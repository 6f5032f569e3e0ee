import { copiesInView, type MapView, originPx, worldSizePx } from "../geometry/map-view.ts";
import type { Sprite } from "./mark-sprite.ts";
import type { Marks } from "./marks.ts";

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
  /** Mark at each pixel, plus one; 0 where there is none. */
  readonly #ids: Uint32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.stride = width + 2 * this.borderPx;
    const pixels = this.stride * (height + 2 * this.borderPx);
    this.bytes = new Uint8ClampedArray(pixels * 4);
    this.#pixels = new Uint32Array(this.bytes.buffer);
    this.#ids = new Uint32Array(pixels);
  }

  /** `pixelRatio`: pixels of this layer to a pixel of the view. `sprites` by tone. Marks that `isHidden` says are left out. */
  draw(
    marks: Marks,
    {
      view,
      pixelRatio,
      sprites,
      isHidden,
    }: {
      readonly view: MapView;
      readonly pixelRatio: number;
      readonly sprites: readonly Sprite[];
      readonly isHidden: Uint8Array | null;
    },
  ): void {
    this.#pixels.fill(0);
    this.#ids.fill(0);
    const size = worldSizePx(view.zoom) * pixelRatio;
    const origin = originPx(view);
    for (const copy of copiesInView(view)) {
      const west = origin.x * pixelRatio + copy * size;
      const north = origin.y * pixelRatio;
      for (const mark of marks.order) {
        if (isHidden !== null && isHidden[mark] === 1) continue;
        const x = Math.round(west + marks.x[mark]! * size);
        const y = Math.round(north + marks.y[mark]! * size);
        const sprite = sprites[marks.tone[mark]!]!;
        if (this.#isNear(x, y, sprite.reach)) this.#blit(sprite, this.#placeOf(x, y), mark + 1);
      }
    }
  }

  /** The mark at a pixel, or else the nearest within `reachPx`; null when there is none. */
  markAt(x: number, y: number, reachPx = 0): number | null {
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

  #blit(sprite: Sprite, at: number, id: number): void {
    // Ten million turns a second: what does not change is read once.
    const { dx, dy, color } = sprite;
    const { stride } = this;
    const pixels = this.#pixels;
    const ids = this.#ids;
    for (let pixel = 0; pixel < color.length; pixel += 1) {
      const place = at + dy[pixel]! * stride + dx[pixel]!;
      pixels[place] = color[pixel]!;
      ids[place] = id;
    }
  }
}
