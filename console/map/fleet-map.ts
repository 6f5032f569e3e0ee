import type { WorldTopology } from "./drawing/base-shapes.ts";
import countriesAddress from "world-atlas/countries-50m.json?url";
import { onceFontComes } from "../labels/picture-font.ts";
import { ClusterLabels } from "./drawing/cluster-labels.ts";
import { makeMapElements, type MapElements } from "./drawing/map-elements.ts";
import { MapPictures } from "./drawing/map-pictures.ts";
import { fitted } from "./geometry/fit-view.ts";
import { type MapView, settled } from "./geometry/map-view.ts";
import type { WorldPoint } from "./geometry/mercator.ts";
import { listenToGestures } from "./gestures.ts";
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

const pickReachPx = 10;
/** How long a map has to stand still before what was only moved is drawn exactly. */
const restMs = 150;

/** A map of vehicles that draws itself into an element, with land, marks, labels of crowded places and its own buttons. */
export class FleetMap {
  readonly #events: FleetMapEvents;
  readonly #elements: MapElements;
  readonly #pictures: MapPictures;
  readonly #until = new AbortController();
  /** Settles when the land is drawn or was given up. */
  readonly shapesLoaded: Promise<void>;
  #view: MapView;
  #fitsFirst: boolean;
  #isFitted: boolean;
  #marks: Marks | null = null;
  #isDue = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, start: MapStart, events: FleetMapEvents) {
    this.#events = events;
    const labels = new ClusterLabels((key) => this.#openCluster(key));
    this.#elements = makeMapElements(host, labels.element, {
      step: (step) => this.move(step),
      fit: () => this.fit(),
    });
    this.#pictures = new MapPictures(this.#elements, labels);
    this.#fitsFirst = start === null;
    this.#isFitted = start === null;
    this.#view = settled({ center: { x: 0.5, y: 0.42 }, zoom: 0, ...start, ...this.#size() });
    this.#listen();
    this.shapesLoaded = this.#loadShapes();
    void onceFontComes(() => this.#drawAnew(), this.#until.signal);
  }

  /** Other vehicles, or the same elsewhere. Nothing under the pointer is moved but what has moved itself. */
  show(marks: Marks): void {
    this.#marks = marks;
    this.#pictures.show(marks);
    if (this.#fitsFirst && marks.x.length > 0) {
      this.#fitsFirst = false;
      this.fit();
    }
    this.#drawSoon();
  }

  /** Rings a mark; null takes the ring away. */
  select(mark: number | null): void {
    this.#pictures.select(mark);
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
    this.#pictures.readColors();
    this.#drawSoon();
  }

  close(): void {
    clearTimeout(this.#rest);
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
      this.#pictures.showShapes(await loadWorld(this.#until.signal));
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
    const view = this.#view;
    const isExact = this.#pictures.draw(view);
    this.#elements.showScale(view);
    this.#events.onView(view, this.#isFitted);
    clearTimeout(this.#rest);
    if (!isExact) this.#rest = setTimeout(() => this.#drawAnew(), restMs);
  }

  #drawAnew(): void {
    this.#pictures.drawAnew();
    this.#drawSoon();
  }

  #openCluster(key: number): void {
    const marks = this.#marks;
    const members = this.#pictures.membersOf(key);
    if (marks === null || members.length === 0) return;
    const nearer = fitted(
      { x: members.map((mark) => marks.x[mark]!), y: members.map((mark) => marks.y[mark]!) },
      this.#size(),
    );
    if (nearer.zoom > this.#view.zoom + 0.3) this.move(() => nearer);
    else this.#events.onPick(members);
  }

  #pick(at: { readonly x: number; readonly y: number }): void {
    const mark = this.#pictures.markAt(this.#view, at, pickReachPx);
    this.#events.onPick(mark === null ? [] : [mark]);
  }

  #point(at: { readonly x: number; readonly y: number } | null): void {
    const mark = at === null ? null : this.#pictures.markAt(this.#view, at, 2);
    this.#elements.stage.classList.toggle("is-on-mark", mark !== null);
    this.#events.onPoint(mark);
  }
}

// Natural Earth 1:50 million, packed by world-atlas (ISC); the shapes themselves are in the public domain.

/** Asked for when a map is first shown, and kept by the browser: the address names the content. */
async function loadWorld(until: AbortSignal): Promise<WorldTopology> {
  const answer = await fetch(countriesAddress, { signal: until });
  if (!answer.ok) throw new Error(`the map's shapes: status ${answer.status}`);
  return (await answer.json()) as WorldTopology;
}
