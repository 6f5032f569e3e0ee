import { connect } from "node:net";
import { join } from "node:path";

import { formatApiKey, scopePresets } from "../../core/contract/api-key.ts";
import type { Caller } from "../app/application.ts";
import { type Config, readConfig } from "../config.ts";
import { ApplicationForTests } from "./application-for-tests.ts";
import { HttpServer, type HttpServerNeeds } from "./http-server.ts";

/** A key that parses, of the name given. */
export function keyNamed(publicId: string): string {
  return formatApiKey({ mode: "test", publicId: publicId.padEnd(10, "0"), secret: "s".repeat(32) });
}

export const engineerKey = keyNamed("engineer");

export interface ServerForTests {
  readonly url: string;
  readonly port: number;
  readonly application: ApplicationForTests;
  readonly log: { readonly level: string; readonly line: object }[];
  queueAgeMs: number;
  stop(): Promise<void>;
}

/** A server on a free port with an application in memory and one key of every preset. */
export async function startServer(
  given: Partial<Config["limits"]> &
    Partial<Pick<HttpServerNeeds, "corsOrigins" | "deprecations" | "consoleFolder">> = {},
): Promise<ServerForTests> {
  const noConsole = join(import.meta.dirname, "no-console");
  const { corsOrigins = [], deprecations = [], consoleFolder = noConsole, ...limits } = given;
  const application = new ApplicationForTests();
  for (const [preset, scopes] of Object.entries(scopePresets)) {
    const caller: Caller = { organisation: "org", keyId: preset, scopes, fleets: null };
    application.keys.set(keyNamed(preset), caller);
  }
  const log: ServerForTests["log"] = [];
  const note = (level: string) => (line: object) => void log.push({ level, line });
  const pressure = { queueAgeMs: 0 };
  const server = new HttpServer({
    application,
    limits: { ...readConfig({}).limits, ...limits },
    log: { info: note("info"), warn: note("warn"), error: note("error") },
    version: "0.0.0",
    isDevelopment: false,
    installationSecret: new Uint8Array(32),
    corsOrigins,
    deprecations,
    consoleFolder,
    queueAgeMs: () => pressure.queueAgeMs,
    clock: { nowUs: () => Date.now() * 1_000, nowMs: () => performance.now() },
  });
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  return Object.assign(pressure, {
    url,
    port: Number(new URL(url).port),
    application,
    log,
    stop: () => server.stop(4_000),
  });
}

/**
 * Sends these very bytes, in pieces if several, and reads until the server closes or `untilMs` has passed. A half-open
 * connection leaves the server in doubt whether more is to come; there, one whole answer is enough, or the text `until`.
 */
export function sendRaw(
  port: number,
  pieces: string | readonly (string | Buffer)[],
  more: { readonly untilMs?: number; readonly isHalfOpen?: boolean; readonly until?: string } = {},
): Promise<string> {
  const isHalfOpen = more.isHalfOpen === true || more.until !== undefined;
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    let received = "";
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, more.untilMs ?? 20_000);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const isEnough = more.until === undefined ? isWholeAnswer(received) : received.includes(more.until);
      if (isHalfOpen && isEnough) finish();
    });
    socket.on("end", finish);
    socket.on("error", finish);
    const list = typeof pieces === "string" ? [pieces] : pieces;
    for (const piece of list) socket.write(piece);
    if (!isHalfOpen) socket.end();
  });
}

function isWholeAnswer(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  const length = /^content-length: ([0-9]+)\r$/im.exec(received)?.[1];
  return end >= 0 && length !== undefined && received.length >= end + 4 + Number(length);
}

/** A frame that passes the contract; `n` makes it another one. */
export function frameNumber(n: number, more: object = {}): object {
  return {
    vehicle_id: `veh-${n % 7}`,
    timestamp: new Date(Date.UTC(2026, 2, 1) + n * 1_000).toISOString(),
    sensors: { radar_range_bias_m: n / 1_000 },
    ...more,
  };
}

/** The entity tag of an answer that has to have one. */
export function tagOf({ headers }: Response): string {
  const tag = headers.get("etag");
  if (tag === null) throw new Error("the answer has no entity tag");
  return tag;
}
