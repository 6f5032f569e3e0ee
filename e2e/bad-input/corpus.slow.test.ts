import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, type Server, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { formatApiKey } from "../../core/contract/api-key.ts";
import { administer, serve } from "../../server/main.ts";
import { type CorpusRequest, type CorpusRow, joined, readCorpus } from "./corpus-row.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type Exchanged, exchange } from "./raw-connection.ts";
import { writeRequest } from "./write-request.ts";

const corpus = readCorpus();
const answerWithinMs = 5_000;

/** What the rows' placeholders stand for. */
const known = new Map<string, string>();
let dataDir = "";
let port = 0;
let service: Awaited<ReturnType<typeof serve>>;
let trap: Server;
let trapVisits = 0;
/** Statuses of all answers, and frames the answers said were taken. */
const statuses = new Map<number, number>();
let framesTaken = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-corpus-"));
  trap = createServer((socket) => {
    trapVisits += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, "127.0.0.1", resolve));
  known.set("trap", `127.0.0.1:${(trap.address() as AddressInfo).port}`);
  // The corpus fails to authenticate far more often than an honest address would.
  const env = { PLUMBLINE_FAILED_KEYS_PER_MINUTE: "100000" };
  service = await serve({ host: "127.0.0.1", port: 0, dataDir, dev: true, logLevel: "silent", env });
  port = Number(new URL(service.url).port);
  await makeKeys();
  await seedOtherOrganisation();
});

afterAll(async () => {
  await service.stop();
  await new Promise((resolve) => trap.close(resolve));
  rmSync(dataDir, { recursive: true, force: true });
});

test.each([...corpus])("%s: every request is answered as the contract says", async (_, rows) => {
  const wrong: string[] = [];
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const faults = await faultsOf(row);
    if (faults.length > 0) wrong.push(`${row.name}: ${faults.join("; ")}`);
  }
  expect(wrong.join("\n")).toBe("");
});

test("no answer was a fault of the server, and the server still takes frames", async () => {
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
  const health = await send({ method: "GET", path: "/health" }, null);
  expect(JSON.parse(health.answers[0]?.body ?? "{}")).toMatchObject({ status: "ok" });
});

test("refused requests stored nothing, accepted ones everything", async () => {
  const vehicles = await listVehicles();
  expect(vehicles.filter((vehicle) => !vehicle.vehicle_id.startsWith("ok"))).toEqual([]);
  const frames = vehicles.reduce((sum, vehicle) => sum + vehicle.frames, 0);
  expect(frames).toBe(framesTaken);
  expect(frames).toBeGreaterThan(20);
});

test("the server visited no address that a request named", () => {
  expect(trapVisits).toBe(0);
});

async function faultsOf(row: CorpusRow): Promise<readonly string[]> {
  try {
    for (const request of row.first ?? []) await send(request, keyOf(row, request));
    const exchanged = await sendRow(row);
    const faults = judgeAnswer(row, exchanged);
    return row.likeWith === undefined ? faults : [...faults, ...(await differences(row, exchanged))];
  } catch (error) {
    return [String(error)];
  }
}

async function sendRow(row: CorpusRow): Promise<Exchanged> {
  if (row.request !== undefined) return send(row.request, keyOf(row, row.request), row.halfClose);
  const bytes = Buffer.from(filled(joined(row.raw ?? "")), "latin1");
  return counted(
    await exchange(port, bytes, { halfClose: row.halfClose ?? false, withinMs: answerWithinMs }),
    keyOf(row, {}),
  );
}

/** A foreign id must be answered with the bytes that an id which never was gets, request ids aside. */
async function differences(row: CorpusRow, { answers }: Exchanged): Promise<readonly string[]> {
  const never = await send(row.likeWith!, keyOf(row, row.likeWith!));
  const plain = (exchanged: Exchanged["answers"]): string =>
    (exchanged[0]?.body ?? "").replaceAll(/req_[0-9A-Za-z]+/g, "req");
  const isSame = plain(answers) === plain(never.answers) && answers[0]?.status === never.answers[0]?.status;
  return isSame ? [] : [`differs from an id that never was: ${plain(never.answers).slice(0, 200)}`];
}

function keyOf(row: CorpusRow, request: Pick<CorpusRequest, "key">): string | null {
  if (request.key !== undefined) return request.key;
  return row.key === undefined ? "admin" : row.key;
}

async function send(request: CorpusRequest, key: string | null, halfClose = false): Promise<Exchanged> {
  const apiKey = key === null ? null : known.get(`key:${key}`)!;
  const written = writeRequest(filledRequest(request), { apiKey });
  const isHead = request.method === "HEAD";
  return counted(await exchange(port, written, { halfClose, isHead, withinMs: answerWithinMs }), key);
}

function counted(exchanged: Exchanged, key: string | null): Exchanged {
  for (const { status, headers, body } of exchanged.answers) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const isNew = status < 300 && headers.get("idempotent-replayed") === undefined;
    if (isNew && key !== "other" && body.startsWith("{")) framesTaken += framesIn(body);
  }
  return exchanged;
}

function framesIn(body: string): number {
  const answer = JSON.parse(body) as { readonly frames_ingested?: number; readonly duplicate?: boolean };
  return answer.frames_ingested ?? (answer.duplicate === false ? 1 : 0);
}

function filled(text: string): string {
  return text.replaceAll(/\{\{([^}]+)\}\}/g, (_whole, name: string) => {
    const seconds = /^time:([+-][0-9]+)$/.exec(name)?.[1];
    if (seconds !== undefined) return new Date(Date.now() + Number(seconds) * 1000).toISOString();
    const value = known.get(name);
    if (value === undefined) throw new Error(`nothing is known of ${name}`);
    return value;
  });
}

function filledRequest(request: CorpusRequest): CorpusRequest {
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? filled(value) : (value?.map(filled) ?? null),
  ]);
  const { body } = request;
  return {
    ...request,
    path: filled(joined(request.path)),
    headers: Object.fromEntries(headers) as NonNullable<CorpusRequest["headers"]>,
    ...(typeof body === "string" && { body: filled(body) }),
  };
}

async function makeKeys(): Promise<void> {
  const administration = administer({ dataDir, env: {} });
  const make = async (name: string, preset: string, more: Record<string, unknown> = {}): Promise<string> => {
    const asked = { organisation: "acme", name, grants: { preset }, ...more };
    const { key, id } = await administration.createKey(asked);
    known.set(`key:${name}`, key);
    return id;
  };
  for (const preset of ["admin", "ingest", "operator", "auditor", "insurer", "simulation"])
    await make(preset, preset);
  await make("other", "admin", { organisation: "other" });
  await make("south", "engineer", { fleets: ["south"] });
  await administration.rotateKey({ publicId: await make("expired", "admin") }, { overlapUs: 0 });
  const publicId = await make("revoked", "admin");
  await administration.revokeKey({ organisation: "acme", publicId });
  administration.close();

  const admin = known.get("key:admin")!;
  known.set("key:admin:cut", admin.slice(0, -1));
  known.set("key:admin:changed", admin.slice(0, 30) + (admin[30] === "x" ? "y" : "x") + admin.slice(31));
  known.set("key:admin:upper", admin.toUpperCase());
  known.set("key:unknown", formatApiKey({ mode: "live", publicId: "0000000000", secret: "0".repeat(32) }));
}

/** A vehicle of another organisation that drifted, so that there is a vehicle, evidence and a cursor to ask for in vain. */
async function seedOtherOrganisation(): Promise<void> {
  const frames = Array.from({ length: 260 }, (_, at) => ({
    vehicle_id: "secret-vehicle",
    timestamp: new Date(Date.UTC(2025, 2, 1) + at * 60_000).toISOString(),
    sensors: {
      radar_range_bias_m: 0.02 * Math.sin(at * 2.4) + 0.013 * Math.sin(at * 5.1) + (at < 160 ? 0 : 0.5),
    },
    metadata: { fleet_id: "secret-fleet" },
  }));
  const another = { ...frames[0], vehicle_id: "secret-vehicle-2" };
  const asOther = async (request: CorpusRequest): Promise<Record<string, unknown>> => {
    const { answers } = await send(request, "other");
    return JSON.parse(answers[0]?.body ?? "{}") as Record<string, unknown>;
  };
  await asOther({ method: "POST", path: "/v1/telemetry/ingest", body: JSON.stringify([...frames, another]) });
  const evidence = await asOther({ method: "GET", path: "/v1/evidence" });
  const [issued] = (evidence["data"] ?? []) as readonly { readonly event_id: string }[];
  if (issued === undefined) throw new Error("the drifted vehicle got no evidence");
  const page = await asOther({ method: "GET", path: "/v1/vehicles?sort=vehicle_id&limit=1" });
  known.set("other:vehicle", "secret-vehicle");
  known.set("other:evidence", issued.event_id);
  known.set("other:cursor", encodeURIComponent(String(page["next_cursor"])));
}

async function listVehicles(): Promise<readonly { readonly vehicle_id: string; readonly frames: number }[]> {
  const { answers } = await send({ method: "GET", path: "/v1/vehicles?limit=1000" }, "admin");
  const { data } = JSON.parse(answers[0]?.body ?? "{}") as {
    readonly data: readonly { readonly vehicle_id: string; readonly frames: number }[];
  };
  return data;
}
