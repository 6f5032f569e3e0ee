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
