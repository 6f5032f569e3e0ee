/** Round steps of UTC time, seconds. Multiples of each since 1970 fall on full minutes, hours and days. */
const stepsS = [
  ...[1, 60].flatMap((unitS) => [1, 2, 5, 10, 15, 30].map((step) => step * unitS)),
  ...[1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2160, 8760].map((hours) => hours * 3600),
];

/** At most `most` ticks at round UTC times within the span, seconds since 1970. */
export function timeTicks(span: { readonly minS: number; readonly maxS: number }, most: number): number[] {
  const lengthS = span.maxS - span.minS;
  const stepS = stepsS.find((step) => lengthS / step <= most) ?? lengthS / most;
  const ticks: number[] = [];
  for (
    let atS = Math.ceil(span.minS / stepS) * stepS;
    atS <= span.maxS && ticks.length <= most;
    atS += stepS
  ) {
    ticks.push(atS);
  }
  return ticks;
}

/** Time of day, with the date below wherever the day is not that of the tick before; days apart, the date alone. */
export function timeTickLabels(ticks: readonly number[]): string[] {
  const stepS = (ticks[1] ?? Number.POSITIVE_INFINITY) - (ticks[0] ?? 0);
  return ticks.map((atS, index) => {
    const at = isoOf(atS);
    const day = at.slice(0, 10);
    if (stepS >= 86_400 && ticks.length > 1) return day.slice(5);
    const time = at.slice(11, stepS < 60 ? 19 : 16);
    const before = ticks[index - 1];
    return before !== undefined && isoOf(before).startsWith(day) ? time : `${time}\n${day}`;
  });
}

function isoOf(atS: number): string {
  return new Date(atS * 1000).toISOString();
}
