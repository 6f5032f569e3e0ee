import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { emptyTally } from "./app/ingest/ingest-frames.ts";
import { parseFrame, type IncomingFrame } from "../core/contract/requests/parse-frame.ts";
import { formatTime } from "../core/encoding/instant.ts";
import { defaultSettings } from "../core/scoring/settings/settings.ts";
import { gaussian } from "../core/scenario/counter-random.ts";
import { KeysForTests, makingForTests } from "./keys-for-tests.ts";
import { readExportedTrust } from "./keys/export-trust.ts";
import { nodeScorers } from "./platform/node-scorers.ts";
import { reportWorkerHere } from "./reports/report-worker-here-for-tests.ts";
import { noQuotas, type Quotas } from "./app/ports/quotas.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { openLedgerHere, openReaderHere } from "./storage/sqlite/store-here-for-tests.ts";
import type { Application, Caller } from "./app/application.ts";
import { noWebhooksForTests } from "./app/webhooks/no-webhooks-for-tests.ts";
import { buildApplication } from "./app/build-application.ts";

/** The whole application over the embedded store in a folder of its own, with a clock a test can set. */
export interface FleetForTests {
  readonly dataDir: string;
  readonly application: Application;
  /** Microseconds since 1970; moves only when a test moves it. */
  readonly clock: { nowUs: number };
  send(caller: Caller, frames: readonly IncomingFrame[]): Promise<void>;
  close(): Promise<void>;
}

export async function openFleetForTests({
  quotas = noQuotas,
}: { readonly quotas?: Quotas } = {}): Promise<FleetForTests> {
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-app-"));
  const fails = (reason: string) => {
    throw new Error(reason);
  };
  const ledger = await openLedgerHere({
    dataDir,
    quotas,
    specification: new TextEncoder().encode("the scoring method"),
  });
  const reader = await openReaderHere({ file: openDataFolder(dataDir).database });
  const clock = { nowUs: Date.now() * 1000 };
  const reports = reportWorkerHere();
  const application = buildApplication({
    ledger,
    gate: {
      examine: async (_key, _peer) => ({ kind: "refused", why: "unknown", organisation: null, publicId: "" }),
      forget: fails,
    },
    trail: { note: () => undefined },
    keys: new KeysForTests(),
    making: makingForTests(),
    nowUs: () => clock.nowUs,
    readTrustedRoot: () => "{}\n",
    webhooks: noWebhooksForTests,
    reports,
    readTrust: () => readExportedTrust(dataDir),
    readScorer: (sha256) => nodeScorers.moduleOf(sha256),
    reading: {
      fleet: reader,
      analytics: reader,
      vehicles: reader,
      analysis: reader,
      work: reader,
      repairs: reader,
      evidence: reader,
      recoveries: reader,
      statements: reader,
      events: reader,
      log: reader,
      keyring: reader,
      usage: reader,
      audit: reader,
      scenarios: reader,
      quotas,
      answerRetentionUs: 86_400_000_000,
      silentAfterS: 86_400,
      cursorSecret: new Uint8Array(32).fill(1),
      settings: defaultSettings,
      software: { name: "plumbline", version: "0.0.0" },
    },
  });
  return {
    dataDir,
    application,
    clock,
    async send(caller, frames) {
      await application.ingestBatch(
        caller,
        {
          frames,
          soFar: emptyTally,
        },
        { requestId: "req_test", receivedAtUs: clock.nowUs, last: true },
      );
    },
    async close() {
      await reports.close();
      await reader.close();
      await ledger.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export function callerOf(organisation: string, fleets: readonly string[] | null = null): Caller {
  return { organisation, keyId: `key-${organisation}`, scopes: ["admin"], fleets };
}

/** A frame a second from this instant on. */
export const firstFrameUs = Date.UTC(2026, 2, 1, 8) * 1000;

export interface StreamForTests {
  readonly vehicleId: string;
  readonly frames: number;
  readonly fleetId?: string;
  readonly region?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Metres added to the radar range bias of the frame `at`, from 0. */
  readonly radarFaultM?: (at: number) => number;
}

/** A vehicle with a camera (identity, 0.05° of noise about x), a radar (3 cm) and a lidar (1 cm). */
export function streamForTests(given: StreamForTests): IncomingFrame[] {
  return Array.from({ length: given.frames }, (_, at) => frameForTests(given, at));
}

function frameForTests(given: StreamForTests, at: number): IncomingFrame {
  const { vehicleId, fleetId, region, metadata } = given;
  const seed = createHash("sha256").update(vehicleId).digest().readUInt32BE(0);
  const frame = {
    vehicle_id: vehicleId,
    timestamp: formatTime(firstFrameUs + at * 1_000_000),
    sensors: {
      camera_rotation_matrix: rotationAboutX(0.05 * gaussian(seed, 1, at)),
      radar_range_bias_m: 0.02 + 0.03 * gaussian(seed, 2, at) + (given.radarFaultM?.(at) ?? 0),
      lidar_registration_error_m: Math.abs(0.04 + 0.01 * gaussian(seed, 3, at)),
      lidar_confidence: 0.9,
    },
    metadata: {
      ...metadata,
      ...(fleetId !== undefined && { fleet_id: fleetId }),
      ...(region !== undefined && { region }),
    },
  };
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  const parsed = parseFrame(frame, { raw: JSON.stringify(frame), nowUs: Infinity, sha256Hex });
  if (parsed.kind === "rejected") throw new Error(JSON.stringify(parsed.faults));
  return parsed.frame;
}

function rotationAboutX(deg: number): number[] {
  const cosine = Math.cos((deg * Math.PI) / 180);
  const sine = Math.sin((deg * Math.PI) / 180);
  return [1, 0, 0, 0, cosine, -sine, 0, sine, cosine];
}
