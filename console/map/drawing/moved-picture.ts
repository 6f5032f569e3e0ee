import type { MapView } from "../geometry/map-view.ts";
import { covers, type Overlay, overlayOf } from "../geometry/overlay.ts";

/**
 * A picture of a view and, while the map is moved, a margin around it: then it is only put elsewhere, which costs no drawing,
 * until the margin is used up.
 */
export class MovedPicture {
  readonly canvas: HTMLCanvasElement;
  /** What the canvas has, its margin included; null before anything is drawn. */
  #drawn: MapView | null = null;
  #marginPx = 0;
  #pixelRatio = 1;
  #transform = "";
  #isExact = true;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** Of the last drawing. */
  get pixelRatio(): number {
    return this.#pixelRatio;
  }

  /** Whether it is what a drawing of the view alone would be. */
  get isExact(): boolean {
    return this.#isExact;
  }

  /** An emptied canvas for the view and so much around it, and the view it is to be filled with. */
  begin(
    view: MapView,
    { marginPx, pixelRatio }: { readonly marginPx: number; readonly pixelRatio: number },
  ): { readonly context: CanvasRenderingContext2D; readonly view: MapView } {
    const drawn = { ...view, width: view.width + 2 * marginPx, height: view.height + 2 * marginPx };
    const isKept = this.#drawn?.width === drawn.width && this.#drawn.height === drawn.height;
    if (!isKept || this.#pixelRatio !== pixelRatio) this.#resize(drawn, pixelRatio);
    this.#drawn = drawn;
    this.#marginPx = marginPx;
    this.#pixelRatio = pixelRatio;
    this.#put({ scale: 1, x: -marginPx, y: -marginPx });
    this.#isExact = marginPx === 0;
    const context = this.canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) throw new Error("the browser gives no 2D canvas");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    return { context, view: drawn };
  }

  /** Puts what is drawn where the view has it; false where it does not reach, or is scaled beyond `scales`. */
  move(view: MapView, scales: { readonly least: number; readonly most: number }): boolean {
    const drawn = this.#drawn;
    if (drawn === null || !this.#isOfWindow(view)) return false;
    const overlay = overlayOf(drawn, view);
    const isNear = overlay.scale >= scales.least && overlay.scale <= scales.most;
    if (!isNear || !covers(drawn, overlay, view)) return false;
    this.#put(overlay);
    // Without a margin it covers its own view only.
    this.#isExact = this.#marginPx === 0;
    return true;
  }

  /** Where a pixel of the window is on the canvas, in its own pixels. */
  pixelAt(view: MapView, at: { readonly x: number; readonly y: number }): { x: number; y: number } | null {
    if (this.#drawn === null) return null;
    const { scale, x, y } = overlayOf(this.#drawn, view);
    return {
      x: Math.round(((at.x - x) / scale) * this.#pixelRatio),
      y: Math.round(((at.y - y) / scale) * this.#pixelRatio),
    };
  }

  #isOfWindow({ width, height }: MapView): boolean {
    const around = 2 * this.#marginPx;
    return this.#drawn?.width === width + around && this.#drawn.height === height + around;
  }

  #resize({ width, height }: MapView, pixelRatio: number): void {
    this.canvas.width = Math.round(width * pixelRatio);
    this.canvas.height = Math.round(height * pixelRatio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  #put({ scale, x, y }: Overlay): void {
    const transform = `translate(${round(x)}px, ${round(y)}px) scale(${scale})`;
    if (transform !== this.#transform) this.canvas.style.transform = transform;
    this.#transform = transform;
  }
}

/** A hundredth of a pixel is not seen, and hides what the arithmetic leaves of a whole one. */
function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
