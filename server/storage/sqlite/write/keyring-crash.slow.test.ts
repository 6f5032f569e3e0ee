import { expect, test } from "vitest";
import { crashPointsOf } from "../../../crash-points-for-tests.ts";
import { breachOf, examineStoredLog, openKeyedLife } from "../../../log-for-tests.ts";
import { ReissueRows } from "./rows/reissue-rows.ts";
import { keyringFolderForTests } from "./keyring-folder-for-tests.ts";

const keyrings = keyringFolderForTests();
const { live, newestOf, verdicts, rotate, endIt, compromiseSince, privateKeys } = keyrings;

test(
  "killed at any step of issuing anew, every bundle has one successor in the end",
  { timeout: 60_000 },
  async () => {
    await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
    const life = await openKeyedLife(keyrings.dataDir);
    await compromiseSince(life, 1);
    new ReissueRows(life.database).ask(0);
    const { points } = await crashPointsOf(keyrings.dataDir, () => life.reissuer.takeRequests());
    await life.writer.close();
    expect(points.length).toBeGreaterThan(2);
    for (const { step, copy } of points) {
      await live(async () => {}, copy);
      expect([step, await verdicts(copy)]).toEqual([step, ["E_KEY_WINDOW", "good"]]);
    }
  },
);

test("killed at any step of its beginning, the keyring begins once", { timeout: 60_000 }, async () => {
  const { steps, points } = await crashPointsOf(keyrings.dataDir, () => live(async () => {}));
  for (const step of ["INSERT INTO log_document", "INSERT INTO log_leaf", "COMMIT", "linkSync"]) {
    expect(steps.join("\n")).toContain(`after ${step}`);
  }
  for (const { step, copy } of points) {
    await live(async ({ writer }) => writer.commit([breachOf("van-1")]), copy);
    expect([step, await verdicts(copy)]).toEqual([step, ["good"]]);
    expect([step, examineStoredLog(copy).faults, privateKeys(copy).length]).toEqual([step, [], 1]);
  }
});

test(
  "killed at any step of a rotation, the folder goes on with the key its newest keyring names, and all its evidence is good",
  { timeout: 120_000 },
  async () => {
    await live(async ({ writer }) => writer.commit([breachOf("van-1")]));
    const life = await openKeyedLife(keyrings.dataDir);
    const { steps, points } = await crashPointsOf(keyrings.dataDir, async () => {
      await rotate(life);
      await endIt(life);
    });
    await life.writer.close();
    for (const step of [
      "INSERT INTO keyring_proposal",
      "UPDATE keyring_proposal",
      "INSERT INTO log_document",
    ]) {
      expect(steps.join("\n")).toContain(`after ${step}`);
    }
    expect(steps.join("\n")).toContain("after rmSync");
    const versions = new Set<number>();
    for (const { step, copy } of points) {
      await live(async ({ writer, keyring }) => {
        versions.add(newestOf({ keyring }).keyring.version);
        await writer.commit([breachOf("van-2")]);
      }, copy);
      expect([step, await verdicts(copy)]).toEqual([step, ["good", "good"]]);
      expect([step, examineStoredLog(copy).faults]).toEqual([step, []]);
    }
    expect(versions).toEqual(new Set([1, 2, 3]));
  },
);
