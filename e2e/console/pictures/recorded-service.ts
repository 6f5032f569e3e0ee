import { setTimeout as sleep } from "node:timers/promises";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { strToU8, strFromU8, unzipSync, zipSync, type Zippable } from "fflate";
import { ConsoleFiles } from "../../../server/http/pages/console-files.ts";
import { builtPages } from "../../open-browser.ts";

/** What the service answered, and by which clock, so that a page shows the same on any day. */
export interface Recording {
  /** What the browser's clock has to say, so that ages come out as they were. */
  readonly clock: string;
  /** Addresses of the scenes, by name: ids that only the recorded service knows. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly answers: ReadonlyMap<string, RecordedAnswer>;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export interface PlayedService {
  readonly url: string;
  /** What a page asked that has no answer here: the recording is older than the console. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** The built console with recorded answers behind it. Events are listened to, and none ever comes. */
export async function playRecording({ answers }: Recording): Promise<PlayedService> {
  const files = new ConsoleFiles(builtPages.pathname);
  const missing: string[] = [];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { headers, url = "/" } = incoming;
    if (url === eventsPath) return listenInVain(outgoing);
    if (!isAsked(url)) return sendPage(outgoing, pageAt(files, url, headers));
    const key = keyOf(incoming, await buffer(incoming));
    const found = answers.get(key);
    if (found === undefined) missing.push(key);
    const { status, contentType, body } = found ?? notRecorded;
    outgoing.writeHead(status, { "content-type": contentType }).end(body);
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  return { missing, ...(await listening(server)) };
}

const notRecorded: RecordedAnswer = { status: 404, contentType: "text/plain", body: new Uint8Array() };

/** A file of the build, or the page that every address of the console begins with. */
function pageAt(files: ConsoleFiles, url: string, headers: IncomingMessage["headers"]): PageAnswer {
  const path = url.split("?", 1)[0]!;
  if (path === "/verify") return files.verifier({ headers });
  return files.addresses.includes(path) ? files.file({ headers }, path) : files.page({ headers });
}

type PageAnswer = ReturnType<ConsoleFiles["page"]>;

/** The service at `origin`, everything it answers noted down in `answers`. */
export async function recordService(
  origin: string,
  answers: Map<string, RecordedAnswer>,
): Promise<Omit<PlayedService, "missing">> {
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url = "/" } = incoming;
    if (url === eventsPath) return listenInVain(outgoing);
    const body = await buffer(incoming);
    const given = ["authorization", "content-type", "cookie", "accept"].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])] as const],
    );
    const answer = await fetch(new URL(url, origin), {
      method: method!,
      headers: Object.fromEntries(given),
      ...(body.length > 0 && { body }),
    });
    const told = new Uint8Array(await answer.arrayBuffer());
    const contentType = answer.headers.get("content-type") ?? "text/plain";
    if (isAsked(url)) {
      answers.set(keyOf(incoming, body), {
        status: answer.status,
        contentType,
        body: withoutPages(told, url),
      });
    }
    const kept = ["content-type", "content-security-policy", "set-cookie"].flatMap((name) =>
      answer.headers.get(name) === null ? [] : [[name, answer.headers.get(name)!] as const],
    );
    if (url === summaryPath) await sleep(summaryDelayMs);
    outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(told);
  };
  return listening(createServer((incoming, outgoing) => void pass(incoming, outgoing)));
}

export function readRecording(file: URL): Recording {
  const { "index.json": index, ...bodies } = unzipSync(readFileSync(file));
  const { clock, addresses, answers } = JSON.parse(strFromU8(index!)) as StoredIndex;
  const named = answers.map(
    ({ key, status, contentType, body }) =>
      [key, { status, contentType, body: bodies[body] ?? readFileSync(new URL(body, repository)) }] as const,
  );
  return { clock, addresses, answers: new Map(named) };
}

export function writeRecording(file: URL, { clock, addresses, answers }: Recording): void {
  const sorted = [...answers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const stored = sorted.map(([key, { status, contentType, body }], at) => ({
    key,
    status,
    contentType,
    body: scorerLike(body) ?? `${at}.${contentType.includes("json") ? "json" : "bin"}`,
  }));
  const index: StoredIndex = { clock, addresses, answers: stored };
  const entries: Zippable = { "index.json": strToU8(JSON.stringify(index, null, 1)) };
  for (const [at, [, { body }]] of sorted.entries()) {
    const path = stored[at]!.body;
    if (!path.startsWith(scorersFolder)) entries[path] = body;
  }
  writeFileSync(file, zipSync(entries, { level: 9, mtime: new Date(clock) }));
}

/** The path of the scorer that an answer repeats: half of a recording, and in the tree already. */
function scorerLike(body: Uint8Array): string | null {
  const names = readdirSync(new URL(scorersFolder, repository)).filter((name) => name.endsWith(".mjs"));
  const found = names.find((name) => readFileSync(new URL(scorersFolder + name, repository)).equals(body));
  return found === undefined ? null : scorersFolder + found;
}

const scorersFolder = "core/scorers/";

const repository = new URL("../../../", import.meta.url);

interface StoredIndex {
  readonly clock: string;
  readonly addresses: Readonly<Record<string, string>>;
  readonly answers: readonly {
    readonly key: string;
    readonly status: number;
    readonly contentType: string;
    readonly body: string;
  }[];
}

const eventsPath = "/v1/events";

/** Recorded late: what a page asks while it does not know yet whether there is a fleet is to be known, too. */
const [summaryPath, summaryDelayMs] = ["/v1/fleet/health-summary", 1_000];

/** Whether an address asks the service, and not for a page or a part of one. */
function isAsked(url: string): boolean {
  return url.startsWith("/v1/") || url.startsWith("/session") || url.startsWith("/health");
}

/** An archive without what no page of the console reads: the pages and programs it brings along. */
function withoutPages(body: Uint8Array, url: string): Uint8Array {
  if (!url.endsWith("/archive")) return body;
  const filter = ({ name }: { readonly name: string }) =>
    /\/(?:bundle|trust|keyring)\.json$|ndjson$/u.test(name);
  return zipSync(unzipSync(body, { filter }), { level: 9, mtime: new Date("2026-01-01T00:00:00Z") });
}

function keyOf({ method, url }: IncomingMessage, body: Uint8Array): string {
  const digest = body.length === 0 ? "" : ` ${createHash("sha256").update(body).digest("hex")}`;
  return `${method} ${url}${digest}`;
}

function listenInVain(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  outgoing.write(": nothing happens\n\n");
}

function sendPage(outgoing: ServerResponse, answer: PageAnswer): void {
  const { status, contentType, body, headers } = answer;
  outgoing.writeHead(status, { ...headers, "content-type": contentType }).end(body);
}

async function listening(server: ReturnType<typeof createServer>): Promise<Omit<PlayedService, "missing">> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
