import { expect, test } from "vitest";
import { gaussLegendre } from "./gauss-legendre.ts";

// Abramowitz & Stegun, table 25.4, on [−1, 1].
test.each([
  [1, [0], [2]],
  [2, [-0.577350269189626, 0.577350269189626], [1, 1]],
  [3, [-0.774596669241483, 0, 0.774596669241483], [5 / 9, 8 / 9, 5 / 9]],
  [
    5,
    [-0.906179845938664, -0.538469310105683, 0, 0.538469310105683, 0.906179845938664],
    [0.236926885056189, 0.478628670499366, 0.568888888888889, 0.478628670499366, 0.236926885056189],
  ],
])("%i nodes and their weights are the published ones", (count, nodes, weights) => {
  const rule = gaussLegendre(count, -1, 1);
  expect(rule.nodes).toHaveLength(count);
  nodes.forEach((node, at) => expect(rule.nodes[at]).toBeCloseTo(node, 14));
  weights.forEach((weight, at) => expect(rule.weights[at]).toBeCloseTo(weight, 14));
});

test("a polynomial of degree 2n − 1 is integrated exactly, the next power is not", () => {
  const integral = (degree: number) => integrate((x) => x ** degree, { count: 4, from: 0, to: 3 });
  for (let degree = 0; degree <= 7; degree += 1) {
    expect(integral(degree) / (3 ** (degree + 1) / (degree + 1))).toBeCloseTo(1, 13);
  }
  expect(Math.abs(integral(8) / (3 ** 9 / 9) - 1)).toBeGreaterThan(1e-6);
});

test("with hundreds of nodes they still rise from end to end and their weights add up to the length", () => {
  const { nodes, weights } = gaussLegendre(301, 2, 12);
  expect(nodes[0]).toBeGreaterThan(2);
  expect(nodes.at(-1)).toBeLessThan(12);
  nodes.forEach((node, at) => expect(node).toBeGreaterThan(nodes[at - 1] ?? 2));
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(10, 11);
});

test("the area under half a sine wave is 2", () => {
  expect(integrate(Math.sin, { count: 12, from: 0, to: Math.PI })).toBeCloseTo(2, 14);
});

function integrate(
  f: (x: number) => number,
  { count, from, to }: { count: number; from: number; to: number },
): number {
  const { nodes, weights } = gaussLegendre(count, from, to);
  return nodes.reduce((sum, node, at) => sum + weights[at]! * f(node), 0);
}
