import type { MapView } from "../geometry/map-view.ts";
import { clusterMarks, type Clusters } from "../marks/cluster-marks.ts";
import type { Marks } from "../marks/marks.ts";
import { baseShapes, type BaseShapes, type WorldTopology } from "./base-shapes.ts";
import type { ClusterLabels } from "./cluster-labels.ts";
import { drawBase } from "./draw-base.ts";
import type { MapElements } from "./map-elements.ts";
import { type MapPalette, mapPaletteOf } from "./map-palette.ts";
import { MarkPicture } from "./mark-picture.ts";
import { MovedPicture } from "./moved-picture.ts";

/** Drawn around the window, so that a moving hand finds it drawn already. */
const marginPx = 160;
/** How far the land is scaled before it is drawn again. */
const landScales = { least: 0.75, most: 1.4 };
/** Counts on labels are read: vehicles that move in every picture do not change them more often. */
const labelsEveryMs = 250;

/** What is drawn because the map is moved will be moved on; what is drawn for another reason stands still. */
function around(isStale: boolean): number {
  return isStale ? 0 : marginPx;
}

/** The crowded places of one zoom. */
interface Counted {
  readonly atZoom: number;
  readonly found: Clusters;
}

/** The three layers of a map: land, marks, labels. Each is drawn again only when moving it is not enough. */
export class MapPictures {
  readonly #host: HTMLElement;
  readonly #base: MovedPicture;
  readonly #markPicture: MarkPicture;
  readonly #labels: ClusterLabels;
  #shapes: BaseShapes | null = null;
  #palette: MapPalette;
  #marks: Marks | null = null;
  #selected: number | null = null;
  #clusters: Counted | null = null;
  #labelled: { readonly counted: Counted; readonly atMs: number } | null = null;
  /** What is drawn no longer shows what there is, wherever it is moved to. */
  #isBaseStale = true;
  #areMarksStale = true;
  /** At rest they are written at once. */
  #areLabelsDue = false;

  constructor({ stage, base, marks }: MapElements, labels: ClusterLabels) {
    this.#host = stage;
    this.#base = new MovedPicture(base);
    this.#markPicture = new MarkPicture(marks);
    this.#labels = labels;
    this.#palette = mapPaletteOf(getComputedStyle(stage));
  }

  show(marks: Marks): void {
    this.#marks = marks;
    this.#clusters = null;
    this.#areMarksStale = true;
  }

  select(mark: number | null): void {
    this.#selected = mark;
    this.#areMarksStale = true;
  }

  showShapes(world: WorldTopology): void {
    this.#shapes = baseShapes(world);
    this.#isBaseStale = true;
  }

  readColors(): void {
    this.#palette = mapPaletteOf(getComputedStyle(this.#host));
    this.drawAnew();
  }

  /** The next picture is drawn as it is, not moved there. */
  drawAnew(): void {
    this.#isBaseStale = true;
    this.#areMarksStale = true;
    this.#areLabelsDue = true;
  }

  /** False where a picture or a label is not exactly as it would be after `drawAnew`. */
  draw(view: MapView): boolean {
    const isBaseExact = this.#drawBase(view);
    const areMarksExact = this.#drawMarks(view);
    this.#labels.move(view);
    return isBaseExact && areMarksExact && this.#labelled?.counted === (this.#clusters ?? undefined);
  }

  /** The mark at a place of the window, or else the nearest within reach; null when there is none. */
  markAt(view: MapView, at: { readonly x: number; readonly y: number }, reachPx: number): number | null {
    return this.#marks === null ? null : this.#markPicture.markAt(view, at, reachPx);
  }

  /** The marks of a labelled place. */
  membersOf(key: number): readonly number[] {
    const found = this.#clusters?.found;
    if (found === undefined) return [];
    const index = found.clusters.findIndex((cluster) => cluster.key === key);
    return [...found.clusterOf.keys()].filter((mark) => index !== -1 && found.clusterOf[mark] === index);
  }

  #drawBase(view: MapView): boolean {
    const pixelRatio = window.devicePixelRatio;
    const isStale = this.#isBaseStale || this.#base.pixelRatio !== pixelRatio;
    if (isStale || !this.#base.move(view, landScales)) {
      const { context, view: drawn } = this.#base.begin(view, { marginPx: around(isStale), pixelRatio });
      drawBase(context, { view: drawn, pixelRatio, shapes: this.#shapes, palette: this.#palette });
      this.#isBaseStale = false;
    }
    return this.#base.isExact;
  }

  #drawMarks(view: MapView): boolean {
    const marks = this.#marks;
    if (marks === null) return true;
    const { isHidden } = this.#clustersOf(marks, view.zoom);
    if (this.#areMarksStale || !this.#markPicture.move(view)) {
      this.#markPicture.draw(view, {
        marks,
        isHidden,
        selected: this.#selected,
        palette: this.#palette,
        marginPx: around(this.#areMarksStale),
        finest: window.devicePixelRatio,
      });
      this.#areMarksStale = false;
      this.#areLabelsDue = false;
    }
    return this.#markPicture.isExact;
  }

  /** Clusters hold for half a zoom step, so that a zooming hand does not make them dance. */
  #clustersOf(marks: Marks, zoom: number): Clusters {
    const atZoom = Math.round(zoom * 2) / 2;
    if (this.#clusters?.atZoom !== atZoom) this.#clusters = { atZoom, found: clusterMarks(marks, atZoom) };
    this.#writeLabels(this.#clusters);
    return this.#clusters.found;
  }

  #writeLabels(counted: Counted): void {
    const before = this.#labelled;
    if (before?.counted === counted) return;
    const nowMs = performance.now();
    const isSoon = before?.counted.atZoom === counted.atZoom && nowMs - before.atMs < labelsEveryMs;
    if (isSoon && !this.#areLabelsDue) return;
    this.#labels.show(counted.found.clusters);
    this.#labelled = { counted, atMs: nowMs };
  }
}
