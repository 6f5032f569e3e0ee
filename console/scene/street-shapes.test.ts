import { expect, test } from "vitest";
import { generateStreets } from "../../core/scenario/streets/generate-streets.ts";
import { laneMarks, streetSurfaces, type FlatTriangles } from "./street-shapes.ts";

const network = generateStreets(42);

test.each<[string, FlatTriangles]>([
  ["streets and junctions", streetSurfaces(network)],
  ["marks", laneMarks(network)],
])("every triangle of %s is seen from above", (_, { corners, indices }) => {
  expect(indices.length).toBeGreaterThan(100);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((next) => corners[indices[at + next]!]!);
    const turn = (b!.xM - a!.xM) * (c!.yM - a!.yM) - (b!.yM - a!.yM) * (c!.xM - a!.xM);
    expect(turn).toBeGreaterThan(-1e-6);
  }
});
