import type { StreetNetwork, Street } from "../../core/scenario/streets/generate-streets.ts";
import { junctionOutline } from "../../core/scenario/streets/junctions.ts";
import { aside, poseAlong, type Point } from "../../core/scenario/streets/path.ts";
import { kerbM } from "../../core/scenario/streets/street-plan.ts";

/** Triangles on the ground, counter-clockwise from above. */
export interface FlatTriangles {
  readonly corners: readonly Point[];
  readonly indices: readonly number[];
}

/** The surfaces that one drives on: streets from kerb to kerb, and junctions. */
export function streetSurfaces(network: StreetNetwork): FlatTriangles {
  const outlines = [
    ...network.streets.map((street) => streetOutline(street)),
    ...network.junctions.map((junction) => {
      // Seen from its middle every corner of a junction is in sight: a fan covers it.
      const outline = junctionOutline(junction);
      return [{ xM: junction.xM, yM: junction.yM }, ...outline, outline[0]!];
    }),
  ];
  return joined(outlines);
}

/** From kerb to kerb, counter-clockwise. */
export function streetOutline({ line, kind }: Street): readonly Point[] {
  return strip(line, { fromM: 0, toM: line.lengthM, halfM: kerbM(kind) });
}

const markWidthM = 0.14;
const markM = 3;
const gapM = 6;

/** Dashes along the middle of every street. */
export function laneMarks({ streets }: StreetNetwork): FlatTriangles {
  return joined(
    streets.flatMap(({ line }) =>
      Array.from({ length: Math.floor(line.lengthM / (markM + gapM)) }, (_, mark) => {
        const fromM = mark * (markM + gapM) + gapM / 2;
        return strip(line, { fromM, toM: fromM + markM, halfM: markWidthM / 2 });
      }),
    ),
  );
}

function strip(
  line: Street["line"],
  { fromM, toM, halfM }: { readonly fromM: number; readonly toM: number; readonly halfM: number },
): readonly Point[] {
  const [from, to] = [poseAlong(line, fromM), poseAlong(line, toM)];
  return [aside(from, -halfM), aside(to, -halfM), aside(to, halfM), aside(from, halfM)];
}

/** Each outline as a fan around its first corner. */
function joined(outlines: readonly (readonly Point[])[]): FlatTriangles {
  const corners: Point[] = [];
  const indices: number[] = [];
  for (const outline of outlines) {
    const first = corners.length;
    corners.push(...outline);
    for (let at = 1; at + 1 < outline.length; at += 1) indices.push(first, first + at, first + at + 1);
  }
  return { corners, indices };
}
