import type { TierLabel } from "./tier-labels.ts";

/** The outline of a tier's shape in a square of 16 by 16, for whoever draws it: as SVG, or pixel by pixel. */
export type TierOutline =
  | { readonly kind: "polygon"; readonly corners: readonly (readonly [x: number, y: number])[] }
  | { readonly kind: "circle"; readonly radius: number; readonly stroke: number | null };

export const tierOutlines: Readonly<Record<TierLabel["shape"], TierOutline>> = {
  octagon: {
    kind: "polygon",
    corners: [
      [5, 1],
      [11, 1],
      [15, 5],
      [15, 11],
      [11, 15],
      [5, 15],
      [1, 11],
      [1, 5],
    ],
  },
  triangle: {
    kind: "polygon",
    corners: [
      [8, 1.5],
      [15.5, 14.5],
      [0.5, 14.5],
    ],
  },
  circle: { kind: "circle", radius: 4.5, stroke: null },
  "hollow-circle": { kind: "circle", radius: 4.5, stroke: 2 },
};

/** The middle of the square, which circles stand on. */
export const outlineMiddle = 8;

/** A polygon as the points of an SVG `polygon`. */
export function svgPoints(corners: readonly (readonly [x: number, y: number])[]): string {
  return corners.map((corner) => corner.join(",")).join(" ");
}
