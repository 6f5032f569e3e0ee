import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";

import type { ScriptedAnswer, SeenRequest } from "./http-case.ts";

/**
 * The service of the HTTP cases: it answers what it is told to, in turn, and reports what it was asked. Every client suite
 * starts it as a process (`node scripted-server.ts`; the first line it prints is its address), or in its own process by
 * this function. README.md says how it is spoken to.
 */
export async function startScriptedServer(): Promise<{
  readonly address: string;
  readonly stop: () => Promise<void>;
}> {
  const sessions: Session[] = [];
  // The huge headers of one case are sent, never received: what is received keeps Node's limits.
  const server = createServer((request, response) => void answer(request, response, sessions));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: addressOf(server), stop: () => stop(server) };
}

interface Session {
  readonly answers: readonly ScriptedAnswer[];
  readonly requests: SeenRequest[];
}

const sessionPath = /^\/sessions\/(\d+)(\/.*)?$/;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Session[],
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://scripted");
  if (pathname === "/sessions") return openSession(request, response, sessions);
  const [, number = "", path] = sessionPath.exec(pathname) ?? [];
  const session = sessions[Number(number)];
  if (number === "" || session === undefined) return sendJson(response, 404, { error: "no such session" });
  if (path === undefined) return sendJson(response, 200, { requests: session.requests });
  const turn = session.requests.push(await seen(request, { path, query: search.slice(1) })) - 1;
  await perform(session.answers[turn] ?? scriptIsOver, response);
}

async function openSession(request: IncomingMessage, response: ServerResponse, sessions: Session[]) {
  const { answers } = JSON.parse(await text(request)) as Pick<Session, "answers">;
  const number = sessions.push({ answers, requests: [] }) - 1;
  sendJson(response, 201, { path: `/sessions/${number}` });
}

/** No client tries this again, so that one request too many is seen by its count. */
const scriptIsOver: ScriptedAnswer = { status: 418, problem: { code: "script_is_over" } };

async function seen(
  request: IncomingMessage,
  { path, query }: Pick<SeenRequest, "path" | "query">,
): Promise<SeenRequest> {
  const raw = await buffer(request);
  const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { method: request.method ?? "", path, query, headers, body: body.toString("utf8") };
}

async function perform(answer: ScriptedAnswer, response: ServerResponse): Promise<void> {
  if (answer.fault === "drop") return void response.destroy();
  if (answer.fault === "silence") return;
  const body = bodyOf(answer);
  response.sendDate = false;
  response.statusCode = answer.status ?? 200;
  for (const [name, value] of headersOf(answer)) response.setHeader(name, value);
  switch (answer.fault) {
    case undefined:
      return void response.end(body);
    case "half":
      response.setHeader("content-length", body.length);
      return void response.write(half(body), () => response.destroy());
    case "half_chunked":
      return void response.write(half(body), () => response.destroy());
    case "slow_body":
      return trickle(body, response);
  }
}

function half(body: Buffer): Buffer {
  return body.subarray(0, Math.floor(body.length / 2));
}

const trickleMs = 50;

async function trickle(body: Buffer, response: ServerResponse): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await new Promise((resolve) => setTimeout(resolve, trickleMs));
  }
  response.end();
}

function bodyOf({ json, problem, text, base64, status = 200 }: ScriptedAnswer): Buffer {
  if (problem !== undefined) return Buffer.from(JSON.stringify(wholeProblem(status, problem)));
  if (json !== undefined) return Buffer.from(JSON.stringify(json));
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  return Buffer.from(text ?? "");
}

function wholeProblem(status: number, problem: object): object {
  return {
    type: "/problems/scripted",
    title: "Scripted",
    status,
    detail: "As the script says.",
    instance: "/requests/req_scripted",
    request_id: "req_scripted",
    ...problem,
  };
}

function headersOf(answer: ScriptedAnswer): readonly (readonly [string, string])[] {
  const headers = new Map<string, string>();
  if (answer.json !== undefined) headers.set("content-type", "application/json; charset=utf-8");
  if (answer.problem !== undefined) {
    headers.set("content-type", "application/problem+json");
    headers.set("x-request-id", "req_scripted");
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value);
  if (answer.large_header_bytes !== undefined) headers.set("x-large", "x".repeat(answer.large_header_bytes));
  return [...headers];
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function addressOf(server: Server): string {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the scripted server has no address");
  return `http://127.0.0.1:${address.port}`;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

if (import.meta.main) {
  const { address, stop } = await startScriptedServer();
  process.stdout.write(`${address}\n`);
  // Whoever started it holds its input open: when that process ends, however it ends, so does this one.
  process.stdin.resume().on("end", () => void stop());
}
