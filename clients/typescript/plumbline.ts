import { pause } from "./request/bounded-signal.ts";
import { ClientLog, isLogLevel, type Logger, type LogLevel } from "./request/client-log.ts";
import { environment, isBrowserPage } from "./request/host.ts";
import { Sender } from "./request/sender.ts";
import type { Transport } from "./request/transport.ts";
import { Audit } from "./resources/audit.ts";
import { Events } from "./resources/events.ts";
import { Evidence } from "./resources/evidence.ts";
import { Fleet } from "./resources/fleet.ts";
import { HealthResource } from "./resources/health-resource.ts";
import { Keys } from "./resources/keys.ts";
import { LimitsResource } from "./resources/limits-resource.ts";
import { Risk } from "./resources/risk.ts";
import { Scenarios } from "./resources/scenarios.ts";
import { Score } from "./resources/score.ts";
import { Telemetry } from "./resources/telemetry.ts";
import { TransparencyLog } from "./resources/transparency-log.ts";
import { Vehicles } from "./resources/vehicles.ts";
import { Webhooks } from "./resources/webhooks.ts";

export interface PlumblineOptions {
  /** Default: `NADIR_BASE_URL`, or http://127.0.0.1:8000. May have a path. */
  readonly baseUrl?: string;
  /** Default: `NADIR_API_KEY`. Null: none is sent, as for what is public. */
  readonly apiKey?: string | null;
  /** Longest wait for one attempt's whole answer; default 30 000. */
  readonly timeoutMs?: number;
  /** Longest wait for a call as a whole, attempts and waits; default 180 000. */
  readonly totalTimeoutMs?: number;
  /** Further attempts after a lost connection, a timeout, or a refusal that may pass; default 2. */
  readonly maxRetries?: number;
  /** Sent with every request. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /** Another `fetch`: for a proxy, for certificates, for tests. */
  readonly fetch?: typeof fetch;
  /** Default: `console`. Keys, secrets and bodies are never given to it. */
  readonly logger?: Logger;
  /** Default: `NADIR_LOG`, or `warn`. */
  readonly logLevel?: LogLevel;
  /** A live key in a page is a key given to all its visitors. This says that it is their own. */
  readonly dangerouslyAllowBrowser?: boolean;
  /** For tests: how to wait between two attempts, and the chance that spreads them. */
  readonly pause?: Transport["pause"];
  readonly random?: () => number;
}

/** The v1 interface. It runs wherever `fetch` does: Node from 20.19, Deno, Bun, workers and pages. */
export class Plumbline {
  readonly telemetry: Telemetry;
  readonly score: Score;
  readonly evidence: Evidence;
  readonly fleet: Fleet;
  readonly vehicles: Vehicles;
  readonly risk: Risk;
  readonly scenarios: Scenarios;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly audit: Audit;
  readonly keys: Keys;
  readonly log: TransparencyLog;
  readonly limits: LimitsResource;
  readonly health: HealthResource;
  /** Without a slash at its end. */
  readonly baseUrl: string;

  constructor(options: PlumblineOptions = {}) {
    const transport = transportOf(options);
    const sender = new Sender(transport);
    this.baseUrl = transport.baseUrl;
    this.telemetry = new Telemetry(sender);
    this.score = new Score(sender);
    this.evidence = new Evidence(sender);
    this.fleet = new Fleet(sender);
    this.vehicles = new Vehicles(sender);
    this.risk = new Risk(sender);
    this.scenarios = new Scenarios(sender);
    this.events = new Events(sender);
    this.webhooks = new Webhooks(sender);
    this.audit = new Audit(sender);
    this.keys = new Keys(sender);
    this.log = new TransparencyLog(sender);
    this.limits = new LimitsResource(sender);
    this.health = new HealthResource(sender);
  }
}

const defaults = {
  timeoutMs: 30_000,
  totalTimeoutMs: 180_000,
  maxRetries: 2,
  defaultHeaders: {},
  // Called as a plain function: a browser's fetch refuses any other `this`.
  fetch: ((input, init) => fetch(input, init)) as typeof fetch,
  logger: console,
  pause,
  random: Math.random,
};

function transportOf(options: PlumblineOptions): Transport {
  const { logger, ...rest } = { ...defaults, ...given(options) };
  return {
    ...rest,
    baseUrl: addressOf(options.baseUrl ?? environment("NADIR_BASE_URL") ?? "http://127.0.0.1:8000"),
    apiKey: keyOf(options),
    timeoutMs: positive("timeoutMs", rest.timeoutMs),
    totalTimeoutMs: positive("totalTimeoutMs", rest.totalTimeoutMs),
    maxRetries: countOf("maxRetries", rest.maxRetries),
    log: new ClientLog(logger, levelOf(options)),
  };
}

/** An option that is undefined is not given; the types say so, and not everybody has types. */
function given(options: PlumblineOptions): PlumblineOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function addressOf(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/u.test(address.protocol)) {
    throw new TypeError(`${text} is not the address of a service: write it like https://plumbline.example`);
  }
  // Not repeated in the message: one of them is a secret.
  if (address.username !== "" || address.password !== "") {
    throw new TypeError("the address of the service has a user or a password in it: give apiKey instead");
  }
  return `${address.origin}${address.pathname}`.replace(/\/+$/u, "");
}

function keyOf({ apiKey, dangerouslyAllowBrowser = false }: PlumblineOptions): string | null {
  const key = apiKey === undefined ? (environment("NADIR_API_KEY") ?? null) : apiKey;
  if (key === null) return null;
  if (!/^[\x21-\x7e]+$/u.test(key)) {
    throw new TypeError("the API key is empty or holds blanks or other characters that no key has");
  }
  if (isBrowserPage() && key.startsWith("plumb_live_") && !dangerouslyAllowBrowser) {
    throw new TypeError(
      "a live key in a page can be read by everybody who opens it: call the service from a server of yours, or, " +
        "where the key is the visitor's own, set dangerouslyAllowBrowser",
    );
  }
  return key;
}

function levelOf({ logLevel }: PlumblineOptions): LogLevel {
  if (logLevel !== undefined) return logLevel;
  const named = environment("NADIR_LOG")?.toLowerCase();
  return isLogLevel(named) ? named : "warn";
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new RangeError(`${name} is ${value}; it must be more than 0`);
}

function countOf(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} is ${value}; it must be a whole number from 0`);
}
