import { onceFontComes } from "../labels/picture-font.ts";
import { baseShapes, type BaseShapes } from "./drawing/base-shapes.ts";
import { ClusterLabels } from "./drawing/cluster-labels.ts";
import { drawBase } from "./drawing/draw-base.ts";
import { loadWorld } from "./drawing/load-world.ts";
import { makeMapElements, type MapElements } from "./drawing/map-elements.ts";
import { colorNumber, type MapPalette, mapPaletteOf } from "./drawing/map-palette.ts";
import { fitted } from "./geometry/fit-view.ts";
import { type MapView, pixelOf, settled } from "./geometry/map-view.ts";
import type { WorldPoint } from "./geometry/mercator.ts";
import { listenToGestures } from "./gestures.ts";
import { clusterMarks, type Clusters } from "./marks/cluster-marks.ts";
import { MarkLayer } from "./marks/mark-layer.ts";
import { markSprites } from "./marks/mark-sprites.ts";
import type { Marks } from "./marks/marks.ts";

export interface FleetMapEvents {
  /** The marks that were clicked: one, all of a cluster that no zoom takes apart, or none. */
  readonly onPick: (marks: readonly number[]) => void;
  /** The mark under the pointer. */
  readonly onPoint: (mark: number | null) => void;
  /** After a picture. `isFitted`: all vehicles are in view, as nobody has moved the map. */
  readonly onView: (view: MapView, isFitted: boolean) => void;
  /** The land is there, or why it is not: the vehicles are drawn in any case. */
  readonly onShapes: (fault: Error | null) => void;
}

/** Where a map begins, from an address; null: with all vehicles in view. */
export type MapStart = { readonly center: WorldPoint; readonly zoom: number } | null;

/** Above so many, two pixels to a pixel cost more than they show. */
const finestMarks = 20_000;
const pickReachPx = 10;

/** A map of vehicles that draws itself into an element, with land, marks, labels of crowded places and its own buttons. */
export class FleetMap {
  readonly #events: FleetMapEvents;
  readonly #elements: MapElements;
  readonly #labels: ClusterLabels;
  readonly #until = new AbortController();
  /** Settles when the land is drawn or was given up. */
  readonly shapesLoaded: Promise<void>;
  #view: MapView;
  #fitsFirst: boolean;
  #isFitted: boolean;
  #shapes: BaseShapes | null = null;
  #palette: MapPalette;
  #marks: Marks | null = null;
  #clusters: { readonly atZoom: number; readonly found: Clusters } | null = null;
  #layer = new MarkLayer(1, 1);
  #selected: number | null = null;
  #isDue = false;

  constructor(host: HTMLElement, start: MapStart, events: FleetMapEvents) {
    this.#events = events;
    this.#labels = new ClusterLabels((index) => this.#openCluster(index));
    this.#elements = makeMapElements(host, this.#labels.element, {
      step: (step) => this.move(step),
      fit: () => this.fit(),
    });
    this.#palette = mapPaletteOf(getComputedStyle(host));
    this.#fitsFirst = start === null;
    this.#isFitted = start === null;
    this.#view = settled({ center: { x: 0.5, y: 0.42 }, zoom: 0, ...start, ...this.#size() });
    this.#listen();
    this.shapesLoaded = this.#loadShapes();
    void onceFontComes(() => this.#drawSoon(), this.#until.signal);
  }

  /** Other vehicles, or the same elsewhere. Nothing under the pointer is moved but what has moved itself. */
  show(marks: Marks): void {
    this.#marks = marks;
    this.#clusters = null;
    if (this.#fitsFirst && marks.x.length > 0) {
      this.#fitsFirst = false;
      this.fit();
    }
    this.#drawSoon();
  }

  /** Rings a mark; null takes the ring away. */
  select(mark: number | null): void {
    this.#selected = mark;
    this.#drawSoon();
  }

  fit(): void {
    this.#isFitted = true;
    this.#look(fitted(this.#marks ?? { x: [], y: [] }, this.#size()));
  }

  /** Another view of the same vehicles. */
  move(to: (view: MapView) => MapView): void {
    this.#isFitted = false;
    this.#look(to(this.#view));
  }

  /** After another theme has been chosen. */
  readColors(): void {
    this.#palette = mapPaletteOf(getComputedStyle(this.#elements.stage));
    this.#drawSoon();
  }

  close(): void {
    this.#until.abort();
  }

  #size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#elements.stage;
    return { width: Math.max(1, clientWidth), height: Math.max(1, clientHeight) };
  }

  #listen(): void {
    const { stage } = this.#elements;
    listenToGestures(
      stage,
      {
        view: () => this.#view,
        move: (view) => this.move(() => view),
        fit: () => this.fit(),
        pick: (at) => this.#pick(at),
        point: (at) => this.#point(at),
      },
      this.#until.signal,
    );
    const resized = new ResizeObserver(() => this.#resize());
    resized.observe(stage);
    this.#until.signal.addEventListener("abort", () => resized.disconnect());
  }

  #resize(): void {
    if (this.#isFitted) this.fit();
    else this.#look(settled({ ...this.#view, ...this.#size() }));
  }

  async #loadShapes(): Promise<void> {
    try {
      const world = await loadWorld(this.#until.signal);
      this.#shapes = baseShapes(world);
      this.#drawSoon();
      this.#events.onShapes(null);
    } catch (fault) {
      if (!this.#until.signal.aborted) this.#events.onShapes(fault as Error);
    }
  }

  #look(view: MapView): void {
    this.#view = view;
    this.#drawSoon();
  }

  /** Any number of changes is one picture. */
  #drawSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (!this.#until.signal.aborted) this.#draw();
    });
  }

  #draw(): void {
    const pixelRatio = window.devicePixelRatio;
    const view = this.#view;
    const base = contextOf(this.#elements.base, view, pixelRatio);
    drawBase(base, { view, pixelRatio, shapes: this.#shapes, palette: this.#palette });
    this.#drawMarks(view, pixelRatio);
    this.#elements.showScale(view);
    this.#labels.move(view);
    this.#events.onView(view, this.#isFitted);
  }

  #drawMarks(view: MapView, finest: number): void {
    const marks = this.#marks;
    const pixelRatio = marks !== null && marks.x.length > finestMarks ? 1 : finest;
    const context = contextOf(this.#elements.marks, view, pixelRatio);
    const { width, height } = context.canvas;
    if (this.#layer.width !== width || this.#layer.height !== height)
      this.#layer = new MarkLayer(width, height);
    if (marks === null) return;
    const { isHidden } = this.#clustersOf(marks, view.zoom);
    const sprites = markSprites({
      colors: this.#palette.tones.map(colorNumber),
      halo: colorNumber(this.#palette.land),
      pixelRatio,
    });
    this.#layer.draw(marks, { view, pixelRatio, sprites, isHidden });
    const { bytes, stride, borderPx } = this.#layer;
    context.putImageData(new ImageData(bytes, stride), -borderPx, -borderPx);
    this.#drawRing(context, marks, pixelRatio);
  }

  #drawRing(context: CanvasRenderingContext2D, marks: Marks, pixelRatio: number): void {
    const mark = this.#selected;
    if (mark === null || mark >= marks.x.length) return;
    const { x, y } = pixelOf(this.#view, { x: marks.x[mark]!, y: marks.y[mark]! });
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.beginPath();
    context.arc(x, y, 12, 0, 2 * Math.PI);
    context.lineWidth = 2.5;
    context.strokeStyle = this.#palette.focus;
    context.stroke();
  }

  /** Clusters hold for half a zoom step, so that a zooming hand does not make them dance. */
  #clustersOf(marks: Marks, zoom: number): Clusters {
    const atZoom = Math.round(zoom * 2) / 2;
    if (this.#clusters?.atZoom !== atZoom) {
      this.#clusters = { atZoom, found: clusterMarks(marks, atZoom) };
      this.#labels.show(this.#clusters.found.clusters);
    }
    return this.#clusters.found;
  }

  #openCluster(index: number): void {
    const [marks, clusters] = [this.#marks, this.#clusters?.found];
    if (marks === null || clusters === undefined) return;
    const members = [...clusters.clusterOf.keys()].filter((mark) => clusters.clusterOf[mark] === index);
    const nearer = fitted(
      { x: members.map((mark) => marks.x[mark]!), y: members.map((mark) => marks.y[mark]!) },
      this.#size(),
    );
    if (nearer.zoom > this.#view.zoom + 0.3) this.move(() => nearer);
    else this.#events.onPick(members);
  }

  #pick(at: { readonly x: number; readonly y: number }): void {
    const mark = this.#markAt(at, pickReachPx);
    this.#events.onPick(mark === null ? [] : [mark]);
  }

  #point(at: { readonly x: number; readonly y: number } | null): void {
    const mark = at === null ? null : this.#markAt(at, 2);
    this.#elements.stage.classList.toggle("is-on-mark", mark !== null);
    this.#events.onPoint(mark);
  }

  #markAt({ x, y }: { readonly x: number; readonly y: number }, reachPx: number): number | null {
    const pixelRatio = this.#layer.width / this.#view.width;
    const [px, py] = [Math.round(x * pixelRatio), Math.round(y * pixelRatio)];
    return this.#layer.markAt(px, py, Math.round(reachPx * pixelRatio));
  }
}

/** The canvas as large as the view, emptied. */
function contextOf(canvas: HTMLCanvasElement, view: MapView, pixelRatio: number): CanvasRenderingContext2D {
  const [width, height] = [Math.round(view.width * pixelRatio), Math.round(view.height * pixelRatio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser gives no 2D canvas");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
