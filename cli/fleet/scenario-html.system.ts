// The page it writes is one that the console's build made.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { feedForTests } from "../../core/scenario/feed/feed-for-tests.ts";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("scenario --html writes one file with the player and the feed in it", async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-player-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const feed = feedForTests({ durationS: 2 });
  const service = await answeringService({ "/v1/risk/scenario-feed": feed });
  const file = join(folder, "player.html");
  const run = await runRecorded(["scenario", "--url", service.url, "--html", file]);
  expect(run).toMatchObject({ exitCode: 0, out: `${file}\n` });
  const html = readFileSync(file, "utf8");
  const carried = /id="carried-scenario">(.*)<\/script>/.exec(html)![1]!;
  expect(JSON.parse(carried)).toMatchObject({ feed, course: { period_s: 0.1 } });
});
