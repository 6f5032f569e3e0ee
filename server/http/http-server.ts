import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

import type { Application } from "../app/application.ts";
import { whyClockIsUnusable } from "../app/clock-range.ts";
import type { ServiceLimits } from "./service-limits.ts";
import { type Log, clientGone, logRequest } from "./access-log.ts";
import { Admission } from "./guard/admission.ts";
import type { Answer } from "./answer/answer.ts";
import { type AnswerNeeds, answerRequest } from "./answer-request.ts";
import { Authentication, peerOf } from "./guard/authentication.ts";
import { type RequestTarget, checkFraming } from "./guard/check-framing.ts";
import { BrowserSessions } from "./guard/browser-sessions.ts";
import { answerClientError } from "./answer/answer-client-error.ts";
import { ConnectionPlaces } from "./guard/connection-places.ts";
import { encodeAnswer } from "./answer/encode-answer.ts";
import { type Exchange, openExchange, randomHex } from "./exchange.ts";
import { Idempotency } from "./body/idempotency.ts";
import { LoopDelay } from "./guard/loop-delay.ts";
import { problemAnswer } from "./answer/problem-answer.ts";
import { RateLimits } from "./guard/rate-limits.ts";
import { ReadTurns } from "./guard/read-turns.ts";
import { ClientGone } from "./body/read-body.ts";
import { StreamPlaces } from "./guard/stream-places.ts";
import { sendAnswer } from "./answer/send-answer.ts";
import type { Deprecation } from "../../core/contract/openapi/deprecations.ts";
import { withDeprecation } from "./answer/with-deprecation.ts";
import { CrossOrigin } from "./guard/cross-origin.ts";
import { endpointFor, isVital } from "./route.ts";
import { ConsoleFiles } from "./pages/console-files.ts";
import { Router } from "./router.ts";
import { routesOf } from "./routes.ts";

export interface HttpServerNeeds {
  readonly application: Application;
  readonly limits: ServiceLimits;
  readonly log: Log;
  readonly version: string;
  readonly isDevelopment: boolean;
  /** What sessions of browsers are sealed under. */
  readonly installationSecret: Uint8Array;
  /** Origins whose pages may read answers. */
  readonly corsOrigins: readonly string[];
  readonly deprecations: readonly Deprecation[];
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
  readonly #server: Server;
  readonly #router: Router;
  readonly #console: ConsoleFiles;
  readonly #answering: AnswerNeeds;
  readonly #admission: Admission;
  readonly #sessions: BrowserSessions;
  readonly #crossOrigin: CrossOrigin;
  readonly #loopDelay: LoopDelay;
  readonly #places: ConnectionPlaces;
  readonly #streamPlaces: StreamPlaces;
  readonly #streamsStop = new AbortController();
  readonly #streamsEnd = new AbortController();
  #isStopping = false;

  constructor(needs: HttpServerNeeds) {
    this.#needs = needs;
    const { application, limits, clock } = needs;
    this.#loopDelay = new LoopDelay(clock.nowMs);
    this.#places = new ConnectionPlaces(limits, clock.nowMs);
    this.#streamPlaces = new StreamPlaces(limits);
    const pressure = {
      queueAgeMs: () => needs.queueAgeMs(),
      loopDelayMs: () => this.#loopDelay.ms,
      whyClockIsUnusable: () => whyClockIsUnusable(clock.nowUs()),
      nowMs: clock.nowMs,
    };
    this.#sessions = new BrowserSessions(needs.installationSecret, {
      nowUs: clock.nowUs,
      register: application,
    });
    this.#crossOrigin = new CrossOrigin(needs.corsOrigins);
    this.#admission = new Admission(limits, pressure, Math.random);
    this.#console = new ConsoleFiles(needs.consoleFolder);
    this.#answering = {
      authentication: new Authentication(application, {
        sessions: this.#sessions,
        failedKeysPerMinute: limits.failedKeysPerMinute,
        nowMs: clock.nowMs,
      }),
      noteAudit: (entry) => application.noteAudit(entry),
      admission: this.#admission,
      rateLimits: new RateLimits(limits, clock.nowMs),
      readTurns: new ReadTurns(clock.nowMs),
      isStopping: () => this.#isStopping,
      pageOfNothing: () => this.#console.pageOfNothing(),
      reportFault: (exchange, fault) => this.#reportFault(exchange, fault),
    };
    this.#router = new Router(this.#routes());
    this.#server = this.#createServer();
  }

  /** What is left of the frames a minute, which other doors count, too. */
  get frameQuota(): Pick<RateLimits, "frameWaitMs" | "countFrames"> {
    return this.#answering.rateLimits;
  }

  /** Resolves with the address once connections are taken. Rejects with the system's error when it cannot listen. */
  async listen(place: { readonly host: string; readonly port: number }): Promise<{ readonly url: string }> {
    this.#server.listen({ ...place, backlog });
    await once(this.#server, "listening");
    const bound = this.#server.address();
    if (bound === null || typeof bound === "string") throw new Error("the server listens on no port");
    const { address, port, family } = bound;
    return { url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}` };
  }

  /**
   * Stops in order: requests that were taken are finished, others get 503, also on new connections, so that a
   * readiness probe sees it as well. Half-way through the time, streams and bodies that do not come to an end are
   * answered and ended. Resolves when no connection is left.
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    this.#streamsStop.abort();
    await this.#untilIdle(withinMs / 2);
    this.#streamsEnd.abort();
    await this.#untilIdle(withinMs / 2);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await Promise.race([closed, sleep(closeGraceMs, undefined, { ref: false })]);
    this.#loopDelay.stop();
  }

  async #untilIdle(withinMs: number): Promise<void> {
    const untilMs = this.#needs.clock.nowMs() + withinMs;
    const isBusy = () => this.#admission.requestsInFlight + this.#streamPlaces.open > 0;
    while (isBusy() && this.#needs.clock.nowMs() < untilMs) await sleep(idlePollMs);
  }

  #routes(): ReturnType<typeof routesOf> {
    const { application, limits, clock } = this.#needs;
    const beganMs = clock.nowMs();
    return routesOf({
      operations: {
        application,
        idempotency: new Idempotency(application),
        admission: this.#admission,
        rateLimits: this.#answering.rateLimits,
        limits,
        requestTimeoutMs: limits.requestTimeoutMs,
        streamPlaces: this.#streamPlaces,
        recheck: (exchange, caller) => this.#answering.authentication.isStill(caller, peerOf(exchange)),
        streamsStop: this.#streamsStop.signal,
        streamsEnd: this.#streamsEnd.signal,
      },
      service: {
        readiness: () => application.readiness(),
        version: this.#needs.version,
        uptimeS: () => (clock.nowMs() - beganMs) / 1_000,
        isStopping: () => this.#isStopping,
      },
      pages: { ...this.#needs, console: this.#console, sessions: this.#sessions },
      deprecations: this.#needs.deprecations,
    });
  }

  #createServer(): Server {
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
    server.on("request", (incoming, outgoing) => this.#open({ incoming, outgoing, expectsContinue: false }));
    server.on("checkContinue", (incoming, outgoing) =>
      this.#open({ incoming, outgoing, expectsContinue: true }),
    );
    server.on("checkExpectation", (incoming, outgoing) =>
      this.#open({ incoming, outgoing, expectsContinue: false }),
    );
    server.on("connect", (_incoming, socket) => this.#refuse(new Error("CONNECT"), socket));
    server.on("clientError", (error, socket) => this.#refuse(error, socket));
    return server;
  }

  #open({ incoming, outgoing, expectsContinue }: Arrival): void {
    const exchange = openExchange(incoming, outgoing, {
      sources: { nowUs: this.#needs.clock.nowUs, randomHex },
      expectsContinue,
    });
    const leave = this.#admission.enter();
    const endInPlace = this.#places.begin(incoming.socket);
    outgoing.on("close", () => {
      leave();
      endInPlace();
    });
    void this.#answer(exchange, leave);
  }

  /** Framing and headers come first; what passes is routed. Never rejects: whatever happens is an answer or a closed connection. */
  async #answer(exchange: Exchange, leave: () => void): Promise<void> {
    const framed = readFraming(exchange.incoming);
    if (framed.kind === "refused") {
      // After a broken head it is unknown where the next request on this connection begins.
      await this.#finish(exchange, problemAnswer(framed.thrown, exchange.requestId), { isLast: true });
      return;
    }
    const isTurnedAway = this.#places.isTurnedAway(exchange.incoming.socket);
    const answer = await this.#answerRouted(exchange, framed.target, isTurnedAway);
    // A stream has a place of its own kind: those who only listen keep nobody from asking.
    if (answer.stream !== undefined) leave();
    await this.#finish(exchange, answer, { isLast: this.#isStopping || isTurnedAway });
  }

  async #answerRouted(exchange: Exchange, target: RequestTarget, isTurnedAway: boolean): Promise<Answer> {
    const { route, path } = this.#router.find(target.path);
    exchange.log.route = route?.path ?? "none";
    if (isTurnedAway && !isVital(route, exchange.method)) {
      return problemAnswer(this.#admission.noPlace(), exchange.requestId);
    }
    const permission = this.#crossOrigin.preflight(exchange, route);
    const answer = permission ?? (await answerRequest({ exchange, target, route, path }, this.#answering));
    const deprecation = route === null ? undefined : endpointFor(route, exchange.method)?.deprecation;
    return withDeprecation(answer, deprecation);
  }

  async #finish(exchange: Exchange, answer: Answer, more: { readonly isLast: boolean }): Promise<void> {
    try {
      const permitted = this.#crossOrigin.permit(answer, exchange);
      await sendAnswer(exchange, await encodeAnswer(permitted, exchange), more);
    } catch (fault) {
      this.#reportFault(exchange, fault);
      exchange.incoming.socket.destroy();
    }
    logRequest(this.#needs.log, exchange, { status: answer.status, nowUs: this.#needs.clock.nowUs() });
  }

  /** What Node's parser could not read, and CONNECT, have no answer object. */
  #refuse(error: Error, socket: Duplex): void {
    answerClientError(error, socket, `req_${randomHex(12)}`);
  }

  #reportFault(exchange: Exchange, fault: unknown): void {
    if (fault instanceof ClientGone) {
      exchange.log.code = clientGone;
      return;
    }
    this.#needs.log.error({ request_id: exchange.requestId, err: fault }, "a request met a fault");
  }
}

interface Arrival {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly expectsContinue: boolean;
}

type Framed =
  | { readonly kind: "sound"; readonly target: RequestTarget }
  | { readonly kind: "refused"; readonly thrown: unknown };

function readFraming({ httpVersion, method = "", url = "", rawHeaders }: IncomingMessage): Framed {
  try {
    return { kind: "sound", target: checkFraming({ httpVersion, method, url, rawHeaders }) };
  } catch (thrown) {
    return { kind: "refused", thrown };
  }
}

/** Request line and headers together. */
const headBytes = 16 * 1024;
const requestsPerSocket = 1_000;
/** Longer than what was refused below HTTP may linger. */
const closeGraceMs = 1_500;
const idlePollMs = 10;
/** Connections that wait to be taken. Of more the system drops the first packet, and their clients wait a second before the next. */
const backlog = 4_096;
