import { type MapView, pixelOf } from "../geometry/map-view.ts";
import { MarkLayer } from "../marks/mark-layer.ts";
import { markSprites } from "../marks/mark-sprites.ts";
import type { Marks } from "../marks/marks.ts";
import { colorNumber, type MapPalette } from "./map-palette.ts";
import { MovedPicture } from "./moved-picture.ts";

/** What of the marks is to be seen. */
interface ShownMarks {
  readonly marks: Marks;
  readonly isHidden: Uint8Array;
  /** The mark with a ring around it. */
  readonly selected: number | null;
  readonly palette: MapPalette;
}

/** Above so many, two pixels to a pixel cost more than they show. */
const finestMarks = 20_000;

/** The marks on their canvas, and which of them is at a pixel. */
export class MarkPicture {
  readonly #picture: MovedPicture;
  #layer = new MarkLayer(1, 1);
  #image: ImageData | null = null;

  constructor(canvas: HTMLCanvasElement) {
    this.#picture = new MovedPicture(canvas);
  }

  get isExact(): boolean {
    return this.#picture.isExact;
  }

  /** Moves what is drawn; false where it does not reach. Marks keep their size: another zoom is another picture. */
  move(view: MapView): boolean {
    return this.#picture.move(view, { least: 1, most: 1 });
  }

  draw(
    view: MapView,
    {
      marks,
      isHidden,
      selected,
      palette,
      marginPx,
      finest,
    }: ShownMarks & { readonly marginPx: number; readonly finest: number },
  ): void {
    const pixelRatio = marks.x.length > finestMarks ? 1 : finest;
    const { context, view: drawn } = this.#picture.begin(view, { marginPx, pixelRatio });
    const image = this.#fit(context.canvas);
    const colors = palette.tones.map(colorNumber);
    const sprites = markSprites({ colors, halo: colorNumber(palette.land), pixelRatio });
    this.#layer.draw(marks, { view: drawn, pixelRatio, sprites, isHidden });
    context.putImageData(image, -this.#layer.borderPx, -this.#layer.borderPx);
    if (selected !== null && selected < marks.x.length) {
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      drawRing(context, pixelOf(drawn, { x: marks.x[selected]!, y: marks.y[selected]! }), palette.focus);
    }
  }

  /** The mark at a place of the window, or else the nearest within reach; null when there is none. */
  markAt(view: MapView, at: { readonly x: number; readonly y: number }, reachPx: number): number | null {
    const pixel = this.#picture.pixelAt(view, at);
    if (pixel === null) return null;
    return this.#layer.markAt(pixel.x, pixel.y, Math.round(reachPx * this.#picture.pixelRatio));
  }

  #fit({ width, height }: HTMLCanvasElement): ImageData {
    if (this.#image === null || this.#layer.width !== width || this.#layer.height !== height) {
      this.#layer = new MarkLayer(width, height);
      this.#image = new ImageData(this.#layer.bytes, this.#layer.stride);
    }
    return this.#image;
  }
}

function drawRing(
  context: CanvasRenderingContext2D,
  { x, y }: { readonly x: number; readonly y: number },
  color: string,
): void {
  context.beginPath();
  context.arc(x, y, 12, 0, 2 * Math.PI);
  context.lineWidth = 2.5;
  context.strokeStyle = color;
  context.stroke();
}
