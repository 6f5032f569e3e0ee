import { expect, test } from "vitest";
import { answeringService } from "../answering-service-for-tests.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

test("scenario asks for what was typed and prints the feed", async () => {
  const service = await answeringService({ "/v1/risk/scenario-feed": { scenario_type: "car_wash" } });
  const args = ["scenario", "--url", service.url, "--type", "car_wash", "--map-center", "37.77,-122.42"];
  const run = await runRecorded([...args, "--seed", "7"]);
  expect(JSON.parse(service.seen[0]!.body)).toEqual({
    scenario_type: "car_wash",
    map_center: [37.77, -122.42],
    seed: 7,
  });
  expect(JSON.parse(run.out)).toEqual({ scenario_type: "car_wash" });
  expect((await runRecorded([...args, "--map-center", "91,0"])).exitCode).toBe(2);
});

test("level, parameters and sensors are asked for as typed", async () => {
  const service = await answeringService({ "/v1/risk/scenario-feed": { scenario_type: "car_wash" } });
  const run = (...typed: string[]) => runRecorded(["scenario", "--url", service.url, ...typed]);
  await run(
    "--level",
    "logical",
    "--origin",
    "synthetic",
    "--param",
    "A=0.4",
    "--param",
    "t0=3",
    "--sensors",
    "radar",
  );
  expect(JSON.parse(service.seen[0]!.body)).toEqual({
    level: "logical",
    origin: "synthetic",
    params: { A: 0.4, t0: 3 },
    sensors: [{ id: "radar_front", kind: "radar" }],
  });
  await run("--sensors", "twelve");
  expect(JSON.parse(service.seen[1]!.body).sensors).toHaveLength(12);
  await run("--sensors", "three");
  expect(JSON.parse(service.seen[2]!.body)).toEqual({});
});

test.each([
  ["--level", "functional", "concrete, logical"],
  ["--param", "A", "NAME=NUMBER"],
  ["--param", "A=much", "NAME=NUMBER"],
  ["--sensors", "/nowhere.json", "three, camera, radar, lidar, twelve"],
  ["--sensors", new URL("../../package.json", import.meta.url).pathname, "holds no list"],
])("%s %s is refused with what it must be", async (option, value, words) => {
  const run = await runRecorded(["scenario", option, value]);
  expect(run.exitCode).toBe(2);
  expect(run.err).toContain(words);
});

test("a feed that cannot be played is refused with the reason, and nothing is written", async () => {
  const service = await answeringService({ "/v1/risk/scenario-feed": { scenario_type: "car_wash" } });
  const run = await runRecorded(["scenario", "--url", service.url, "--html", "/nowhere/player.html"]);
  expect(run.exitCode).toBe(1);
  expect(run.err).toContain("the feed cannot be played: its visualizer.format is missing");
});
