import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { exitCodes } from "../exit-codes.ts";
import { runRecorded } from "../run-recorded-for-tests.ts";

const event = (n: number, type: string, data: object) => ({
  id: `evt_${String(n).padStart(26, "0")}`,
  type,
  occurred_at: "2026-03-01T08:00:00.000Z",
  recorded_at: "2026-03-01T08:00:01.500Z",
  ...(type !== "key.expiring" && { vehicle_id: "van-1", fleet_id: "vans", tier: "CAUTION" }),
  data,
});
const changed = event(1, "vehicle.tier_changed", {
  from: "NOMINAL",
  to: "CAUTION",
  decided_by: "caution_limit_exceeded",
});
const expiring = event(2, "key.expiring", { key_id: "k1", name: "gate\u202eway", expires_at: "2026-04-01" });
const later = event(3, "vehicle.recovered", { silent_since: "2026-02-27T08:00:00.000Z" });

const blockOf = (one: { readonly id: string; readonly type: string }) =>
  `id: ${one.id}\nevent: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`;

/** A service whose connections each say what is given, and then are cut; the one after the last stays open. */
async function streamingService(...connections: readonly string[]) {
  const seen: { url: string; lastEventId: string | undefined }[] = [];
  const open: ServerResponse[] = [];
  const server = createServer(({ url = "", headers }, response) => {
    const said = connections[seen.length];
    seen.push({ url, lastEventId: headers["last-event-id"] as string | undefined });
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(`retry: 1\n\n${said ?? ""}`);
    if (said === undefined) open.push(response);
    else response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const response of open) response.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

/** Tails until the service has been asked as often as it was told what to say, and once more. */
async function tailed(connections: readonly string[], ...options: readonly string[]) {
  const service = await streamingService(...connections);
  const stop = new AbortController();
  const running = runRecorded(["events", "tail", "--url", service.url, ...options], { stop: stop.signal });
  await expect.poll(() => service.seen.length).toBe(connections.length + 1);
  stop.abort(new Error("stopped by the test"));
  return { ...(await running), seen: service.seen };
}

test("an event is a line: when, what, of which vehicle, and what it says", async () => {
  const { out } = await tailed([blockOf(changed) + blockOf(expiring)]);
  expect(out.split("\n")).toEqual([
    "2026-03-01 08:00:01Z  vehicle.tier_changed  van-1  NOMINAL -> CAUTION (caution_limit_exceeded)",
    expect.stringMatching(/^2026-03-01 08:00:01Z {2}key\.expiring {2}gate\S+way \(k1\) expires 2026-04-01$/),
    "",
  ]);
  expect(out).not.toContain("\u202e");
});

test("--json is an event a line; a connection that is cut is made again behind the last event", async () => {
  const { out, seen } = await tailed([blockOf(changed), blockOf(expiring) + blockOf(later)], "--json");
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([changed, expiring, later]);
  expect(seen.map(({ lastEventId }) => lastEventId)).toEqual([undefined, changed.id, later.id]);
});

test("being stopped is its end, and says where to go on", async () => {
  const { exitCode, err } = await tailed([blockOf(changed) + blockOf(later)]);
  expect([exitCode, err]).toEqual([exitCodes.ok, `stopped; to go on from here: --after ${later.id}\n`]);
  expect(await tailed([])).toMatchObject({ exitCode: exitCodes.ok, err: "" });
});

test("filters and the beginning are the service's", async () => {
  const words = [
    "--type",
    "breach.opened",
    "evidence.issued",
    "--vehicle",
    "van-1",
    "--tier",
    "CRITICAL",
    "--from-start",
  ];
  const { seen } = await tailed([], ...words);
  const query = new URLSearchParams(seen[0]?.url.split("?")[1]);
  expect(query.getAll("type")).toEqual(["breach.opened", "evidence.issued"]);
  expect([query.get("vehicle_id"), query.get("tier"), query.get("start")]).toEqual([
    "van-1",
    "CRITICAL",
    "oldest",
  ]);
});

test("a gap is told, and the tail goes on", async () => {
  const gap = { after: changed.id, resume_after: expiring.id, detail: "gone" };
  const { out, err } = await tailed([
    `id: ${expiring.id}\nevent: gap\ndata: ${JSON.stringify(gap)}\n\n${blockOf(later)}`,
  ]);
  expect(err).toContain(`events between ${changed.id} and ${expiring.id} expired before they were read`);
  expect(out).toContain("vehicle.recovered  van-1");
});

test("a type that there is none of is a mistake, told before anything is asked", async () => {
  const { exitCode, err } = await runRecorded(["events", "tail", "--type", "vehicle.exploded"]);
  expect(exitCode).toBe(exitCodes.usage);
  expect(err).toContain("vehicle.tier_changed");
});
