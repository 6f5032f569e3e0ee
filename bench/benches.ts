export interface Bench {
  /** From this folder; its first comment says what it takes. */
  readonly file: string;
  readonly prints: string;
}

const detection = (file: string, prints: string): Bench => ({ file: `detection/${file}.ts`, prints });
const service = (file: string, prints: string): Bench => ({ file: `service/${file}.ts`, prints });

/** Every bench by its name. */
export const benches: ReadonlyMap<string, Bench> = new Map([
  ["ingest", { file: "ingest/run.ts", prints: "frames over HTTP beside peers: rate, processor time, bytes" }],
  ["commit-rate", service("commit-rate", "frames a second into the ledger, without HTTP")],
  ["brokers", service("broker-rate", "frames from MQTT and NATS beside requests")],
  ["broker-wait", service("broker-wait", "how long frames take beside deferred ones of a full organisation")],
  ["fold", service("fold-rate", "processor time of a frame through the scoring")],
  ["evidence", service("log-rate", "evidence issued a second; time to verify and rescore a bundle")],
  ["start", service("start-time", "time until a service answers")],
  ["rebuild", service("rebuild-rate", "doctor --rebuild: frames a second")],
  ["refold", service("refold-time", "history scored again after a change of the scoring")],
  ["replay", service("replay-rate", "plumbline replay: frames a second")],
  ["series", service("series-time", "a vehicle's series over HTTP")],
  ["fair-reads", service("fair-reads", "how long one organisation waits while another reads all it can")],
  ["overload", service("overload", "what is answered, and how soon, with more clients than it can serve")],
  ["page", service("page-bytes", "bytes of a page of vehicles")],
  ["reports", service("report-wait", "how long one organisation's reports wait for another's")],
  ["growth", { file: "growth/measure-growth.ts", prints: "a fleet over years: bytes, time, memory" }],
  ["console", { file: "console/measure-console.ts", prints: "frames a second of the console's pages" }],
  ["real-streams", detection("real-streams", "recorded drives with known faults: found, false alarms")],
  ["detection", detection("run", "field cases and noise: accusations, faults found, delays")],
  ["noise-bank", detection("noise/noise-bank", "the bank of noise models: accusations, delays, cost")],
]);
