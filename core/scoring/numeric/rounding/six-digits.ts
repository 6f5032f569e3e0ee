/**
 * The number with six significant decimal digits nearest to a value: how scores state what they say. With 10^e ≤ |value| < 10^(e+1)
 * and k = 5 − e it is ⌊|value|·10^k + ½⌋ ÷ 10^k, for a negative k ⌊|value| ÷ 10^−k + ½⌋·10^−k: operations that round as
 * IEEE 754 has it, with powers of ten that binary64 holds, so that every language gives the same bits; and the shortest text
 * of it has six digits at most. A value under 10^−15 stays as it is, and so does one from 10^21 on. There is one zero.
 */
export function sixDigits(value: number): number {
  const size = Math.abs(value);
  if (!(size >= 1e-15 && size < 1e21)) return value === 0 ? 0 : value;
  const stated = stateSize(size);
  return value < 0 ? -stated : stated;
}

function stateSize(size: number): number {
  const power = 5 - decadeOf(size);
  if (power < 0) return Math.floor(size / tenTo[-power]! + 0.5) * tenTo[-power]!;
  return Math.floor(size * tenTo[power]! + 0.5) / tenTo[power]!;
}

/** e, by comparison: a logarithm is another one in every library. */
function decadeOf(size: number): number {
  let decade = 0;
  if (size >= 1) while (size >= decades[decade + 1 - lowest]!) decade += 1;
  else while (size < decades[decade - lowest]!) decade -= 1;
  return decade;
}

const lowest = -15;
/** 10^−15 to 10^21, and 10^0 to 10^20. */
const decades = Array.from({ length: 37 }, (_, at) => Number(`1e${at + lowest}`));
const tenTo = decades.slice(-lowest, -1);

/** Codes of numbers with six digits from 10^−6 up to 1,000, of either sign: each in three bytes. */
const codedFrom = -6;
const codedDecades = 9;
const numbersADecade = 900_000;
const leastDigits = 100_000;
const positiveCodes = codedDecades * numbersADecade;

/** The code of a number from which `ofSixDigitCode` makes the very same one; −1 for a number that has none. */
export function sixDigitCode(value: number): number {
  const size = Math.abs(value);
  if (!(size >= 1e-6 && size < 1000)) return -1;
  const decade = decadeOf(size);
  const power = tenTo[5 - decade]!;
  const digits = Math.round(size * power);
  if (digits / power !== size) return -1;
  const code = (decade - codedFrom) * numbersADecade + digits - leastDigits;
  return value < 0 ? code + positiveCodes : code;
}

/** Throws RangeError on a number that is no code. */
export function ofSixDigitCode(code: number): number {
  if (!(code < 2 * positiveCodes)) throw new RangeError(`no number has this code: ${code}`);
  const isNegative = code >= positiveCodes;
  const place = isNegative ? code - positiveCodes : code;
  const decade = Math.floor(place / numbersADecade);
  const size = ((place % numbersADecade) + leastDigits) / tenTo[5 - codedFrom - decade]!;
  return isNegative ? -size : size;
}
