import { exaggerations } from "./shown-sensor.ts";
import { movedView, presetNames, presets, type Viewpoint } from "./viewpoint.ts";

/** What a reader chose to see of the poses; the address keeps it. */
export interface PoseChoice {
  readonly viewpoint: Viewpoint;
  readonly factor: number;
  /** Null: every sensor alike. */
  readonly focus: string | null;
}

export const usualChoice: PoseChoice = { viewpoint: presets.overview, factor: 10, focus: null };

/** `?view=top&x=10&sensor=camera`; what is not understood is as if it were not there. `sensorIds`: those one may look at. */
export function choiceFromQuery(query: URLSearchParams, sensorIds: readonly string[]): PoseChoice {
  const focus = sensorIds.find((id) => id === query.get("sensor")) ?? null;
  const factor = Number(query.get("x"));
  return {
    viewpoint: viewpointFrom(query.get("view"), focus),
    factor: exaggerations.find((known) => known === factor) ?? usualChoice.factor,
    focus,
  };
}

/** Only what differs from the usual choice. */
export function queryOfChoice({ viewpoint, factor, focus }: PoseChoice): Readonly<Record<string, string>> {
  const view = viewText(viewpoint);
  return {
    ...(view !== "overview" && { view }),
    ...(factor !== usualChoice.factor && { x: String(factor) }),
    ...(focus !== null && { sensor: focus }),
  };
}

/** The name of a preset, `through`, or `azimuth,elevation,distance` of a view turned by hand. */
export function viewText(viewpoint: Viewpoint): string {
  if (viewpoint.kind === "through") return "through";
  const preset = presetNames.find((name) => isSame(presets[name], viewpoint));
  if (preset !== undefined) return preset;
  const { azimuthDeg, elevationDeg, distanceM } = viewpoint;
  return [azimuthDeg, elevationDeg, distanceM].map((value) => Math.round(value * 10) / 10).join(",");
}

/** `focus`: whose view `through` is. */
export function viewpointFrom(text: string | null, focus: string | null): Viewpoint {
  if (text === "through" && focus !== null) return { kind: "through", sensorId: focus };
  const preset = presetNames.find((name) => name === text);
  if (preset !== undefined) return presets[preset];
  const [azimuthDeg, elevationDeg, distanceM] = (text ?? "").split(",").map(Number);
  if (azimuthDeg === undefined || elevationDeg === undefined || distanceM === undefined)
    return presets.overview;
  const isRead = [azimuthDeg, elevationDeg, distanceM].every((value) => Number.isFinite(value));
  return isRead ? movedView({ kind: "around", azimuthDeg, elevationDeg, distanceM }, {}) : presets.overview;
}

function isSame(one: Viewpoint, other: Viewpoint): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
