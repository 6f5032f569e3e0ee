import { expect, test } from "vitest";
import { newSince, steadyOrder } from "./steady-order.ts";

const idOf = (item: { readonly id: string }): string => item.id;
const named = (...ids: string[]) => ids.map((id) => ({ id, rank: ids.indexOf(id) + 1 }));
const drops = { idOf, keepsGone: false };

test("rows keep their places and take their new values, new rows follow, gone rows go", () => {
  const latest = named("d", "c", "a");
  expect(steadyOrder(named("a", "b", "c"), latest, drops)).toEqual([
    { id: "a", rank: 3 },
    { id: "c", rank: 2 },
    { id: "d", rank: 1 },
  ]);
});

test("while somebody points at the list no row moves, not even for one that is gone", () => {
  const shown = steadyOrder(named("a", "b", "c"), named("d", "c", "a"), { idOf, keepsGone: true });
  expect(shown.map(idOf)).toEqual(["a", "b", "c", "d"]);
});

test("a list shown for the first time has the latest order", () => {
  expect(steadyOrder([], named("b", "a"), drops).map(idOf)).toEqual(["b", "a"]);
});

test("new is what came between, not what follows: a further page is no news", () => {
  const ordered = new Set(["a", "b"]);
  expect(newSince(ordered, named("x", "a", "y", "b", "c", "d"), idOf)).toBe(2);
  expect(newSince(ordered, named("a", "b", "c"), idOf)).toBe(0);
  expect(newSince(ordered, named("c"), idOf)).toBe(0);
});
