import { expect, test } from "vitest";
import { rescoreFleet, type FleetProgress } from "./rescore-fleet.ts";

type Service = Parameters<typeof rescoreFleet>[0];
const settings = { evidence: { caution_nats: 8 } };

/** A fleet listed in pages; vehicles of `years` frames are too long for a request. */
function serviceWith(...pages: readonly (readonly (readonly [id: string, frames: number])[])[]) {
  const asked: unknown[] = [];
  const cursors: (string | undefined)[] = [];
  const service = {
    vehicles: {
      async list({ cursor }: { readonly cursor?: string }) {
        cursors.push(cursor);
        const at = Number(cursor ?? 0);
        const data = pages[at]!.map(([vehicle_id, frames]) => ({ vehicle_id, frames }));
        return { data, next_cursor: at + 1 < pages.length ? String(at + 1) : null };
      },
    },
    fleet: {
      async rescore(request: { readonly vehicle_ids: readonly string[] }) {
        asked.push(request.vehicle_ids);
        return { vehicles: request.vehicle_ids.map((vehicle_id) => ({ vehicle_id })) };
      },
    },
  };
  return { asked, cursors, service: service as unknown as Service };
}

async function run(
  service: Service,
  signal = new AbortController().signal,
): Promise<readonly FleetProgress[]> {
  const told: FleetProgress[] = [];
  await rescoreFleet(service, settings, { signal, onProgress: (progress) => told.push(progress) });
  return told;
}

test("page after page is judged, what moved to a later page once, and what is too long is counted", async () => {
  const { service, asked, cursors } = serviceWith(
    [
      ["a", 10],
      ["b", 20],
    ],
    [
      ["b", 20],
      ["c", 5],
      ["years", 900_000],
    ],
  );
  const told = await run(service);
  expect(cursors).toEqual([undefined, "1"]);
  expect(asked).toEqual([["a", "b"], ["c"]]);
  expect(told.at(-1)).toMatchObject({ vehiclesDone: 4, framesDone: 35, tooLong: 1, waitsS: null });
  expect(told.at(-1)?.vehicles.map(({ vehicle_id: id }) => id)).toEqual(["a", "b", "c"]);
  expect(told.map(({ framesDone }) => framesDone)).toEqual(
    told.map(({ framesDone }) => framesDone).toSorted((x, y) => x - y),
  );
});

test("a fleet of vehicles that are all too long ends, and says so", async () => {
  const told = await run(serviceWith([["years", 900_000]]).service);
  expect(told.at(-1)).toMatchObject({ vehiclesDone: 1, tooLong: 1, vehicles: [] });
});

test("who gives up is asked no further page", async () => {
  const giving = new AbortController();
  const { service, cursors } = serviceWith([["a", 1]], [["b", 1]]);
  const told: FleetProgress[] = [];
  const list = service.vehicles.list.bind(service.vehicles);
  (service.vehicles as { list: unknown }).list = (...given: Parameters<typeof list>) => {
    giving.signal.throwIfAborted();
    return list(...given);
  };
  const running = rescoreFleet(service, settings, {
    signal: giving.signal,
    onProgress(progress) {
      told.push(progress);
      giving.abort(new Error("given up"));
    },
  });
  await expect(running).rejects.toThrow("given up");
  expect(cursors).toEqual([undefined]);
  expect(told.at(-1)?.vehiclesDone).toBe(1);
});
