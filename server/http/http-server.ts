import { type IncomingMessage, METHODS, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import fastify, { type FastifyInstance } from "fastify";

import type { Application } from "../app/application.ts";
import { whyClockIsUnusable } from "../app/clock-range.ts";
import type { Limits } from "../config.ts";
import { type Log, clientGone, logRequest } from "./access-log.ts";
import { Admission } from "./guard/admission.ts";
import type { Answer } from "./answer/answer.ts";
import { type AnswerNeeds, type RoutedRequest, answerRequest } from "./answer-request.ts";
import { Authentication } from "./guard/authentication.ts";
import { type RequestTarget, checkFraming } from "./guard/check-framing.ts";
import { answerClientError } from "./answer/answer-client-error.ts";
import { ConnectionPlaces } from "./guard/connection-places.ts";
import type { Site } from "./route.ts";
import { type Exchange, openExchange } from "./exchange.ts";
import { Idempotency } from "./body/idempotency.ts";
import { LoopDelay } from "./guard/loop-delay.ts";
import { problemAnswer } from "./answer/problem-answer.ts";
import { randomHex } from "./random-hex.ts";
import { RateLimits } from "./guard/rate-limits.ts";
import { ClientGone } from "./body/read-body.ts";
import { sendAnswer } from "./answer/send-answer.ts";
import { routesOf } from "./routes.ts";

export interface HttpServerNeeds {
  readonly application: Application;
  readonly limits: Limits;
  readonly log: Log;
  readonly version: string;
  readonly isDevelopment: boolean;
  /** Where the console's build is. */
  readonly consoleFolder: string;
  /** Milliseconds the oldest write has been waiting. */
  queueAgeMs(): number;
  readonly clock: Clock;
}

export interface Clock {
  /** Microseconds since 1970. */
  readonly nowUs: () => number;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/** The HTTP face of an application. */
export class HttpServer {
  readonly #needs: HttpServerNeeds;
  readonly #server: FastifyInstance;
  readonly #answering: AnswerNeeds;
  readonly #admission: Admission;
  readonly #loopDelay: LoopDelay;
  readonly #places: ConnectionPlaces;
  readonly #streamsEnd = new AbortController();
  /** Requests whose framing is sound, on their way through the router. */
  readonly #routing = new WeakMap<
    IncomingMessage,
    { readonly exchange: Exchange; readonly target: RequestTarget }
  >();
  #isStopping = false;

  constructor(needs: HttpServerNeeds) {
    this.#needs = needs;
    const { application, limits, clock } = needs;
    this.#loopDelay = new LoopDelay(clock.nowMs);
    this.#places = new ConnectionPlaces(limits);
    const pressure = {
      queueAgeMs: () => needs.queueAgeMs(),
      loopDelayMs: () => this.#loopDelay.ms,
      whyClockIsUnusable: () => whyClockIsUnusable(clock.nowUs()),
    };
    this.#admission = new Admission(limits, pressure, Math.random);
    this.#answering = {
      authentication: new Authentication(application.identify.bind(application), {
        failedKeysPerMinute: limits.failedKeysPerMinute,
        nowMs: clock.nowMs,
      }),
      admission: this.#admission,
      rateLimits: new RateLimits(limits, clock.nowMs),
      isStopping: () => this.#isStopping,
      reportFault: (exchange, fault) => this.#reportFault(exchange, fault),
    };
    this.#server = this.#createRouter();
  }

  /** Resolves with the address once connections are taken. Rejects with the system's error when it cannot listen. */
  async listen(place: { readonly host: string; readonly port: number }): Promise<{ readonly url: string }> {
    await this.#server.listen(place);
    const { address, port, family } = this.#server.server.address() as AddressInfo;
    return { url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}` };
  }

  /**
   * Stops in order: requests that were taken are finished, others are told 503, also on new connections, so that whoever
   * asks for readiness is told as well. Half-way through the time, streams and bodies that do not come to an end are
   * answered and ended. Resolves when no connection is left.
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    const http = this.#server.server;
    await this.#untilIdle(withinMs / 2);
    this.#streamsEnd.abort();
    await this.#untilIdle(withinMs / 2);
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeAllConnections();
    await Promise.race([closed, sleep(closeGraceMs)]);
    await this.#server.close();
    this.#loopDelay.stop();
  }

  async #untilIdle(withinMs: number): Promise<void> {
    const untilMs = this.#needs.clock.nowMs() + withinMs;
    while (this.#admission.requestsInFlight > 0 && this.#needs.clock.nowMs() < untilMs)
      await sleep(idlePollMs);
  }

  #createRouter(): FastifyInstance {
    const server = fastify({
      serverFactory: (route) => this.#createServer(route),
      clientErrorHandler: (error, socket) => answerClientError(error, socket, `req_${randomHex(12)}`),
      frameworkErrors: (_error, request) => void this.#serve(request.raw, { site: null, path: {} }),
      routerOptions: { maxParamLength: longestParameter, caseSensitive: true, ignoreTrailingSlash: false },
      exposeHeadRoutes: false,
      return503OnClosing: false,
    });
    // Every method reaches the path, so that a wrong method can be told from a wrong path, and only after the key.
    for (const method of METHODS) {
      if (!server.supportedMethods.includes(method)) server.addHttpMethod(method);
    }
    const sites = new Map(this.#sites().map((site) => [routerPath(site.path), site]));
    server.addHook("onRequest", async (request, reply) => {
      // Bodies are read and answers are written by us alone: the framework only finds the way.
      reply.hijack();
      const site = request.is404 ? null : (sites.get(request.routeOptions.url ?? "") ?? null);
      await this.#serve(request.raw, { site, path: pathParametersOf(site, request.params) });
    });
    for (const path of sites.keys()) {
      server.route({ method: server.supportedMethods, url: path, handler: neverReached });
    }
    server.setNotFoundHandler(neverReached);
    return server;
  }

  #sites(): readonly Site[] {
    const { application, limits, clock } = this.#needs;
    const beganMs = clock.nowMs();
    return routesOf({
      perform: {
        application,
        idempotency: new Idempotency(application),
        admission: this.#admission,
        rateLimits: this.#answering.rateLimits,
        limits,
        requestTimeoutMs: limits.requestTimeoutMs,
        streamsEnd: this.#streamsEnd.signal,
      },
      service: {
        readiness: () => application.readiness(),
        version: this.#needs.version,
        uptimeS: () => (clock.nowMs() - beganMs) / 1_000,
        isStopping: () => this.#isStopping,
      },
      consoleFolder: this.#needs.consoleFolder,
      isDevelopment: this.#needs.isDevelopment,
    });
  }

  #createServer(route: Route): Server {
    const { limits } = this.#needs;
    const server = createServer({
      headersTimeout: limits.headersTimeoutMs,
      // Bodies are timed by `readBody`: a stream may take longer than any fixed time, but not stand still.
      requestTimeout: 0,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: headBytes,
      requireHostHeader: false,
      joinDuplicateHeaders: false,
      insecureHTTPParser: false,
      noDelay: true,
    });
    server.maxRequestsPerSocket = requestsPerSocket;
    // All headers are seen and counted; Node would drop the surplus in silence.
    server.maxHeadersCount = 0;
    this.#places.guard(server);
    server.on("request", (incoming, outgoing) =>
      this.#open(route, { incoming, outgoing, expectsContinue: false }),
    );
    server.on("checkContinue", (incoming, outgoing) =>
      this.#open(route, { incoming, outgoing, expectsContinue: true }),
    );
    server.on("checkExpectation", (incoming, outgoing) =>
      this.#open(route, { incoming, outgoing, expectsContinue: false }),
    );
    server.on("connect", (_incoming, socket) => {
      answerClientError(new Error("CONNECT"), socket as never, `req_${randomHex(12)}`);
    });
    return server;
  }

  /** Framing and headers come first; what passes goes to the router. */
  #open(route: Route, { incoming, outgoing, expectsContinue }: Arrival): void {
    const exchange = openExchange(incoming, outgoing, {
      sources: { nowUs: this.#needs.clock.nowUs, randomHex },
      expectsContinue,
    });
    const leave = this.#admission.enter();
    outgoing.once("close", leave);
    outgoing.once("close", this.#places.begin(incoming.socket));
    try {
      const target = checkFraming({
        httpVersion: incoming.httpVersion,
        method: incoming.method ?? "",
        url: incoming.url ?? "",
        rawHeaders: incoming.rawHeaders,
      });
      this.#routing.set(incoming, { exchange, target });
      incoming.url = target.query === "" ? target.path : `${target.path}?${target.query}`;
    } catch (thrown) {
      // After a broken head nobody knows where the next request on this connection begins.
      void this.#finish(exchange, problemAnswer(thrown, exchange.requestId), { isLast: true });
      return;
    }
    route(incoming, outgoing);
  }

  /** Answers a request that the router placed. Never rejects: whatever happens is an answer or a closed connection. */
  async #serve(incoming: IncomingMessage, place: Pick<RoutedRequest, "site" | "path">): Promise<void> {
    const { exchange, target } = this.#routing.get(incoming)!;
    exchange.log.route = place.site?.path ?? "none";
    const answer = await answerRequest({ exchange, target, ...place }, this.#answering);
    await this.#finish(exchange, answer, { isLast: this.#isStopping });
  }

  async #finish(exchange: Exchange, answer: Answer, more: { readonly isLast: boolean }): Promise<void> {
    try {
      await sendAnswer(exchange, answer, more);
    } catch (fault) {
      this.#reportFault(exchange, fault);
      exchange.incoming.socket.destroy();
    }
    logRequest(this.#needs.log, exchange, { status: answer.status, nowUs: this.#needs.clock.nowUs() });
  }

  #reportFault(exchange: Exchange, fault: unknown): void {
    if (fault instanceof ClientGone) {
      exchange.log.code = clientGone;
      return;
    }
    this.#needs.log.error({ request_id: exchange.requestId, err: fault }, "a request met a fault");
  }
}

type Route = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

interface Arrival {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly expectsContinue: boolean;
}

/** Request line and headers together. */
const headBytes = 16 * 1024;
const requestsPerSocket = 1_000;
const longestParameter = 8_192;
const closeGraceMs = 500;
const idlePollMs = 10;

const restOfPath = /\{\+(\w+)\}$/;

/** `/v1/vehicles/{vehicle_id}` as the router writes it. */
function routerPath(path: string): string {
  return path.replace(restOfPath, "*").replaceAll(/\{(\w+)\}/g, ":$1");
}

/** The router does not name what takes the rest of a path. */
function pathParametersOf(site: Site | null, found: unknown): Readonly<Record<string, string>> {
  const { "*": rest, ...named } = found as Readonly<Record<string, string>>;
  const name = restOfPath.exec(site?.path ?? "")?.[1];
  return name === undefined ? named : { ...named, [name]: rest ?? "" };
}

async function neverReached(): Promise<never> {
  throw new Error("requests are answered before they reach a handler");
}
