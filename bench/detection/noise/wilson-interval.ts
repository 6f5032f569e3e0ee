/**
 * Between which shares the true one lies with 95 %, after so many of so many (Wilson 1927, "Probable inference, the law of
 * succession, and statistical inference", Journal of the American Statistical Association 22).
 */
export function wilsonInterval(found: number, of: number): readonly [low: number, high: number] {
  const z = 1.959963984540054;
  const share = found / of;
  const centre = (share + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z / (1 + (z * z) / of)) * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return [found === 0 ? 0 : centre - half, found === of ? 1 : centre + half];
}
