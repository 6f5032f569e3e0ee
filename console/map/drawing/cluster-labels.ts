import { count } from "../../labels/quantities.ts";
import { tierLabel, type TierLabel } from "../../labels/tier-labels.ts";
import { outlineMiddle, svgPoints, tierOutlines } from "../../labels/tier-shapes.ts";
import { type MapView, pixelOf } from "../geometry/map-view.ts";
import { htmlElement } from "./html-element.ts";
import { svgElement } from "./svg-element.ts";
import type { Cluster } from "../marks/cluster-marks.ts";
import { markTones } from "../marks/marks.ts";

/** Worst first, as everywhere that is read and not drawn over each other. */
const shownTones = markTones.map((tone, index) => ({ ...toneLabel(tone), index })).toReversed();

/**
 * The labels of crowded places: buttons with their counts and a bar of their tiers. A label keeps its element as long as its
 * place is there, so that new values never take the focus away.
 */
export class ClusterLabels {
  readonly element: HTMLElement;
  readonly #onOpen: (key: number) => void;
  readonly #labels = new Map<number, Label>();
  #clusters: readonly Cluster[] = [];
  /** The view the labels stand in; while the map is only panned all of them are moved as one. */
  #base: MapView | null = null;

  constructor(onOpen: (key: number) => void) {
    this.element = htmlElement("div", "map-clusters");
    this.#onOpen = onOpen;
  }

  show(clusters: readonly Cluster[]): void {
    this.#clusters = clusters;
    const gone = new Set(this.#labels.keys());
    for (const cluster of clusters) {
      gone.delete(cluster.key);
      const { button } = this.#labels.get(cluster.key) ?? this.#newLabel(cluster.key);
      write(button, cluster);
    }
    for (const key of gone) {
      this.#labels.get(key)!.button.remove();
      this.#labels.delete(key);
    }
  }

  /** Puts each over its place. A label outside the window is not to be reached by keys either. */
  move(view: MapView): void {
    if (this.#base?.zoom !== view.zoom) this.#base = view;
    const shift = shiftOf(this.#base, view);
    this.element.style.transform = `translate(${shift.x}px, ${shift.y}px)`;
    for (const cluster of this.#clusters) {
      const label = this.#labels.get(cluster.key)!;
      const { x, y } = pixelOf(view, cluster);
      label.button.hidden = x < 0 || y < 0 || x > view.width || y > view.height;
      put(label, Math.round(x - shift.x), Math.round(y - shift.y));
    }
  }

  #newLabel(key: number): Label {
    const button = htmlElement("button", "map-cluster");
    button.type = "button";
    button.addEventListener("click", () => this.#onOpen(key));
    const label = { button, x: Number.NaN, y: Number.NaN };
    this.#labels.set(key, label);
    this.element.append(button);
    return label;
  }
}

interface Label {
  readonly button: HTMLButtonElement;
  /** Where it stands; what stays is not written again. */
  x: number;
  y: number;
}

function put(label: Label, x: number, y: number): void {
  if (label.x === x && label.y === y) return;
  label.x = x;
  label.y = y;
  label.button.style.transform = `translate(${x}px,${y}px)`;
}

/** By how many whole pixels the world has moved from one view to another of the same zoom. */
function shiftOf(from: MapView, to: MapView): { readonly x: number; readonly y: number } {
  const { x, y } = pixelOf(to, from.center);
  return { x: Math.round(x - from.width / 2), y: Math.round(y - from.height / 2) };
}

function write(label: HTMLButtonElement, { vehicles, byTone }: Cluster): void {
  const present = shownTones.filter(({ index }) => byTone[index]! > 0);
  const spoken = present.map(({ index, word }) => `${byTone[index]!} ${word.toLowerCase()}`);
  const name = `${count(vehicles)} vehicles here: ${spoken.join(", ")}. Zoom in`;
  if (label.ariaLabel === name) return;
  label.ariaLabel = name;

  const counts = htmlElement("span", "map-cluster-counts");
  const bar = htmlElement("span", "map-cluster-bar");
  for (const { index, tone, shape } of present) {
    const part = htmlElement("span", `tone-${tone}`);
    // Drawn by the style sheet: the name has these numbers with their words, and numbers alone are no part of it.
    part.dataset["count"] = short(byTone[index]!);
    part.append(tierPicture(shape));
    counts.append(part);
    const share = htmlElement("span", `tone-${tone}`);
    share.style.setProperty("--share", String(byTone[index]! / vehicles));
    bar.append(share);
  }
  label.replaceChildren(counts, bar);
}

/** `1.2 k`: a label has room for four characters a tier; its name has the number in full. */
function short(value: number): string {
  if (value < 1000) return String(value);
  const thousands = value / 1000;
  return `${thousands < 10 ? thousands.toFixed(1) : Math.round(thousands)}k`;
}

function tierPicture(shape: TierLabel["shape"]): SVGSVGElement {
  const outline = tierOutlines[shape];
  // The name of the button says it; what is inside is for the eye.
  const picture = svgElement("svg", { class: "tier-shape", viewBox: "0 0 16 16" });
  const isHollow = outline.kind === "circle" && outline.stroke !== null;
  const paint = isHollow
    ? { fill: "none", stroke: "currentColor", "stroke-width": String(outline.stroke) }
    : { fill: "currentColor" };
  const middle = String(outlineMiddle);
  picture.append(
    outline.kind === "polygon"
      ? svgElement("polygon", { points: svgPoints(outline.corners), ...paint })
      : svgElement("circle", { cx: middle, cy: middle, r: String(outline.radius), ...paint }),
  );
  return picture;
}

function toneLabel(tone: (typeof markTones)[number]): TierLabel {
  return tierLabel(tone.toUpperCase());
}
