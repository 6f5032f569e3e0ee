import { isIP } from "node:net";
import { resolve } from "node:path";

import { nearestName } from "../core/contract/requests/nearest-name.ts";
import { isPlainText } from "../core/contract/plain-text.ts";
import type { Quotas } from "./app/ports/quotas.ts";
import { developmentApiKey, parseApiKey } from "../core/contract/api-key.ts";
import { isStreamName, isSubject, isSubjectFilter, isTopic, isTopicFilter } from "./brokers/broker-names.ts";
import type { ServiceLimits } from "./http/service-limits.ts";
import type { BrokerSettings } from "./brokers/open-brokers.ts";
import { isLoopbackHost } from "./platform/is-loopback-host.ts";
import { readAddressRule } from "./webhooks/address-rule.ts";
import type { WebhookSettings } from "./webhooks/webhook-settings.ts";
import { isWebAddress, type ThirdPartySettings } from "./third-parties/read-third-parties.ts";

/** Everything the environment and the flags say. Nothing else reads the environment. */
export interface Config {
  readonly host: string;
  /** 0 asks the system for a free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** Development mode adds the well-known development key, and therefore needs a loopback address. */
  readonly mode: "production" | "development";
  readonly logLevel: LogLevel;
  /** Who issues the evidence, as it stands in every bundle; null: not named, and nothing is signed. */
  readonly issuer: string | null;
  /** Name of the transparency log, a host name; a log keeps it for life. Null as above. */
  readonly logOrigin: string | null;
  /** Where the log's high-water mark is, absolute; null: in the data folder. */
  readonly logMarkFile: string | null;
  /** Third parties asked about evidence before it is shown; none by default. */
  readonly thirdParties: ThirdPartySettings;
  /** Days after which copies of trust files and keyrings have to be fetched again; 0: never. */
  readonly trustRefreshDays: number;
  /** Seconds evidence waits for them at most. */
  readonly sealWaitS: number;
  /** Hours an answer under an Idempotency-Key is kept. */
  readonly idempotencyHours: number;
  /** Seconds without a frame after which a vehicle counts as silent, where the request does not say. */
  readonly silentAfterS: number;
  /** How long events are kept, and how many of one organisation. */
  readonly events: { readonly keptDays: number; readonly perOrganisation: number };
  /** Where people open the console, without a slash at the end; null where nobody said. */
  readonly publicUrl: string | null;
  readonly webhooks: WebhookSettings;
  readonly brokers: BrokerSettings;
  /** How long records of the audit log are kept, and how many of one organisation. */
  readonly audit: { readonly keptDays: number; readonly perOrganisation: number };
  /** What the states of vehicles may take in memory; null: what suits the memory there is. */
  readonly stateCacheBytes: number | null;
  /** What one organisation may have here. */
  readonly quotas: Quotas;
  /** Of messages from brokers, for one organisation whose storage is full. */
  readonly deferredBytes: number;
  /** Origins whose pages may read answers; none by default. */
  readonly corsOrigins: readonly string[];
  readonly limits: ServiceLimits;
}

export const logLevels = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What the command line may say; it wins over the environment. */
export interface Flags {
  readonly host?: string;
  readonly port?: number | string;
  readonly dataDir?: string;
  readonly dev?: boolean;
  readonly logLevel?: string;
  readonly issuer?: string;
  readonly logOrigin?: string;
  readonly mqtt?: string;
  readonly nats?: string;
}

/** Every setting that is wrong, in one error. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Every setting there is: its name in the environment, what it is without one, what it may be, what it does. */
export const settings = {
  host: text("PLUMBLINE_HOST", "127.0.0.1", "address to listen on"),
  port: whole("PLUMBLINE_PORT", [0, 8000, 65_535], "port to listen on; 0 takes any free one"),
  dataDir: text("PLUMBLINE_DATA_DIR", ".plumbline", "folder of the database and of the signing keys"),
  mode: word(
    "PLUMBLINE_MODE",
    ["production", "development"],
    "development adds the key plumb_dev_local, on loopback only",
  ),
  logLevel: word("PLUMBLINE_LOG_LEVEL", logLevels, "lowest level that is logged", "info"),
  issuer: issuerName(
    "PLUMBLINE_ISSUER",
    "who issues the evidence, named in every bundle; without it evidence waits, unless plumbline init has written it down",
  ),
  logOrigin: hostName(
    "PLUMBLINE_LOG_ORIGIN",
    "name of the transparency log, ideally the host name it is served under; it can never be changed; without it evidence waits, unless plumbline init has written it down",
  ),
  logMarkFile: file(
    "PLUMBLINE_LOG_MARK_FILE",
    "file with the high-water mark of the signed log, ideally on another disk than the data folder",
  ),
  timeStampUrls: addresses(
    "PLUMBLINE_TSA_URLS",
    "addresses of time-stamp authorities (RFC 3161) that stamp evidence, separated by spaces; none by default",
  ),
  timeStampCertificates: file(
    "PLUMBLINE_TSA_CERTIFICATES",
    "PEM file of their certificates, each chain from the one that signs to its root; needed with PLUMBLINE_TSA_URLS",
  ),
  trustRefreshDays: whole(
    "PLUMBLINE_TRUST_REFRESH_DAYS",
    [0, 400, 36_500],
    "days after which copies of trust files and keyrings must be fetched again; 0 for never",
  ),
  witnessFile: file(
    "PLUMBLINE_WITNESS_FILE",
    "file of the log's witnesses (c2sp.org/tlog-witness), a line each: verifier key, space, address; none by default",
  ),
  sealWaitS: whole(
    "PLUMBLINE_SEAL_WAIT_S",
    [1, 600, 86_400],
    "seconds that evidence waits for time stamps and witnesses before it is published without them",
  ),
  idempotencyHours: whole(
    "PLUMBLINE_IDEMPOTENCY_HOURS",
    [1, 24, 720],
    "hours for which a repeated request gets the same answer",
  ),
  silentAfterS: whole(
    "PLUMBLINE_SILENT_AFTER_S",
    [1, 86_400, 31_536_000],
    "seconds without a frame after which a vehicle is silent",
  ),
  eventDays: whole("PLUMBLINE_EVENT_DAYS", [1, 30, 3_650], "days an event can be read again"),
  eventsPerOrganisation: whole(
    "PLUMBLINE_EVENTS_PER_ORGANISATION",
    [1, 1_000_000, 1e9],
    "events kept for an organisation; beyond that the oldest are deleted",
  ),
  publicUrl: webAddress(
    "PLUMBLINE_PUBLIC_URL",
    "address of the console, for the links in messages; none by default",
  ),
  webhookNetworks: networks(
    "PLUMBLINE_WEBHOOK_NETWORKS",
    "hosts and networks webhooks may go to besides the public internet, separated by spaces, such as hooks.internal 10.1.0.0/16; none by default",
  ),
  webhooksPerOrganisation: whole(
    "PLUMBLINE_WEBHOOKS_PER_ORGANISATION",
    [0, 50, 1_000],
    "webhooks an organisation may have",
  ),
  webhookDeliveriesPending: whole(
    "PLUMBLINE_WEBHOOK_DELIVERIES_PENDING",
    [1, 50_000, 1e6],
    "deliveries of a webhook that may wait; further ones are dead letters at once",
  ),
  webhookDeliveriesKept: whole(
    "PLUMBLINE_WEBHOOK_DELIVERIES_KEPT",
    [0, 10_000, 1e6],
    "finished deliveries kept of a webhook, dead letters included",
  ),
  webhookDeliveryDays: whole(
    "PLUMBLINE_WEBHOOK_DELIVERY_DAYS",
    [1, 30, 3_650],
    "days a finished delivery is kept",
  ),
  webhookDisableDays: whole(
    "PLUMBLINE_WEBHOOK_DISABLE_DAYS",
    [1, 5, 365],
    "days without one accepted message after which a webhook is disabled",
  ),
  smtpUrl: mailServer(
    "PLUMBLINE_SMTP_URL",
    "mail server for webhooks of the format email, such as smtps://user:password@mail.example.com; none by default",
  ),
  mailFrom: text("PLUMBLINE_MAIL_FROM", "plumbline@localhost", "sender of these mails"),
  mailDomains: words(
    "PLUMBLINE_MAIL_DOMAINS",
    "domains mail may go to, separated by spaces; without it to all",
  ),
  mqttUrl: brokerAddress(
    "PLUMBLINE_MQTT_URL",
    ["mqtt", "mqtts", "ws", "wss"],
    "MQTT 5 broker that frames are read from, such as mqtts://user:password@broker.example.com; none by default",
  ),
  mqttTopics: named(
    "PLUMBLINE_MQTT_TOPICS",
    ["plumbline/frames/#"],
    "topics of the frames, which may have wildcards, separated by spaces",
    { expects: "topic filters of MQTT, separated by spaces", isGood: isTopicFilter },
  ),
  mqttRefusedTopic: named(
    "PLUMBLINE_MQTT_REFUSED_TOPIC",
    ["plumbline/refused"],
    "topic for messages that are permanently refused",
    { expects: "one topic without wildcards", isGood: isTopic, most: 1 },
  ),
  natsUrl: brokerAddress(
    "PLUMBLINE_NATS_URL",
    ["nats", "tls"],
    "NATS server with JetStream that frames are read from, such as tls://user:password@nats.example.com; none by default",
  ),
  natsStream: named("PLUMBLINE_NATS_STREAM", ["PLUMBLINE"], "stream of JetStream that holds the frames", {
    expects: "the name of one stream",
    isGood: isStreamName,
    most: 1,
  }),
  natsSubject: named(
    "PLUMBLINE_NATS_SUBJECT",
    ["plumbline.frames.>"],
    "subject of the frames in that stream, which may have wildcards",
    { expects: "one subject of NATS", isGood: isSubjectFilter, most: 1 },
  ),
  natsRefusedSubject: named(
    "PLUMBLINE_NATS_REFUSED_SUBJECT",
    ["plumbline.refused"],
    "subject for messages that are permanently refused; a stream must store it",
    { expects: "one subject of NATS without wildcards", isGood: isSubject, most: 1 },
  ),
  brokerKey: apiKey(
    "PLUMBLINE_BROKER_KEY",
    "API key with the scope telemetry:write for frames from brokers; needed with PLUMBLINE_MQTT_URL and PLUMBLINE_NATS_URL, except in development mode",
  ),
  auditDays: whole("PLUMBLINE_AUDIT_DAYS", [1, 400, 36_500], "days a record of the audit log is kept"),
  auditRecordsPerOrganisation: whole(
    "PLUMBLINE_AUDIT_RECORDS_PER_ORGANISATION",
    [1_000, 1_000_000, 1e9],
    "records of the audit log kept for an organisation; beyond that the oldest are deleted",
  ),
  stateCacheMebibytes: whole(
    "PLUMBLINE_STATE_CACHE_MEBIBYTES",
    [0, 0, 65_536],
    "mebibytes of memory for the states of the most recently active vehicles; 0: an eighth of the memory the process may use, at most 512",
  ),

  vehiclesPerOrganisation: whole(
    "PLUMBLINE_VEHICLES_PER_ORGANISATION",
    [1, 100_000, 1e9],
    "vehicles an organisation may have",
  ),
  newVehiclesPerHour: whole(
    "PLUMBLINE_NEW_VEHICLES_PER_HOUR",
    [1, 20_000, 1e9],
    "vehicles of an organisation that may be new within an hour",
  ),
  storedMebibytesPerOrganisation: whole(
    "PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION",
    [1, 1_048_576, 1e9],
    "mebibytes kept for an organisation: frames, states, evidence, answers",
  ),
  deferredMebibytesPerOrganisation: whole(
    "PLUMBLINE_DEFERRED_MEBIBYTES_PER_ORGANISATION",
    [0, 1_024, 1e9],
    "mebibytes of messages from brokers kept for an organisation whose storage is full; beyond that they stay with the broker",
  ),
  keptAnswersPerOrganisation: whole(
    "PLUMBLINE_KEPT_ANSWERS_PER_ORGANISATION",
    [1, 1_000_000, 1e9],
    "answers kept under Idempotency-Key for an organisation at once",
  ),
  evidenceRequestsPerDay: whole(
    "PLUMBLINE_EVIDENCE_REQUESTS_PER_DAY",
    [0, 100, 1e9],
    "pieces of evidence one key may request within 24 hours",
  ),
  requestsPerMinutePerKey: whole(
    "PLUMBLINE_REQUESTS_PER_MINUTE_PER_KEY",
    [1, 600_000, 1e9],
    "requests one key may make",
  ),
  framesPerMinutePerKey: whole(
    "PLUMBLINE_FRAMES_PER_MINUTE_PER_KEY",
    [1, 6_000_000, 1e9],
    "frames one key may send",
  ),
  requestsPerMinutePerOrganisation: whole(
    "PLUMBLINE_REQUESTS_PER_MINUTE_PER_ORGANISATION",
    [1, 1_200_000, 1e9],
    "requests all keys of an organisation may make together",
  ),
  framesPerMinutePerOrganisation: whole(
    "PLUMBLINE_FRAMES_PER_MINUTE_PER_ORGANISATION",
    [1, 12_000_000, 1e9],
    "frames all keys of an organisation may send together",
  ),
  reportJobsPerOrganisation: whole(
    "PLUMBLINE_PAPER_JOBS_PER_ORGANISATION",
    [1, 8, 32],
    "report jobs (reports, archives, verifications, redactions, simulations) of one organisation that wait or run at once",
  ),
  streamsPerKey: whole("PLUMBLINE_STREAMS_PER_KEY", [1, 100, 1e6], "event streams of one key open at once"),
  streamsPerOrganisation: whole(
    "PLUMBLINE_STREAMS_PER_ORGANISATION",
    [1, 500, 1e6],
    "event streams of all keys of an organisation open at once",
  ),
  heartbeatMs: whole(
    "PLUMBLINE_HEARTBEAT_MS",
    [100, 15_000, 600_000],
    "milliseconds between keep-alive comments on an idle event stream",
  ),
  failedKeysPerMinute: whole(
    "PLUMBLINE_FAILED_KEYS_PER_MINUTE",
    [1, 100, 1e6],
    "failed authentications one address may make",
  ),
  connections: whole("PLUMBLINE_CONNECTIONS", [1, 4_096, 1e6], "connections open at once"),
  connectionsPerAddress: whole(
    "PLUMBLINE_CONNECTIONS_PER_ADDRESS",
    [1, 2_048, 1e6],
    "connections one address (IPv6: one /64) may have open at once, as long as the same number stays free for others",
  ),
  corsOrigins: origins(
    "PLUMBLINE_CORS_ORIGINS",
    "origins whose pages may read answers in a browser, separated by spaces, such as https://dashboard.example.com; none by default",
  ),
  proxyAddresses: hosts(
    "PLUMBLINE_PROXY_ADDRESSES",
    "addresses of proxies in front of the service, separated by spaces: they may have more connections than a client; none by default",
  ),
  requestsInFlight: whole("PLUMBLINE_REQUESTS_IN_FLIGHT", [1, 2_048, 1e6], "requests processed at once"),
  bodyMebibytesInFlight: whole(
    "PLUMBLINE_BODY_MEBIBYTES_IN_FLIGHT",
    [65, 256, 65_536],
    "mebibytes of request bodies held at once",
  ),
  queueAgeMs: whole(
    "PLUMBLINE_QUEUE_AGE_MS",
    [10, 200, 60_000],
    "milliseconds that a write waits in the commit queue before further writes are refused",
  ),
  loopDelayMs: whole(
    "PLUMBLINE_LOOP_DELAY_MS",
    [50, 400, 60_000],
    "delay of the event loop in milliseconds above which excess requests are refused",
  ),
  headersTimeoutMs: whole(
    "PLUMBLINE_HEADERS_TIMEOUT_MS",
    [100, 10_000, 600_000],
    "milliseconds for the request headers",
  ),
  requestTimeoutMs: whole(
    "PLUMBLINE_REQUEST_TIMEOUT_MS",
    [100, 30_000, 600_000],
    "milliseconds for a whole request; for NDJSON between two parts",
  ),
  keepAliveMs: whole(
    "PLUMBLINE_KEEP_ALIVE_MS",
    [100, 30_000, 600_000],
    "milliseconds an idle connection is kept open",
  ),
  stopWithinMs: whole(
    "PLUMBLINE_STOP_WITHIN_MS",
    [100, 10_000, 600_000],
    "milliseconds a graceful stop may take",
  ),
} satisfies Record<string, Setting<unknown>>;

/** The whole configuration, or one `ConfigError` that names every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, flags: Flags = {}): Config {
  const problems = [...unknownSettings(env)];
  function read<T>(setting: Setting<T>, flag?: GivenFlag): T {
    const isFlag = flag?.value !== undefined;
    const given = isFlag ? String(flag.value) : env[setting.name];
    if (given === undefined || (given === "" && !isFlag)) return setting.fallback;
    const parsed = setting.parse(given);
    if (parsed !== null) return parsed;
    const shown = setting.isSecret === true ? "not usable" : `"${given.slice(0, 60)}"`;
    problems.push(`${isFlag ? flag.name : setting.name} is ${shown}; it must be ${setting.expects}`);
    return setting.fallback;
  }

  const host = read(settings.host, { name: "--host", value: flags.host });
  const port = read(settings.port, { name: "--port", value: flags.port });
  const dataDir = read(settings.dataDir, { name: "--data-dir", value: flags.dataDir });
  const logLevel = read(settings.logLevel, { name: "--log-level", value: flags.logLevel });
  const modeGiven = read(settings.mode);
  const mode = flags.dev === true ? "development" : modeGiven;
  problems.push(...developmentProblems({ host, mode, env, devFlag: flags.dev === true }));

  const limits: ServiceLimits = {
    requestsPerMinutePerKey: read(settings.requestsPerMinutePerKey),
    framesPerMinutePerKey: read(settings.framesPerMinutePerKey),
    requestsPerMinutePerOrganisation: read(settings.requestsPerMinutePerOrganisation),
    framesPerMinutePerOrganisation: read(settings.framesPerMinutePerOrganisation),
    reportJobsPerOrganisation: read(settings.reportJobsPerOrganisation),
    streamsPerKey: read(settings.streamsPerKey),
    streamsPerOrganisation: read(settings.streamsPerOrganisation),
    heartbeatMs: read(settings.heartbeatMs),
    webhooksPerOrganisation: read(settings.webhooksPerOrganisation),
    failedKeysPerMinute: read(settings.failedKeysPerMinute),
    connections: read(settings.connections),
    connectionsPerAddress: read(settings.connectionsPerAddress),
    proxyAddresses: read(settings.proxyAddresses),
    requestsInFlight: read(settings.requestsInFlight),
    bodyBytesInFlight: read(settings.bodyMebibytesInFlight) * 1024 * 1024,
    queueAgeMs: read(settings.queueAgeMs),
    loopDelayMs: read(settings.loopDelayMs),
    headersTimeoutMs: read(settings.headersTimeoutMs),
    requestTimeoutMs: read(settings.requestTimeoutMs),
    keepAliveMs: read(settings.keepAliveMs),
    stopWithinMs: read(settings.stopWithinMs),
  };
  const issuer = read(settings.issuer, { name: "--issuer", value: flags.issuer });
  const logOrigin = read(settings.logOrigin, { name: "--log-origin", value: flags.logOrigin });
  const logMarkGiven = read(settings.logMarkFile);
  const logMarkFile = logMarkGiven === "" ? null : resolve(logMarkGiven);
  const thirdParties = thirdPartiesOf({
    timeStampUrls: read(settings.timeStampUrls),
    timeStampCertificates: read(settings.timeStampCertificates),
    witnessFile: read(settings.witnessFile),
  });
  if (thirdParties.timeStampUrls.length > 0 && thirdParties.timeStampCertificates === null) {
    problems.push(
      "PLUMBLINE_TSA_URLS needs PLUMBLINE_TSA_CERTIFICATES: a time stamp nobody can check is not kept",
    );
  }
  const sealWaitS = read(settings.sealWaitS);
  const trustRefreshDays = read(settings.trustRefreshDays);
  const corsOrigins = read(settings.corsOrigins);
  const idempotencyHours = read(settings.idempotencyHours);
  const silentAfterS = read(settings.silentAfterS);
  const audit = {
    keptDays: read(settings.auditDays),
    perOrganisation: read(settings.auditRecordsPerOrganisation),
  };
  const events = {
    keptDays: read(settings.eventDays),
    perOrganisation: read(settings.eventsPerOrganisation),
  };
  const publicUrl = read(settings.publicUrl);
  const webhooks: WebhookSettings = {
    allowed: read(settings.webhookNetworks),
    allowsLoopback: mode === "development",
    perOrganisation: limits.webhooksPerOrganisation,
    deliveriesPending: read(settings.webhookDeliveriesPending),
    deliveriesKept: read(settings.webhookDeliveriesKept),
    deliveryDays: read(settings.webhookDeliveryDays),
    disableAfterDays: read(settings.webhookDisableDays),
    mail: {
      smtpUrl: read(settings.smtpUrl),
      from: read(settings.mailFrom),
      domains: read(settings.mailDomains),
    },
  };
  const brokers = readBrokers(mode, read, {
    mqtt: { name: "--mqtt", value: flags.mqtt },
    nats: { name: "--nats", value: flags.nats },
  });
  problems.push(...brokerProblems(brokers));
  const stateCacheBytes = read(settings.stateCacheMebibytes) * 1024 * 1024 || null;
  const quotas = {
    vehicles: read(settings.vehiclesPerOrganisation),
    newVehiclesPerHour: read(settings.newVehiclesPerHour),
    storedBytes: read(settings.storedMebibytesPerOrganisation) * 1024 * 1024,
    keptAnswers: read(settings.keptAnswersPerOrganisation),
    evidenceRequestsPerDay: read(settings.evidenceRequestsPerDay),
  };
  const deferredBytes = read(settings.deferredMebibytesPerOrganisation) * 1024 * 1024;
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    host,
    port,
    dataDir: resolve(dataDir),
    mode,
    logLevel,
    issuer,
    logOrigin,
    logMarkFile,
    thirdParties,
    trustRefreshDays,
    sealWaitS,
    idempotencyHours,
    silentAfterS,
    events,
    publicUrl,
    webhooks,
    brokers,
    audit,
    stateCacheBytes,
    quotas,
    deferredBytes,
    corsOrigins,
    limits,
  };
}

type ReadSetting = <T>(setting: Setting<T>, flag?: GivenFlag) => T;

interface GivenFlag {
  readonly name: string;
  readonly value: string | number | undefined;
}

function readBrokers(
  mode: Config["mode"],
  read: ReadSetting,
  flags: { readonly mqtt: GivenFlag; readonly nats: GivenFlag },
): BrokerSettings {
  const mqttUrl = read(settings.mqttUrl, flags.mqtt);
  const natsUrl = read(settings.natsUrl, flags.nats);
  const topics = read(settings.mqttTopics);
  const [refusedTopic = ""] = read(settings.mqttRefusedTopic);
  const [stream = ""] = read(settings.natsStream);
  const [subject = ""] = read(settings.natsSubject);
  const [refusedSubject = ""] = read(settings.natsRefusedSubject);
  const ofMode = mode === "development" ? developmentApiKey : null;
  return {
    apiKey: read(settings.brokerKey) ?? ofMode,
    mqtt: mqttUrl === null ? null : { url: mqttUrl, topics, refusedTopic },
    nats: natsUrl === null ? null : { url: natsUrl, stream, subject, refusedSubject },
  };
}

function brokerProblems({ apiKey, mqtt, nats }: BrokerSettings): readonly string[] {
  if (apiKey !== null || (mqtt === null && nats === null)) return [];
  return [
    "frames from a broker need PLUMBLINE_BROKER_KEY, which says whose they are; make a key with: npx plumbline keys create --org ORG --name NAME --preset ingest",
  ];
}

interface Setting<T> {
  readonly name: string;
  readonly fallback: T;
  readonly expects: string;
  readonly about: string;
  /** It may hold a password, which no message repeats. */
  readonly isSecret?: true;
  /** Null when the text cannot be used. */
  parse(given: string): T | null;
}

function text(name: string, fallback: string, about: string): Setting<string> {
  return {
    name,
    fallback,
    about,
    expects: "a printable string",
    parse: (given) => (given !== "" && isPlainText(given) ? given : null),
  };
}

/** Without a letter it names nobody, and it stands in evidence for life. */
function issuerName(name: string, about: string): Setting<string | null> {
  return {
    name,
    fallback: null,
    about,
    expects: "a printable string with at least one letter",
    parse: (given) => (isPlainText(given) && /\p{L}/u.test(given) ? given.trim() : null),
  };
}

/** As a log's name stands in evidence: a bare host name in lower case. */
function hostName(name: string, about: string): Setting<string | null> {
  const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  const pattern = new RegExp(`^${label}(?:\\.${label})*$`);
  return {
    name,
    fallback: null,
    about,
    expects: "a host name in lower case, without scheme, port or path",
    parse: (given) => (given.length <= 253 && pattern.test(given) ? given : null),
  };
}

/** Without it there is none, so that every text is a path. */
function file(name: string, about: string): Setting<string> {
  return { name, fallback: "", about, expects: "a path", parse: (given) => given };
}

/** http and https only: what a third party answers is checked, but no other service is to be reached by it. */
function addresses(name: string, about: string): Setting<readonly string[]> {
  return {
    name,
    fallback: [],
    about,
    expects: "http or https addresses without credentials or query, separated by spaces",
    parse: (given) => {
      const list = given.split(/[\s,]+/).filter((one) => one !== "");
      return list.every(isWebAddress) ? list : null;
    },
  };
}

/** One address of a site, to which paths are added. */
function webAddress(name: string, about: string): Setting<string | null> {
  return {
    name,
    fallback: null,
    about,
    expects: "an http or https address without credentials or query",
    parse: (given) => (isWebAddress(given) ? given.replace(/\/+$/, "") : null),
  };
}

function networks(name: string, about: string): Setting<readonly string[]> {
  return {
    name,
    fallback: [],
    about,
    expects: "host names, IP addresses and networks in CIDR notation, separated by spaces",
    parse: (given) => (readAddressRule(listOf(given), false) === null ? null : listOf(given)),
  };
}

function words(name: string, about: string): Setting<readonly string[]> {
  return {
    name,
    fallback: [],
    about,
    expects: "host names, separated by spaces",
    parse: (given) => (listOf(given).every((one) => /^[a-z0-9.-]+$/i.test(one)) ? listOf(given) : null),
  };
}

function mailServer(name: string, about: string): Setting<string | null> {
  return {
    name,
    fallback: null,
    about,
    expects: "an address that begins with smtp:// or smtps://",
    isSecret: true,
    parse: (given) => (/^smtps?:\/\/./.test(given) && URL.canParse(given) ? given : null),
  };
}

function brokerAddress(name: string, schemes: readonly string[], about: string): Setting<string | null> {
  return {
    name,
    fallback: null,
    about,
    expects: `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(", ")}`,
    isSecret: true,
    parse: (given) => {
      const [, scheme = ""] = /^([a-z]+):\/\/./.exec(given) ?? [];
      return schemes.includes(scheme) && URL.canParse(given) ? given : null;
    },
  };
}

/** Names in a language of their own, in which a comma may be part of a name. */
function named(
  name: string,
  fallback: readonly string[],
  about: string,
  rule: { readonly expects: string; readonly isGood: (one: string) => boolean; readonly most?: number },
): Setting<readonly string[]> {
  return {
    name,
    fallback,
    about,
    expects: rule.expects,
    parse: (given) => {
      const list = given.split(/\s+/).filter((one) => one !== "");
      const isCount = list.length > 0 && list.length <= (rule.most ?? Infinity);
      return isCount && list.every(rule.isGood) ? list : null;
    },
  };
}

function apiKey(name: string, about: string): Setting<string | null> {
  return {
    name,
    fallback: null,
    about,
    expects: "an API key of this service",
    isSecret: true,
    parse: (given) => (given === developmentApiKey || parseApiKey(given) !== null ? given : null),
  };
}

/** What stands between spaces or commas, in lower case. */
function listOf(given: string): readonly string[] {
  return given
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((one) => one !== "");
}

/** As a browser writes the `Origin` of a page, to the letter: it is compared with that. A list, never everybody. */
function origins(name: string, about: string): Setting<readonly string[]> {
  return {
    name,
    fallback: [],
    about,
    expects:
      "origins as browsers write them (scheme, host, port if it is not the usual one), separated by spaces",
    parse: (given) => {
      const list = given.split(/[\s,]+/).filter((one) => one !== "");
      return list.every(isOrigin) ? list : null;
    },
  };
}

function isOrigin(text: string): boolean {
  return /^https?:[^*]*$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Addresses as numbers, because they are compared with what the system says of a connection. */
function hosts(name: string, about: string): Setting<readonly string[]> {
  return {
    name,
    fallback: [],
    about,
    expects: "IP addresses, separated by spaces",
    parse: (given) => {
      const list = given.split(/[\s,]+/).filter((one) => one !== "");
      return list.every((one) => isIP(one) !== 0) ? list : null;
    },
  };
}

function thirdPartiesOf(given: {
  readonly timeStampUrls: readonly string[];
  readonly timeStampCertificates: string;
  readonly witnessFile: string;
}): ThirdPartySettings {
  const pathOf = (path: string) => (path === "" ? null : resolve(path));
  return {
    timeStampUrls: given.timeStampUrls,
    timeStampCertificates: pathOf(given.timeStampCertificates),
    witnessFile: pathOf(given.witnessFile),
  };
}

/** A whole number: smallest, without setting, largest. */
function whole(name: string, range: readonly [number, number, number], about: string): Setting<number> {
  const [least, fallback, most] = range;
  return {
    name,
    fallback,
    about,
    expects: `a whole number from ${least} to ${most}`,
    parse: (given) => {
      const value = /^[0-9]{1,12}$/.test(given) ? Number(given) : Number.NaN;
      return value >= least && value <= most ? value : null;
    },
  };
}

function word<const W extends string>(
  name: string,
  words: readonly W[],
  about: string,
  fallback: NoInfer<W> = words[0]!,
): Setting<W> {
  return {
    name,
    fallback,
    about,
    expects: `one of ${words.join(", ")}`,
    parse: (given) => words.find((candidate) => candidate === given) ?? null,
  };
}

/** A mistyped setting would silently be the default: say so instead. */
function unknownSettings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set<string>(Object.values(settings).map((setting) => setting.name));
  const bare = (name: string) => name.slice("PLUMBLINE_".length);
  return Object.keys(env)
    .filter((name) => name.startsWith("PLUMBLINE_") && !known.has(name) && !isServiceLink(name))
    .map((name) => {
      // The part they all have would make every two of them alike.
      const nearest = nearestName(bare(name), [...known].map(bare));
      const meant = nearest === null ? "" : `did you mean PLUMBLINE_${nearest}? `;
      return `${name} is no setting; ${meant}docs/settings.md lists all of them`;
    });
}

/** Kubernetes gives every container such variables for a service that happens to be called plumbline. */
function isServiceLink(name: string): boolean {
  return /^PLUMBLINE_(SERVICE|PORT)_/.test(name);
}

/** The development key is known to everybody, so it may only ever be used on this machine. */
function developmentProblems(given: {
  readonly host: string;
  readonly mode: Config["mode"];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly devFlag: boolean;
}): readonly string[] {
  if (given.mode !== "development") return [];
  const problems: string[] = [];
  if (!isLoopbackHost(given.host)) {
    problems.push(
      `development mode cannot listen on ${given.host}: its key is public; use --host 127.0.0.1, or leave --dev out and make a key with: npx plumbline keys create --org ORG --name NAME --preset engineer`,
    );
  }
  const production =
    given.devFlag && given.env["PLUMBLINE_MODE"] === "production"
      ? "PLUMBLINE_MODE"
      : given.env["NODE_ENV"] === "production"
        ? "NODE_ENV"
        : null;
  if (production !== null) {
    problems.push(`${production} says production, which never takes the development key; leave out --dev`);
  }
  return problems;
}
