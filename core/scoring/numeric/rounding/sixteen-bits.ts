/**
 * The nearest number with sixteen significant bits, 0 for less than 2^−100: what a rough sum needs, in three bytes where
 * binary64 takes eight. Split as by Dekker 1971 ("A floating-point technique for extending the available precision").
 */
export function toSixteenBits(value: number): number {
  if (!(Math.abs(value) >= smallest)) return 0;
  const spread = splitter * value;
  return spread - (spread - value);
}

const smallest = 2 ** -100;
/** 53 − 16 bits are cut off. */
const splitter = 2 ** 37 + 1;
