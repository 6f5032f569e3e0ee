import type { PoseDrawing } from "./pose-drawing.ts";
import { makeShape } from "./make-shape.ts";

/** The drawing as SVG; `says` is what it shows, in words. Colours come from the style sheet, so it prints as it stands. */
export function paintDrawing(
  drawing: PoseDrawing,
  { says, tones }: { readonly says: string; readonly tones: ReadonlyMap<string, string> },
): SVGSVGElement {
  const [left, top, width, height] = drawing.box;
  return makeShape(
    "svg",
    { class: "pose-drawing", viewBox: `${left} ${top} ${width} ${height}`, role: "img", "aria-label": says },
    ...(drawing.view === "top" ? [] : [ground(left, width)]),
    ...drawing.body.map((path) => makeShape("path", { class: "pose-body", d: path })),
    ...drawing.sensors.map((sensor) =>
      makeShape(
        "g",
        { class: `pose-sensor tone-${tones.get(sensor.id) ?? "unknown"}${sensor.isFaded ? " faded" : ""}` },
        makeShape("path", { class: "pose-surface", d: sensor.surface }),
        ...(sensor.blurM > 0 ? [circle("pose-surface", sensor.at, sensor.blurM)] : []),
        makeShape("path", { class: "pose-baseline", d: sensor.baseline }),
        makeShape("path", { class: "pose-now", d: sensor.now }),
        circle("pose-at", sensor.at, 0.07),
      ),
    ),
  );
}

function ground(left: number, width: number): SVGElement {
  return makeShape("path", { class: "pose-ground", d: `M${left} 0h${width}` });
}

function circle(name: string, [x, y]: readonly [number, number], radius: number): SVGElement {
  return makeShape("circle", { class: name, cx: `${x}`, cy: `${y}`, r: `${radius}` });
}
