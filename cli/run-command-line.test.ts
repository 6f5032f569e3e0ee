import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { answeringService, problem } from "./answering-service-for-tests.ts";
import { plumblineCommand } from "./run-command-line.ts";
import { nowhere, runRecorded } from "./run-recorded-for-tests.ts";

function keyUntil(end: string): readonly string[] {
  return ["keys", "create", "--org", "acme", "--name", "x", "--preset", "ingest", "--expires", end];
}

/** One row a way to end: what was typed, the exit code, and what the hint names. */
test.each([
  ["nothing typed", [], 2, /Usage/u],
  ["a command that does not exist", ["flet"], 2, /Did you mean fleet/u],
  ["an option that does not exist", ["fleet", "--limt", "3"], 2, /next: npx plumbline fleet --help/u],
  ["a value that does not fit", ["simulate", "--vehicles", "0"], 2, /whole number from 1/u],
  ["a scenario that does not exist", ["simulate", "--scenario", "flood"], 2, /mixed/u],
  [
    "no service listening",
    ["fleet", "--url", "http://127.0.0.1:1"],
    3,
    /next: start a service with: npx plumbline/u,
  ],
  ["an address that is none", ["fleet", "--url", "fleet.example"], 2, /next: write it like --url http:/u],
  ["a folder where a file belongs", ["replay", "/"], 1, /a folder was named/u],
  ["a key that has ended", keyUntil("2020-01-01T00:00:00Z"), 2, /in the past/u],
  ["a data folder that is none", ["doctor", "--data-dir", "/nowhere/data"], 2, /is no data folder/u],
  [
    "a file that is not there",
    ["ingest", "/nowhere/frames.ndjson"],
    1,
    /\/nowhere\/frames\.ndjson cannot be read/u,
  ],
] as const)("%s ends with its exit code and a hint", async (_, args, exitCode, hint) => {
  const run = await runRecorded(args);
  expect(run.exitCode).toBe(exitCode);
  expect(run.err).toMatch(hint);
});

test.each([
  [401, "api_key_invalid", /keys create/u],
  [403, "insufficient_scope", /--scope/u],
  [422, "out_of_range", /\/problems\/x/u],
] as const)("a refusal with %d ends with 4 and says what to do", async (status, code, hint) => {
  const errors = [{ parameter: "limit", code, detail: "limit is 0." }];
  const service = await answeringService({ "/v1/fleet/queue": problem(status, code, { errors }) });
  const run = await runRecorded(["queue", "--url", service.url]);
  expect(run).toMatchObject({ exitCode: 4, out: "" });
  expect(run.err).toContain("parameter limit: limit is 0.");
  expect(run.err).toMatch(hint);
});

test("the version is the package's", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  expect(await runRecorded(["--version"])).toMatchObject({ exitCode: 0, out: `${version}\n`, err: "" });
});

test("help of every command ends with 0 and shows its options", async () => {
  for (const name of ["ingest", "simulate", "fleet", "queue", "evidence", "scenario", "openapi"]) {
    const run = await runRecorded([name, "--help"]);
    expect(run).toMatchObject({ exitCode: 0, err: "" });
    expect(run.out).toContain(`Usage: plumbline ${name}`);
  }
});

test("every option that cannot be left out says so in its help", async () => {
  const required: string[] = [];
  const look = (command: Command, path: readonly string[]): void => {
    const help = command.helpInformation();
    for (const option of command.options) {
      const line = help.slice(help.indexOf(`  ${option.flags} `)).split(/\n {2}-/u)[0]!;
      const isMarked = line.replaceAll(/\s+/gu, " ").includes("(required)");
      expect([...path, option.flags, isMarked]).toEqual([...path, option.flags, option.mandatory]);
      if (option.mandatory) required.push([...path, option.long].join(" "));
    }
    for (const below of command.commands) look(below, [...path, below.name()]);
  };
  look(plumblineCommand(nowhere), []);
  expect(required).toContain("keys create --org");
});
