/** Straight lines between the knots; beyond the first and the last knot their value. `raw` rises, `observed` never falls. */
export function calibratedConfidence(
  stated: number,
  { raw, observed }: { readonly raw: readonly number[]; readonly observed: readonly number[] },
): number {
  if (stated <= raw[0]!) return observed[0]!;
  for (let at = 1; at < raw.length; at += 1) {
    if (stated > raw[at]!) continue;
    const share = (stated - raw[at - 1]!) / (raw[at]! - raw[at - 1]!);
    return observed[at - 1]! + share * (observed[at]! - observed[at - 1]!);
  }
  return observed[raw.length - 1]!;
}
