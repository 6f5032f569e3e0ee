/** From where a picture of the vehicle is taken. */
export type Viewpoint =
  | {
      readonly kind: "around";
      readonly azimuthDeg: number;
      readonly elevationDeg: number;
      readonly distanceM: number;
    }
  | { readonly kind: "through"; readonly sensorId: string };

export const presetNames = ["overview", "top", "side", "front"] as const;
export type PresetName = (typeof presetNames)[number];

/** Azimuth is where the viewer stands as seen from the vehicle: 0 ahead of it, 90 to its left. */
export const presets: Readonly<Record<PresetName, Extract<Viewpoint, { kind: "around" }>>> = {
  overview: { kind: "around", azimuthDeg: 232, elevationDeg: 24, distanceM: 13 },
  top: { kind: "around", azimuthDeg: 270, elevationDeg: 89.9, distanceM: 15 },
  side: { kind: "around", azimuthDeg: 270, elevationDeg: 6, distanceM: 13 },
  front: { kind: "around", azimuthDeg: 0, elevationDeg: 8, distanceM: 13 },
};

export const nearestM = 5;
export const farthestM = 40;

/** A step by a button or by dragging; elevation stays above the ground. */
export function movedView(
  view: Extract<Viewpoint, { kind: "around" }>,
  by: { readonly azimuthDeg?: number; readonly elevationDeg?: number; readonly zoom?: number },
): Extract<Viewpoint, { kind: "around" }> {
  return {
    kind: "around",
    azimuthDeg: (view.azimuthDeg + (by.azimuthDeg ?? 0) + 360) % 360,
    elevationDeg: held(view.elevationDeg + (by.elevationDeg ?? 0), 2, 89.9),
    distanceM: held(view.distanceM / (by.zoom ?? 1), nearestM, farthestM),
  };
}

/** What the picture turns about: between the car and where its sensors look. */
export const lookedAt = [2.6, 0, 0.7] as const;

function held(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value));
}
