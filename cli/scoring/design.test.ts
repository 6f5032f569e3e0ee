import { expect, test } from "vitest";

import { runRecorded } from "../run-recorded-for-tests.ts";

async function answerOf(args: string): Promise<Record<string, unknown>> {
  const { exitCode, out, err } = await runRecorded(args.split(" "));
  expect(exitCode, err).toBe(0);
  return JSON.parse(out) as Record<string, unknown>;
}

test.each([
  ["design arl --chart cusum --k 0.5 --h 5 --shift 1 --json", 10.38, 2],
  ["design arl --chart cusum --one-sided --k 0.5 --h 5.62 --slope 0.01 --json", 61.86, 2],
  ["design arl --chart cusum --k 0.5 --h 5 --head-start 2.5 --shift 0 --json", 430.39, 2],
  ["design arl --chart mcusum --p 2 --k 0.5 --h 5.5 --json", 201.5, 1],
  ["design arl --chart mewma --p 4 --lambda 0.1 --h 12.73 --json", 200.5, 1],
  ["design arl --chart t2 --p 2 --h 10 --json", 148.41, 2],
  ["design arl --chart shewhart --h 3 --json", 370.4, 1],
])("%s prints the published run length", async (args, published, decimals) => {
  const answer = await answerOf(args);
  expect(answer["run_length"]).toBeCloseTo(published, decimals);
  expect(answer).toHaveProperty("limit");
  expect(answer).toHaveProperty("method");
});

test("design limit prints the published limit", async () => {
  expect((await answerOf("design limit --chart cusum --k 0.5 --arl 370 --json"))["limit"]).toBeCloseTo(
    4.7738,
    3,
  );
});

test.each([
  ["design arl --chart cusum --h 5 --json", "--k"],
  ["design arl --chart cusum --k 0.5 --h 5 --shift 1 --slope 1", "not both"],
  ["design arl --chart mewma --lambda 0.1 --p 1 --h 5", "at least 2"],
  ["design limit --chart cusum --k 9 --arl 3", "smaller k"],
  ["design arl --chart cusum --k 2 --h 40", "smaller k"],
])("%s is a usage error that says what is missing", async (args, hint) => {
  const { exitCode, err } = await runRecorded(args.split(" "));
  expect(exitCode).toBe(2);
  expect(err).toContain(hint);
});
