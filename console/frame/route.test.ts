import { expect, test } from "vitest";
import { consoleAddresses, type ConsolePageName } from "../../core/contract/console-addresses.ts";
import { addressOf, fleetAddress, routeOf } from "./route.ts";

const at = (address: string) => routeOf(new URL(address, "http://localhost"));

test("/ and /fleet are the same page, with or without a slash at the end", () => {
  expect(["/", "/fleet", "/fleet/"].map((path) => at(path).page)).toEqual(["fleet", "fleet", "fleet"]);
});

test("the address of every page leads back to it, whatever stands in its parts", () => {
  for (const page of Object.keys(consoleAddresses) as ConsolePageName[]) {
    const names = [...consoleAddresses[page].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const parts = Object.fromEntries(names.map((name) => [name, "a:b/c?d #é%"]));
    expect(at(addressOf(page, parts, { tier: "x&y", none: null }))).toEqual({
      page,
      parts,
      query: new URLSearchParams({ tier: "x&y" }),
    });
  }
});

test("a tier filter is part of the address", () => {
  expect(fleetAddress("CRITICAL")).toBe("/fleet?tier=CRITICAL");
  expect(fleetAddress()).toBe("/fleet");
});

test("an unknown, empty or broken path leads nowhere, and is told as it was asked for", () => {
  for (const path of [
    "/vehicles/%E0%A4%A",
    "/vehicles/a/b",
    "/vehicles/",
    "/vehicles",
    "/nothing",
    "//fleet",
  ]) {
    expect(routeOf({ pathname: path, search: "" })).toEqual({ page: null, path });
  }
});
