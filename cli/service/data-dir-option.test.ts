import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { dataDirArguments, folderOf, pasted } from "./data-dir-option.ts";

test.each(["/data", "a b", "it's", "$HOME", "", "ü", "`date`", "a\nb", "\\"])(
  "a shell gives %j back as it was",
  (word) => {
    expect(execFileSync("sh", ["-c", `printf %s ${pasted(word)}`], { encoding: "utf8" })).toBe(word);
  },
);

test("a word without anything special is not quoted", () => {
  expect(pasted("/var/lib/plumbline-1.db")).toBe("/var/lib/plumbline-1.db");
});

test("a folder is named in full, so that the command works from anywhere; none is not named", () => {
  expect(dataDirArguments({ dataDir: "/srv/my data" })).toBe(" --data-dir '/srv/my data'");
  expect(dataDirArguments({ dataDir: "x" })).toBe(` --data-dir ${pasted(`${process.cwd()}/x`)}`);
  expect(dataDirArguments({})).toBe("");
  expect(folderOf({})).toEqual({});
});
