import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fisherDistribution, fisherTail } from "./beta-tail.ts";
import { lnGamma } from "./ln-gamma.ts";
import { normalCdf } from "./normal.ts";

// exp, ln and atan2 are held to 2 ulp, and to the committed bits, in clients/conformance/scoring/vectors.test.ts.
const truth = JSON.parse(
  readFileSync(new URL("../../../clients/conformance/scoring/true-values.json", import.meta.url), "utf8"),
) as Readonly<Record<string, readonly (readonly string[])[]>>;

test("ln Γ agrees with 60-digit values to 14 digits", () => {
  for (const [x, value] of rows("ln_gamma")) {
    expect(Math.abs(lnGamma(x!) - value!)).toBeLessThan(1e-14 * Math.max(1, Math.abs(value!)));
  }
});

test("the tail of Fisher's F agrees with 60-digit values to 11 digits, also far out", () => {
  for (const [f, d1, d2, tail] of rows("fisher_tail")) {
    expect(Math.abs(fisherTail(f!, fisherDistribution(d1!, d2!)) / tail! - 1)).toBeLessThan(1e-11);
  }
});

test("the normal distribution function agrees with 60-digit values to 1e-15", () => {
  for (const [x, probability] of rows("normal_cdf")) {
    expect(Math.abs(normalCdf(x!) - probability!)).toBeLessThan(1e-15);
  }
});

function rows(name: string): number[][] {
  const view = new DataView(new ArrayBuffer(8));
  return truth[name]!.map((row) =>
    row.map((bits) => {
      view.setBigUint64(0, BigInt(`0x${bits}`));
      return view.getFloat64(0);
    }),
  );
}
