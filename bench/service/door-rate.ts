import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";

import type { IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { ApiKeyGate } from "../../server/app/api-keys/api-key-gate.ts";
import { makeApiKey } from "../../server/app/api-keys/make-api-key.ts";
import type { Caller, WriteContext } from "../../server/app/application.ts";
import { defaultGroupCommitLimits, GroupCommit } from "../../server/app/ingest/group-commit.ts";
import { ingestFrame } from "../../server/app/ingest/ingest-frames.ts";
import type { StoredApiKey } from "../../server/app/ports/reading/api-key-reader.ts";
import { weightOf, type WriteOutcome, type WriteRequest } from "../../server/app/ports/write-request.ts";
import { startServer } from "../../server/http/server-for-tests.ts";
import { WorkerCalls } from "../../server/platform/worker-calls.ts";
import { packRequests } from "../../server/storage/sqlite/write/messages/pack-requests.ts";
import { runStamp } from "../run-stamp.ts";
import type { LoadMethods } from "./door-load-thread.ts";
import { loadFrames } from "./load-frames.ts";

/**
 * Processor time of the thread that answers HTTP, microseconds a single frame: everything between the socket and the
 * message to the writer's thread, and back. What the writer would say is said at once. Beside a bare node:http that
 * reads the body and answers as much, in turn, on the same thread; best of several rounds, because whoever shares the
 * machine only ever adds. The load comes from a thread of its own.
 *
 *     npm run bench:door [ROUNDS]
 */

const rounds = Number(process.argv[2] ?? 9);
const framesEach = 4_000;
const clients = 64;
const answered = JSON.stringify({
  vehicle_id: "veh-00001",
  status: "accepted",
  frames_ingested: 1,
  fleet_tier: "NOMINAL",
  timestamp: "2026-03-01T08:00:00.000Z",
});

const texts = loadFrames(framesEach).timed.map((frame) => JSON.stringify(frame));
const pepper = new Uint8Array(32);
const { key, publicId, hash } = makeApiKey("live", {
  pepper,
  randomBytes: (count) => new Uint8Array(count).fill(7),
});
const storedKey: StoredApiKey = {
  publicId,
  organisation: "bench",
  name: "bench",
  mode: "live",
  hash,
  scopes: ["telemetry:write"],
  fleets: null,
  createdAtUs: 0,
  createdBy: null,
  expiresAtUs: null,
  revokedAtUs: null,
  lastUsedAtUs: null,
  rotatedTo: null,
};

const load = new WorkerCalls<LoadMethods>({
  thread: new URL("./door-load-thread.ts", import.meta.url),
  name: "the load's thread",
  workerData: { texts, clients, key },
});

const service = await startService();
const bare = await startBare();
const found = { service: Infinity, bare: Infinity };
for (let round = 0; round < rounds; round += 1) {
  found.bare = Math.min(found.bare, await measure(bare.port, "/"));
  found.service = Math.min(found.service, await measure(service.port, "/v1/telemetry/ingest"));
}
await load.close();
await service.stop();
bare.server.close();
const results = [
  { server: "the service's, up to the writer's thread", "µs a frame": Number(found.service.toFixed(1)) },
  { server: "bare node:http", "µs a frame": Number(found.bare.toFixed(1)) },
];
console.table(results);
const path = new URL("../results/door-rate.json", import.meta.url);
mkdirSync(new URL(".", path), { recursive: true });
writeFileSync(path, `${JSON.stringify({ ...runStamp(), results }, null, 2)}\n`);

async function measure(port: number, path: string): Promise<number> {
  const before = process.threadCpuUsage();
  await load.call("send", { port, path });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / framesEach;
}

async function startService() {
  const limits = Object.fromEntries(
    [
      "requestsPerMinutePerKey",
      "framesPerMinutePerKey",
      "requestsPerMinutePerOrganisation",
      "framesPerMinutePerOrganisation",
    ].map((name) => [name, 1e9]),
  );
  const server = await startServer(limits);
  const { application } = server;
  const gate = new ApiKeyGate({
    store: { find: async () => storedKey },
    pepper,
    nowUs: () => Date.now() * 1000,
    nowMs: () => performance.now(),
    allowsDevelopmentKey: false,
    noteUses: async () => undefined,
  });
  const group = new GroupCommit<WriteRequest, WriteOutcome>({
    limits: defaultGroupCommitLimits,
    weigh: weightOf,
    commit: commitAtOnce,
    isStoreFault: () => true,
    nowMs: () => performance.now(),
  });
  const needs = {
    ledger: {
      write: (request: WriteRequest) => group.submit(request),
      recallAnswer: async () => ({ kind: "none" }) as const,
    },
    inFlight: new Map<string, string>(),
  };
  application.identify = async (apiKey) => {
    const examined = await gate.examine(apiKey, { isLoopback: true });
    return examined.kind === "caller" ? examined.caller : null;
  };
  const ingest = (caller: Caller, frame: IncomingFrame, ask: WriteContext) =>
    ingestFrame(caller, frame, ask, needs);
  return Object.assign(server, { application: Object.assign(application, { ingestFrame: ingest }) });
}

/** What arrives while the loop turns once is one commit. */
async function commitAtOnce(requests: readonly WriteRequest[]): Promise<readonly WriteOutcome[]> {
  packRequests(requests);
  await new Promise((resolve) => setTimeout(resolve, 1));
  return requests.map(() => ({
    kind: "frames",
    ingested: 1,
    duplicate: 0,
    rejected: [],
    worstTier: "NOMINAL",
    vehicleIds: ["veh-00001"],
    answer: { body: answered, value: JSON.parse(answered) },
  }));
}

async function startBare() {
  const bytes = Buffer.from(answered);
  const head = { "Content-Type": "application/json", "Content-Length": bytes.length };
  const server = createServer((request, response) => {
    request.on("data", () => {});
    request.on("end", () => response.writeHead(200, head).end(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
