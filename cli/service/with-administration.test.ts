import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runRecorded } from "../run-recorded-for-tests.ts";
import { openOrExplain } from "./with-administration.ts";

const failing = (fault: Error) => () =>
  openOrExplain(
    () => {
      throw fault;
    },
    { dataDir: "/srv/plumbline" },
  );

test.each([
  ["a file system", Object.assign(new Error("EROFS: read-only file system"), { code: "EROFS" })],
  [
    "what caused it",
    new Error("cannot be made", { cause: Object.assign(new Error("no"), { code: "EACCES" }) }),
  ],
  ["the database", Object.assign(new Error("attempt to write a readonly database"), { errcode: 8 })],
])("a folder that cannot be written to is said in words: %s", (_, fault) => {
  expect(failing(fault)).toThrow(
    expect.objectContaining({
      exitCode: 1,
      message: expect.stringContaining("the data folder cannot be written to"),
      next: expect.stringContaining("plumbline doctor --data-dir /srv/plumbline"),
    }),
  );
});

test("any other fault leads to the doctor of that folder", () => {
  expect(failing(new Error("the disk is full"))).toThrow(
    expect.objectContaining({
      message: "the disk is full",
      next: expect.stringMatching(/doctor --data-dir \/srv\/plumbline$/u),
    }),
  );
});

test.each([["keys", "list", "--org", "acme"], ["audit"], ["doctor"], ["evidence-keys", "list"]])(
  "%s does not call a folder missing that it may not look into",
  async (...words) => {
    const folder = mkdtempSync(join(tmpdir(), "plumbline-loop-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const loop = join(folder, "data");
    // As good as a folder without rights, and also for root.
    symlinkSync(loop, loop);
    const run = await runRecorded([...words, "--data-dir", loop]);
    expect(run.err).toContain("cannot be looked into (ELOOP)");
    expect(run.exitCode).toBe(2);
  },
);
