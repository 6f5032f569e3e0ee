/** Round steps of UTC time, seconds. Multiples of each since 1970 fall on full minutes, hours and days. */
const stepsS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800,
  604_800, 1_209_600, 2_592_000, 7_776_000, 31_536_000,
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
    const [day = "", clock = ""] = new Date(atS * 1000).toISOString().split("T");
    if (stepS >= 86_400 && ticks.length > 1) return day.slice(5);
    const time = stepS < 60 ? clock.slice(0, 8) : clock.slice(0, 5);
    const before = ticks[index - 1];
    const isSameDay = before !== undefined && new Date(before * 1000).toISOString().startsWith(day);
    return isSameDay ? time : `${time}\n${day}`;
  });
}
