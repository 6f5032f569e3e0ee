import { normalDensity, normalProbability } from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Upper CUSUM C ← max(0, C + x − k), x ~ N(shift, 1), alarm at C > h: an atom at zero and a density on (0, h).
 * Node 0 is the atom. Page (1954), Biometrika 41; Nyström nodes as scoring-method.md says.
 */
export function cusumKernel({ k, h, headStart }: { k: number; h: number; headStart: number }): Kernel {
  const { nodes, weights } = gaussLegendre(Math.max(60, Math.ceil(4 * h)), 0, h);
  const size = nodes.length + 1;
  const valueAt = (i: number): number => (i === 0 ? 0 : nodes[i - 1]!);

  function fill(row: Float64Array, from: number, shift: number): void {
    row[0] = normalProbability(k - from - shift);
    for (let j = 1; j < size; j++) row[j] = weights[j - 1]! * normalDensity(nodes[j - 1]! + k - from - shift);
  }

  return {
    size,
    matrix(shift) {
      const matrix = new Float64Array(size * size);
      for (let i = 0; i < size; i++) fill(matrix.subarray(i * size, (i + 1) * size), valueAt(i), shift);
      return matrix;
    },
    fromStart(shift) {
      const row = new Float64Array(size);
      fill(row, headStart, shift);
      return row;
    },
  };
}
