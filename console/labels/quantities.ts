/** No value: a dash says "nothing was measured"; a zero would be a claim. */
export const noValue = "–";

/** Degrees, two decimals: `−0.31°`. */
export function degrees(value: number | null): string {
  return withUnit(value, 2, "°");
}

/** What a sensor measures in metres, to the millimetre: `0.262 m`. */
export function sensorMetres(valueM: number | null): string {
  return withUnit(valueM, 3, `${noBreakSpace}m`);
}

/** A distance on the road, two decimals: `0.44 m`. */
export function metres(valueM: number | null): string {
  return withUnit(valueM, 2, `${noBreakSpace}m`);
}

/** Statistics that have no unit of their own (T², multiples of σ): one decimal. */
export function statistic(value: number | null): string {
  return withUnit(value, 1, "");
}

/** Evidence in nats, the unit of the log likelihood ratio and its limit: two decimals, because the limits have two. */
export function nats(value: number | null): string {
  return withUnit(value, 2, `${noBreakSpace}nats`);
}

/** A fraction as whole per cent: `97 %`. Short of certain is never rounded up to `100 %`. */
export function percent(fraction: number | null): string {
  if (fraction !== null && fraction < 1 && fraction >= 0.995) return `over${noBreakSpace}99${noBreakSpace}%`;
  return withUnit(fraction === null ? null : fraction * 100, 0, `${noBreakSpace}%`);
}

/** A count with thin groups of three: `10 000`. */
export function count(value: number): string {
  return trueMinus(
    Math.round(value)
      .toString()
      .replaceAll(/\B(?=(\d{3})+(?!\d))/g, narrowNoBreakSpace),
  );
}

/** A count with what is counted: `1 frame`, `10 000 frames`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${Math.round(value) === 1 ? one : many}`;
}

/**
 * How far a wrong angle moves the aim sideways at a distance, metres. Degrees mean little to most readers: 0.5° is 0.44 m
 * at 50 m.
 */
export function lateralShiftM(angleDeg: number, rangeM: number): number {
  return rangeM * Math.tan((angleDeg * Math.PI) / 180);
}

const noBreakSpace = "\u00a0";
const narrowNoBreakSpace = "\u202f";

function withUnit(value: number | null, decimals: number, unit: string): string {
  if (value === null || !Number.isFinite(value)) return noValue;
  return trueMinus(value.toFixed(decimals)) + unit;
}

/** A hyphen is too short to be read as a sign, and −0.00 is not a value anybody measured. */
function trueMinus(digits: string): string {
  if (!digits.startsWith("-")) return digits;
  const magnitude = digits.slice(1);
  return Number(magnitude) === 0 ? magnitude : `\u2212${magnitude}`;
}
