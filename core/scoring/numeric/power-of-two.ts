/** 2^exponent, exact, for whole exponents from −1074 to 1023. */
export function powerOfTwo(exponent: number): number {
  return powers[exponent + 1074]!;
}

const powers = new Float64Array(2098);
for (let exponent = 0, power = 1; exponent <= 1023; exponent += 1, power *= 2)
  powers[exponent + 1074] = power;
for (let exponent = -1, power = 0.5; exponent >= -1074; exponent -= 1, power /= 2) {
  powers[exponent + 1074] = power;
}
