import { expect, test } from "vitest";
import { clamp, largest, latest, quantityLabel, unitOf } from "./chart-plan.ts";

test.each([
  { quantity: "degrees", value: 1.234, label: "1.23°", unit: "°" },
  { quantity: "metres", value: -0.01234, label: "\u22120.012\u00a0m", unit: "m" },
  { quantity: "nats", value: 6.5, label: "6.50\u00a0nats", unit: "nats" },
  { quantity: "sigmas", value: 2, label: "2.0\u00a0σ", unit: "σ" },
  { quantity: "squares", value: 12.34, label: "12.3", unit: null },
] as const)("$value $quantity is shown as $label", ({ quantity, value, label, unit }) => {
  expect(quantityLabel(quantity, value)).toBe(label);
  expect(unitOf(quantity)).toBe(unit);
});

test.each(["degrees", "metres", "nats", "sigmas", "squares"] as const)(
  "no value in %s is a dash and no number",
  (quantity) => expect(quantityLabel(quantity, null)).toBe("–"),
);

test("gaps count neither as largest nor as latest", () => {
  expect(largest([null, -3, null, -1, -2])).toBe(-1);
  expect(latest([null, -3, -1, null])).toBe(-1);
  expect([largest([]), largest([null]), latest([]), latest([null])]).toEqual([null, null, null, null]);
});

test("a value is kept inside its span, ends included", () => {
  expect([-1, 0, 0.5, 1, 2].map((value) => clamp(value, { min: 0, max: 1 }))).toEqual([0, 0, 0.5, 1, 1]);
});
