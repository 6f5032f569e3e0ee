import { normalDensity } from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Shiryaev–Roberts: R ← (1 + R) · exp(2k·x − 2k²), x ~ N(shift, 1), alarm at R ≥ e^h, started at R = 0. The state is
 * u = ln(1 + R), so that one frame adds 2k·x − 2k² to u before the 1 is added again.
 * Moustakides, Polunchenko & Tartakovsky (2009), Sequential Analysis 28.
 */
export function shiryaevRobertsKernel({ k, h }: { k: number; h: number }): Kernel {
  const designShift = 2 * k;
  const top = Math.log1p(Math.exp(h));
  // u spans (0, ln(1 + A)); the kernel in u is about `designShift` wide, and sharp near zero, where ln(e^u − 1) falls away.
  const count = Math.min(1_200, Math.max(120, Math.ceil((14 * top) / designShift)));
  const { nodes, weights } = gaussLegendre(count, 0, top);

  // u' = ln(1 + e^v), v = u + designShift · x − designShift²/2; density of u' is φ((v − u)/designShift + designShift/2 − shift) · dv/du' / designShift.
  function fill(row: Float64Array, from: number, shift: number): void {
    for (let j = 0; j < count; j++) {
      const v = Math.log(Math.expm1(nodes[j]!));
      const z = (v - from) / designShift + designShift / 2 - shift;
      row[j] = (weights[j]! * normalDensity(z)) / (designShift * -Math.expm1(-nodes[j]!));
    }
  }

  return {
    size: count,
    matrix(shift) {
      const matrix = new Float64Array(count * count);
      for (let i = 0; i < count; i++) fill(matrix.subarray(i * count, (i + 1) * count), nodes[i]!, shift);
      return matrix;
    },
    fromStart(shift) {
      const row = new Float64Array(count);
      fill(row, 0, shift);
      return row;
    },
  };
}
