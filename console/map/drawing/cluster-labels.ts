import { count } from "../../labels/quantities.ts";
import { tierLabel, type TierLabel } from "../../labels/tier-labels.ts";
import { outlineMiddle, svgPoints, tierOutlines } from "../../labels/tier-shapes.ts";
import { type MapView, pixelOf } from "../geometry/map-view.ts";
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
  readonly #onOpen: (index: number) => void;
  readonly #labels = new Map<number, HTMLButtonElement>();
  readonly #indexOf = new Map<number, number>();
  #clusters: readonly Cluster[] = [];

  constructor(onOpen: (index: number) => void) {
    this.element = document.createElement("div");
    this.element.className = "map-clusters";
    this.#onOpen = onOpen;
  }

  show(clusters: readonly Cluster[]): void {
    this.#clusters = clusters;
    const gone = new Set(this.#labels.keys());
    for (const [index, cluster] of clusters.entries()) {
      gone.delete(cluster.key);
      const label = this.#labels.get(cluster.key) ?? this.#newLabel(cluster.key);
      this.#indexOf.set(cluster.key, index);
      write(label, cluster);
    }
    for (const key of gone) {
      this.#labels.get(key)!.remove();
      this.#labels.delete(key);
    }
  }

  /** Puts each over its place. A label outside the window is not to be reached by keys either. */
  move(view: MapView): void {
    for (const cluster of this.#clusters) {
      const label = this.#labels.get(cluster.key)!;
      const { x, y } = pixelOf(view, cluster);
      label.hidden = x < 0 || y < 0 || x > view.width || y > view.height;
      label.style.setProperty("--x", `${Math.round(x)}px`);
      label.style.setProperty("--y", `${Math.round(y)}px`);
    }
  }

  #newLabel(key: number): HTMLButtonElement {
    const label = document.createElement("button");
    label.type = "button";
    label.className = "map-cluster";
    label.addEventListener("click", () => this.#onOpen(this.#indexOf.get(key)!));
    this.#labels.set(key, label);
    this.element.append(label);
    return label;
  }
}

function write(label: HTMLButtonElement, { vehicles, byTone }: Cluster): void {
  const present = shownTones.filter(({ index }) => byTone[index]! > 0);
  const spoken = present.map(({ index, word }) => `${byTone[index]!} ${word.toLowerCase()}`);
  const name = `${count(vehicles)} vehicles here: ${spoken.join(", ")}. Zoom in`;
  if (label.ariaLabel === name) return;
  label.ariaLabel = name;

  const counts = document.createElement("span");
  counts.className = "map-cluster-counts";
  const bar = document.createElement("span");
  bar.className = "map-cluster-bar";
  for (const { index, tone, shape } of present) {
    const part = document.createElement("span");
    part.className = `tone-${tone}`;
    part.append(tierPicture(shape), short(byTone[index]!));
    counts.append(part);
    const share = document.createElement("span");
    share.className = `tone-${tone}`;
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
  const picture = svgElement("svg", { class: "tier-shape", viewBox: "0 0 16 16", width: "12", height: "12" });
  picture.ariaHidden = "true";
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
