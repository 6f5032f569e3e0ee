import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { nowhere } from "../run-recorded-for-tests.ts";
import { readGiven, refuseTwoFromInput } from "./read-given.ts";

test("- is standard input, to its end", async () => {
  const stdin = Readable.from([Buffer.from("fra"), "mes"]);
  expect(Buffer.from(await readGiven("-", { ...nowhere, stdin })).toString()).toBe("frames");
});

test("anything else is a file", async () => {
  const path = import.meta.filename;
  expect(Buffer.from(await readGiven(path, nowhere)).toString()).toContain("anything else is a file");
});

test("only one file of a command can come from standard input", () => {
  expect(() => refuseTwoFromInput(["-", undefined, "a"], "help")).not.toThrow();
  expect(() => refuseTwoFromInput(["-", "-"], "help")).toThrow("only one file can come from standard input");
});
