import { expect, test } from "vitest";
import { invert3 } from "./invert3.ts";

test("a matrix times its inverse is the identity", () => {
  const matrix = [2, -1, 0.5, 3, 4, -2, 1, 0.25, 5];
  const inverse = invert3(matrix);
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      let sum = 0;
      for (let k = 0; k < 3; k += 1) sum += matrix[3 * row + k]! * inverse[3 * k + column]!;
      expect(sum).toBeCloseTo(row === column ? 1 : 0, 12);
    }
  }
});
