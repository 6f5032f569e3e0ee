import { expect, test } from "vitest";
import { RateLimitError } from "../../../clients/typescript/errors.ts";
import { apiErrorForTests } from "./api-error-for-tests.ts";
import { rescoreParts, type Progress } from "./rescore-parts.ts";

type Service = Parameters<typeof rescoreParts>[0];
const parts = [
  { vehicleIds: ["a", "b"], frames: 20 },
  { vehicleIds: ["c"], frames: 5 },
];
const settings = { limits: { radar_m: { caution: 0.3 } } };

/** Answers every vehicle it is asked for; `refusals` come first. */
function serviceWith(...refusals: readonly unknown[]) {
  const asked: unknown[] = [];
  const left = [...refusals];
  const rescore = async (request: { readonly vehicle_ids: readonly string[] }) => {
    asked.push(request);
    if (left.length > 0) throw left.shift();
    return { vehicles: request.vehicle_ids.map((vehicle_id) => ({ vehicle_id })) };
  };
  return { asked, service: { fleet: { rescore } } as unknown as Service };
}

async function run(service: Service, signal = new AbortController().signal): Promise<readonly Progress[]> {
  const told: Progress[] = [];
  await rescoreParts(service, { parts, settings }, { signal, onProgress: (progress) => told.push(progress) });
  return told;
}

test("parts are asked for one after another, each with the settings, and progress is told after each", async () => {
  const { service, asked } = serviceWith();
  const told = await run(service);
  expect(asked).toEqual([
    { settings, vehicle_ids: ["a", "b"] },
    { settings, vehicle_ids: ["c"] },
  ]);
  expect(told.map(({ framesDone, vehicles }) => [framesDone, vehicles.length])).toEqual([
    [20, 2],
    [25, 3],
  ]);
});

test("a busy service is waited for, which is said, and the same part is asked for again", async () => {
  const { service, asked } = serviceWith(apiErrorForTests(429, 0));
  const told = await run(service);
  expect(told.map(({ waitsS }) => waitsS)).toEqual([0, null, null]);
  expect(asked).toHaveLength(3);
});

test("any other refusal ends it", async () => {
  const refusal = apiErrorForTests(422, null);
  await expect(run(serviceWith(refusal).service)).rejects.toBe(refusal);
  expect(apiErrorForTests(429, 1)).toBeInstanceOf(RateLimitError);
});

test("who gives up while it waits is not kept waiting", async () => {
  const giving = new AbortController();
  const running = run(serviceWith(apiErrorForTests(503, 3_600)).service, giving.signal);
  giving.abort(new Error("given up"));
  await expect(running).rejects.toThrow("given up");
});
