import type { Vector } from "./pose.ts";

/**
 * The vehicle that every picture shows: a plain estate car, 4.7 m long and 1.85 m wide. It stands for any vehicle; frames
 * do not tell the shape of the real one.
 */

/** A cross section of the body, from rear to front. Widths are half widths; heights above the ground. */
interface Section {
  readonly x: number;
  readonly bottom: number;
  readonly waist: number;
  readonly half: number;
  /** Half width at the waist line, a little less than at the sills. */
  readonly halfWaist: number;
}

const sections: readonly Section[] = [
  { x: -0.95, bottom: 0.48, waist: 0.92, half: 0.78, halfWaist: 0.74 },
  { x: -0.85, bottom: 0.3, waist: 1.0, half: 0.88, halfWaist: 0.84 },
  { x: 0, bottom: 0.26, waist: 1.02, half: 0.925, halfWaist: 0.88 },
  { x: 1.9, bottom: 0.26, waist: 0.99, half: 0.925, halfWaist: 0.88 },
  { x: 2.8, bottom: 0.27, waist: 0.9, half: 0.91, halfWaist: 0.84 },
  { x: 3.5, bottom: 0.3, waist: 0.76, half: 0.84, halfWaist: 0.74 },
  { x: 3.75, bottom: 0.42, waist: 0.64, half: 0.68, halfWaist: 0.6 },
];

/** The cabin: from the waist line up to the roof. */
const cabin = {
  base: [
    { x: -0.82, half: 0.8 },
    { x: 2.05, half: 0.82 },
  ],
  roof: [
    { x: -0.45, half: 0.62 },
    { x: 1.15, half: 0.64 },
  ],
  baseHeight: 0.97,
  roofHeight: 1.5,
} as const;

export const wheels = {
  radius: 0.33,
  width: 0.22,
  /** Centres of the four. */
  at: [
    [0, 0.8, 0.33],
    [0, -0.8, 0.33],
    [2.8, 0.8, 0.33],
    [2.8, -0.8, 0.33],
  ] as readonly Vector[],
} as const;

/** A closed surface, as corners and triangles that turn counter-clockwise seen from outside. */
export interface Solid {
  readonly corners: readonly Vector[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

export function bodySolid(): Solid {
  return loft(sections.map((section) => ring(section)));
}

export function cabinSolid(): Solid {
  const [rear, front] = cabin.base;
  const [roofRear, roofFront] = cabin.roof;
  const low = cabin.baseHeight - 0.06;
  return loft([
    [
      [rear.x, rear.half, low],
      [front.x, front.half, low],
      [front.x, -front.half, low],
      [rear.x, -rear.half, low],
    ],
    [
      [roofRear.x, roofRear.half, cabin.roofHeight],
      [roofFront.x, roofFront.half, cabin.roofHeight],
      [roofFront.x, -roofFront.half, cabin.roofHeight],
      [roofRear.x, -roofRear.half, cabin.roofHeight],
    ],
  ]);
}

/** Outlines for flat drawings, as the same body is seen from above, from its left and from ahead. */
export const outlines = {
  top: {
    body: mirrored(sections.map(({ x, half }) => [x, half])),
    cabin: mirrored([...cabin.base, ...cabin.roof.toReversed()].map(({ x, half }) => [x, half])),
    roof: mirrored(cabin.roof.map(({ x, half }) => [x, half])),
  },
  side: {
    body: [
      ...sections.map(({ x, waist }): Point => [x, waist]),
      ...sections.toReversed().map(({ x, bottom }): Point => [x, bottom]),
    ],
    cabin: [
      [cabin.base[0].x, cabin.baseHeight],
      [cabin.roof[0].x, cabin.roofHeight],
      [cabin.roof[1].x, cabin.roofHeight],
      [cabin.base[1].x, cabin.baseHeight],
    ] as readonly Point[],
  },
  front: {
    body: [
      [-0.925, 0.3],
      [-0.88, 1.0],
      [0.88, 1.0],
      [0.925, 0.3],
    ] as readonly Point[],
    cabin: [
      [-0.82, 0.97],
      [-0.64, cabin.roofHeight],
      [0.64, cabin.roofHeight],
      [0.82, 0.97],
    ] as readonly Point[],
  },
} as const;

export type Point = readonly [number, number];

function ring({ x, bottom, waist, half, halfWaist }: Section): readonly Vector[] {
  const middle = bottom + (waist - bottom) * 0.55;
  return [
    [x, -half * 0.94, bottom],
    [x, -half, middle],
    [x, -halfWaist, waist],
    [x, halfWaist, waist],
    [x, half, middle],
    [x, half * 0.94, bottom],
  ];
}

/** Joins rings of equally many corners, and closes both ends. */
function loft(rings: readonly (readonly Vector[])[]): Solid {
  const around = rings[0]?.length ?? 0;
  const triangles: [number, number, number][] = [];
  for (let at = 0; at + 1 < rings.length; at += 1) {
    for (let corner = 0; corner < around; corner += 1) {
      const next = (corner + 1) % around;
      const [a, b] = [at * around + corner, at * around + next];
      const [c, d] = [a + around, b + around];
      triangles.push([a, c, b], [b, c, d]);
    }
  }
  const last = (rings.length - 1) * around;
  for (let corner = 1; corner + 1 < around; corner += 1) {
    triangles.push([0, corner, corner + 1], [last, last + corner + 1, last + corner]);
  }
  return { corners: rings.flat(), triangles };
}

function mirrored(left: readonly Point[]): readonly Point[] {
  return [...left, ...left.toReversed().map(([x, y]): Point => [x, -y])];
}
