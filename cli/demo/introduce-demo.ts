import { exampleSensors } from "../../core/sensors/sensor-lists.ts";
import { join } from "node:path";
import type { FleetHealthSummary } from "../../clients/typescript/generated/contract.ts";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { developmentApiKey } from "../../core/contract/api-key.ts";
import { typed } from "../exit-codes.ts";
import { paint, paintTier } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { DemoHistory } from "./demo-history.ts";

/** One call of the contract that can be pasted into a shell as it stands. */
export interface ExampleCall {
  readonly what: string;
  readonly curl: string;
}

export interface ExampleContext {
  readonly url: string;
  readonly key: string;
  /** Capture time of the example frame. */
  readonly timestamp: string;
  /** Evidence that exists; null when none was issued yet. */
  readonly evidenceId: string | null;
}

/** One curl for each operation of the contract, in the order in which somebody new would try them. */
export function exampleCalls({ url, key, timestamp, evidenceId }: ExampleContext): readonly ExampleCall[] {
  const authorised = `-H 'Authorization: Bearer ${key}'`;
  const json = "-H 'Content-Type: application/json'";
  const frame = JSON.stringify({
    vehicle_id: "veh-0042",
    timestamp,
    sensors: exampleSensors,
    metadata: { fleet_id: "vans-north", region: "eu-central" },
  });
  return [
    { what: "is it up", curl: `curl -s ${url}/health` },
    { what: "count the fleet by tier", curl: `curl -s ${url}/v1/fleet/health-summary ${authorised}` },
    {
      what: "ingest a frame",
      curl: `curl -s ${url}/v1/telemetry/ingest ${authorised} ${json} -d '${frame}'`,
    },
    {
      what: "score it (the same frame counts once)",
      curl: `curl -s ${url}/v1/score/residual ${authorised} ${json} -H 'Idempotency-Key: try-${Date.parse(timestamp)}' -d '${frame}'`,
    },
    ...(evidenceId === null ? [] : [evidenceCall(url, key, evidenceId)]),
    {
      what: "make a scenario of the worst vehicle",
      curl: `curl -s -X POST ${url}/v1/risk/scenario-feed ${authorised}`,
    },
  ];
}

export function evidenceCall(url: string, key: string, evidenceId: string): ExampleCall {
  return {
    what: "fetch signed evidence",
    curl: `curl -s ${url}/v1/evidence/${evidenceId}/bundle -H 'Authorization: Bearer ${key}'`,
  };
}

/** Where a demo plays and who watches. */
export interface DemoStage {
  readonly client: Plumbline;
  readonly terminal: Terminal;
  readonly dataDir: string;
  /** Times real time. */
  readonly speed: number;
}

/** Where to look, said before anything has been played. */
export function demoBanner({ client, terminal, dataDir }: DemoStage): string {
  const link = (path: string) => paint(`${client.baseUrl}${path}`, "cyan", terminal);
  return [
    "",
    `${paint("Plumbline", "bold", terminal)}  development mode, reachable from this machine only`,
    "",
    `  console   ${link("/")}`,
    `  API docs  ${link("/docs")}`,
    `  API key   ${developmentApiKey}`,
    `  data      ${dataDir}`,
    "",
    "",
  ].join("\n");
}

/** What is there once the beginning has been played: the fleet in one line, and how to ask for more. */
export async function introduceDemo(
  beginning: {
    readonly history: DemoHistory;
    readonly fromUs: number;
    readonly sent: number;
    readonly isNew: boolean;
  },
  stage: DemoStage,
): Promise<void> {
  const { client, terminal, speed } = stage;
  const call = { signal: terminal.stop };
  const [summary, evidence] = await Promise.all([
    client.fleet.healthSummary({}, call),
    client.evidence.list({ limit: 1 }, call),
  ]);
  const evidenceId = evidence.data[0]?.event_id ?? null;
  const context = {
    url: client.baseUrl,
    key: developmentApiKey,
    timestamp: new Date().toISOString(),
    evidenceId,
  };
  const { history, isNew } = beginning;
  const since = isNew ? `since ${minuteOf(history.startUs)}` : `going on from ${minuteOf(beginning.fromUs)}`;
  const already = isNew ? `${beginning.sent.toLocaleString("en-GB")} frames are there already: ` : "";
  const text = [
    `  ${history.vehicles} simulated vehicles ${since} UTC, at ${speed} times real time until the present`,
    `  ${already}${tierCounts(summary, terminal)}`,
    "",
    paint("Try it (each line can be pasted as it is)", "bold", terminal),
    "",
    ...exampleCalls(context).flatMap(({ what, curl }) => [paint(`# ${what}`, "grey", terminal), curl]),
    ...(evidenceId === null ? [] : offlineCheck(evidenceId, stage)),
    "",
    `${paint("Evidence, as it is issued", "bold", terminal)}  (Ctrl-C stops)`,
    "",
    "",
  ];
  await terminal.out(text.join("\n"));
}

/** How to fetch the first evidence, for a demo that had none when it was introduced. */
export function firstEvidenceText(eventId: string, stage: DemoStage): string {
  const { what, curl } = evidenceCall(stage.client.baseUrl, developmentApiKey, eventId);
  return [paint(`# ${what}`, "grey", stage.terminal), curl, ...offlineCheck(eventId, stage), "", ""].join(
    "\n",
  );
}

/** How to verify a bundle with no service at all: fetch it, then look at files. */
function offlineCheck(eventId: string, { client, terminal, dataDir }: DemoStage): readonly string[] {
  const url = client.baseUrl === "http://127.0.0.1:8000" ? "" : ` --url ${client.baseUrl}`;
  const folder = join(dataDir, "evidence");
  const [bundle, frames] = [join(folder, `${eventId}.json`), join(folder, `${eventId}.frames.ndjson`)];
  const trust = join(dataDir, "keys", "trust.json");
  return [
    paint("# verify it offline", "grey", terminal),
    typed(`evidence get ${eventId} --out ${folder}${url}`),
    typed(`evidence verify ${bundle} --frames ${frames} --trust ${trust}`),
  ];
}

function tierCounts(summary: FleetHealthSummary, terminal: Terminal): string {
  const counts = [
    ["CRITICAL", summary.critical_count],
    ["CAUTION", summary.caution_count],
    ["NOMINAL", summary.nominal_count],
    ["UNKNOWN", summary.unknown_count],
  ] as const;
  return counts
    .filter(([, vehicles]) => vehicles > 0)
    .map(([tier, vehicles]) => `${vehicles} ${paintTier(tier, terminal)}`)
    .join(", ");
}

function minuteOf(us: number): string {
  return new Date(us / 1000).toISOString().slice(0, 16).replace("T", " ");
}
