import { expect, test } from "vitest";
import { steadyOrder } from "./steady-order.ts";

const idOf = (item: { readonly id: string }): string => item.id;
const named = (...ids: string[]) => ids.map((id) => ({ id, rank: ids.indexOf(id) + 1 }));

test("rows keep their places and take their new values, new rows follow, gone rows go", () => {
  const latest = named("d", "c", "a");
  expect(steadyOrder(["a", "b", "c"], latest, idOf)).toEqual([
    { id: "a", rank: 3 },
    { id: "c", rank: 2 },
    { id: "d", rank: 1 },
  ]);
});

test("a list shown for the first time has the latest order", () => {
  expect(steadyOrder([], named("b", "a"), idOf).map(idOf)).toEqual(["b", "a"]);
});
