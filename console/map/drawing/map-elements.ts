import { detailEndsAtZoom, type MapView } from "../geometry/map-view.ts";
import { scaleBarOf } from "../geometry/scale-bar.ts";
import { mapSteps } from "../gestures.ts";

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
  const stage = make("div", "map-stage");
  stage.tabIndex = 0;
  stage.setAttribute("role", "group");
  stage.ariaLabel = "Map of the vehicles. Arrow keys move it, plus and minus zoom, 0 shows all vehicles.";
  const [base, marks] = [make("canvas", "map-picture"), make("canvas", "map-picture")];
  base.ariaHidden = "true";
  marks.ariaHidden = "true";
  stage.append(base, marks, labels);

  const scale = make("span", "map-scale");
  const bar = make("span", "map-scale-bar");
  const length = make("span", "map-scale-length");
  scale.append(bar, length);
  const note = make("span", "map-note", "No detail here: the shapes end at this scale");
  const foot = make("div", "map-foot");
  foot.append(scale, note, make("span", "map-credit", "Natural Earth"));

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
  const group = make("div", "map-controls");
  group.setAttribute("role", "group");
  group.ariaLabel = "Move the map";
  const button = (sign: string, name: string, act: () => void): void => {
    const made = make("button", "map-control", sign);
    made.type = "button";
    made.ariaLabel = name;
    made.title = name;
    made.addEventListener("click", act);
    group.append(made);
  };
  button("+", "Zoom in", () => step(mapSteps.nearer));
  button("\u2212", "Zoom out", () => step(mapSteps.farther));
  button("\u2922", "Show all vehicles", fit);
  button("\u2190", "Move west", () => step(mapSteps.west));
  button("\u2191", "Move north", () => step(mapSteps.north));
  button("\u2193", "Move south", () => step(mapSteps.south));
  button("\u2192", "Move east", () => step(mapSteps.east));
  return group;
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = "",
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
