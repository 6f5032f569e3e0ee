import { detailEndsAtZoom, type MapView } from "../geometry/map-view.ts";
import { scaleBarOf } from "../geometry/scale-bar.ts";
import { mapSteps } from "../gestures.ts";
import { htmlElement } from "./html-element.ts";
import { svgElement } from "./svg-element.ts";

/** The elements of a map, bottom up: two pictures, the labels' place, the buttons, the foot. */
export interface MapElements {
  readonly stage: HTMLElement;
  readonly base: HTMLCanvasElement;
  readonly marks: HTMLCanvasElement;
  /** Scale and what the shapes can still tell. */
  showScale(view: MapView): void;
}

interface MapActions {
  readonly step: (step: (view: MapView) => MapView) => void;
  readonly fit: () => void;
}

const widestScalePx = 110;

export function makeMapElements(host: HTMLElement, labels: HTMLElement, actions: MapActions): MapElements {
  const stage = htmlElement("div", "map-stage");
  stage.tabIndex = 0;
  stage.setAttribute("role", "group");
  stage.ariaLabel = "Map of the vehicles. Arrow keys move it, plus and minus zoom, 0 shows all vehicles.";
  const [base, marks] = [htmlElement("canvas", "map-picture"), htmlElement("canvas", "map-picture")];
  base.ariaHidden = "true";
  marks.ariaHidden = "true";
  stage.append(base, marks, labels);

  const scale = htmlElement("span", "map-scale");
  const bar = htmlElement("span", "map-scale-bar");
  const length = htmlElement("span", "map-scale-length");
  scale.append(bar, length);
  const note = htmlElement("span", "map-note", "No detail here: the shapes end at this scale");
  const foot = htmlElement("div", "map-foot");
  foot.append(scale, note, htmlElement("span", "map-credit", "Natural Earth"));

  host.replaceChildren(stage, controls(actions), foot);
  return {
    stage,
    base,
    marks,
    showScale: (view) => {
      const { widthPx, label } = scaleBarOf(view, { widestPx: widestScalePx });
      bar.style.setProperty("width", `${widthPx.toFixed(1)}px`);
      length.textContent = label;
      note.hidden = view.zoom <= detailEndsAtZoom;
    },
  };
}

function controls({ step, fit }: MapActions): HTMLElement {
  const group = htmlElement("div", "map-controls");
  group.setAttribute("role", "group");
  group.ariaLabel = "Move the map";
  const button = (sign: string, name: string, act: () => void): void => {
    const made = htmlElement("button", "map-control");
    made.append(picture(sign));
    made.type = "button";
    made.ariaLabel = name;
    made.title = name;
    made.addEventListener("click", act);
    group.append(made);
  };
  button("M8 3v10M3 8h10", "Zoom in", () => step(mapSteps.nearer));
  button("M3 8h10", "Zoom out", () => step(mapSteps.farther));
  button("M3 7V3h4M13 9v4H9M3 3l4.5 4.5M13 13 8.5 8.5", "Show all vehicles", fit);
  button("M13 8H3M7 4 3 8l4 4", "Move west", () => step(mapSteps.west));
  button("M8 13V3M4 7l4-4 4 4", "Move north", () => step(mapSteps.north));
  button("M8 3v10M4 9l4 4 4-4", "Move south", () => step(mapSteps.south));
  button("M3 8h10M9 4l4 4-4 4", "Move east", () => step(mapSteps.east));
  return group;
}

function picture(path: string): SVGSVGElement {
  const sign = svgElement("svg", { viewBox: "0 0 16 16", width: "16", height: "16" });
  sign.ariaHidden = "true";
  sign.append(svgElement("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": "1.8" }));
  return sign;
}
