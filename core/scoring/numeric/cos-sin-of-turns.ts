import { pi } from "./atan2.ts";

/**
 * Cosine and sine of an angle in whole turns, any finite number of them, in the numeric profile: within 4e-16, the same
 * 64 bits in every language. The whole quarters of a turn are taken off exactly; the rest, at most an eighth of a turn,
 * goes through the Taylor series of degree 17 (truncated below 2^−58).
 */
export function cosSinOfTurns(turns: number): readonly [cos: number, sin: number] {
  const part = turns - Math.floor(turns);
  const quarters = Math.floor(4 * part + 0.5);
  const angle = 2 * pi * (part - quarters / 4);
  const z = angle * angle;
  const cos = 1 + z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * cosTail(z))));
  const sin = angle + angle * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * sinTail(z))));
  if (quarters === 1) return [-sin, cos];
  if (quarters === 2) return [-cos, -sin];
  return quarters === 3 ? [sin, -cos] : [cos, sin];
}

function cosTail(z: number): number {
  return (
    1 / 40_320 +
    z * (-1 / 3_628_800 + z * (1 / 479_001_600 + z * (-1 / 87_178_291_200 + z / 20_922_789_888_000)))
  );
}

function sinTail(z: number): number {
  return (
    1 / 362_880 +
    z * (-1 / 39_916_800 + z * (1 / 6_227_020_800 + z * (-1 / 1_307_674_368_000 + z / 355_687_428_096_000)))
  );
}
