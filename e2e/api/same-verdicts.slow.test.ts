import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { developmentApiKey } from "../../core/contract/api-key.ts";
import { parseFrame, type IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import { formatTime } from "../../core/encoding/instant.ts";
import type {
  BatchIngestResult,
  EvidenceBundle,
  EvidenceList,
  ResidualScore,
  VehicleDetail,
  VehicleSeries,
} from "../../core/contract/types.ts";
import type { JournalEntry } from "../../core/scoring/model/journal-entry.ts";
import { emptyReplay, replayEntry, type Replay } from "../../core/scoring/replay.ts";
import type { Score } from "../../core/scoring/model/score.ts";
import { sixDigits } from "../../core/scoring/numeric/rounding/six-digits.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { serve, type RunningService } from "../../server/main.ts";

/** Real streams lie beside the project, never in it. */
const folder = new URL("../../../shared/data/frames/", import.meta.url);
const streams = existsSync(folder)
  ? readdirSync(folder)
      .filter((name) => name.endsWith(".ndjson"))
      .sort()
  : [];

let dataDir: string;
let service: RunningService;

beforeAll(async () => {
  if (streams.length === 0) return;
  dataDir = await mkdtemp(join(tmpdir(), "plumbline-verdicts-"));
  service = await serve({ port: 0, dataDir, dev: true, env: {}, logLevel: "silent" });
});
afterAll(async () => {
  if (streams.length === 0) return;
  await service.stop();
  await rm(dataDir, { recursive: true });
});

async function ask<T>(path: string, body?: { readonly text: string; readonly type: string }): Promise<T> {
  const response = await fetch(new URL(path, service.url), {
    headers: { Authorization: `Bearer ${developmentApiKey}`, ...(body && { "Content-Type": body.type }) },
    ...(body !== undefined && { method: "POST", body: body.text }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

function framesOf(ndjson: string): IncomingFrame[] {
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  return ndjson
    .trimEnd()
    .split("\n")
    .map((raw) => {
      const parsed = parseFrame(JSON.parse(raw), { raw, nowUs: Infinity, sha256Hex });
      if (parsed.kind === "rejected") throw new Error(`${raw}: ${JSON.stringify(parsed.faults)}`);
      return parsed.frame;
    });
}

/** What the frames lead to without a server: everything that happened, and the score of every frame. */
function verdictsOf(
  frames: readonly IncomingFrame[],
  start: readonly JournalEntry[],
): {
  readonly replay: Replay;
  readonly scores: readonly Score[];
} {
  let replay = emptyReplay();
  for (const entry of start) replay = replayEntry(replay, entry, defaultSettings);
  const scores = frames.map(({ reading }) => {
    replay = replayEntry(replay, { kind: "frame", reading }, defaultSettings);
    return replay.lastScore!;
  });
  return { replay, scores };
}

describe.runIf(streams.length > 0)(
  "a real stream gets the same verdicts from a file and from the service",
  () => {
    test.each(streams)("%s", async (stream) => {
      const ndjson = readFileSync(new URL(stream, folder), "utf8");
      const frames = framesOf(ndjson);
      const { vehicleId } = frames[0]!;
      const ingested = await ask<BatchIngestResult>("/v1/telemetry/ingest", {
        text: ndjson,
        type: "application/x-ndjson",
      });
      expect(ingested).toMatchObject({ status: "accepted", frames_ingested: frames.length });

      const { replay, scores } = verdictsOf(frames, await startOf(vehicleId));
      await expectSameScores(frames.at(-1)!, scores);
      await expectSameTiers(vehicleId, replay);
      await expectSameBreaches(vehicleId, replay);
    });
  },
);

/** What the vehicle started from: the streams of one source are one fleet, and the later ones learn from the earlier. */
async function startOf(vehicleId: string): Promise<readonly JournalEntry[]> {
  const { baseline } = await ask<VehicleDetail>(`/v1/vehicles/${vehicleId}`);
  const { fleet_prior: prior } = baseline;
  if (prior === undefined) return [];
  const noiseOf = (name: string) => {
    const found = prior.sensors.find(({ sensor }) => sensor === name);
    if (found === undefined) return null;
    const { scale: sd, vehicles } = found;
    return { sd, vehicles };
  };
  return [
    {
      kind: "prior",
      sensors: {
        camera: noiseOf("camera"),
        radar: noiseOf("radar"),
        lidar: noiseOf("lidar"),
        confidence: noiseOf("confidence"),
      },
      atUs: Date.parse(prior.taken_at) * 1000,
    },
  ];
}

async function expectSameScores(lastFrame: IncomingFrame, scores: readonly Score[]): Promise<void> {
  const { vehicleId } = lastFrame;
  const series = await ask<VehicleSeries>(`/v1/vehicles/${vehicleId}/series?points=10000`);
  expect(series.downsampled).toBe(false);
  expect(series.frame_seqs).toEqual(scores.map(({ seq }) => seq));
  expect(series.tiers).toEqual(scores.map(({ tier }) => tier));
  // toEqual compares numbers by Object.is: these are the same 64 bits, or the test fails.
  expect(series.cusum_statistic).toEqual(scores.map(({ cusumStatistic }) => cusumStatistic));
  const t2 = scores.map(({ mahalDistance }) => mahalDistance && sixDigits(mahalDistance ** 2));
  expect(series.t2).toEqual(t2);
  for (const { channel, residual, cusum_upper: upper, cusum_lower: lower } of series.channels) {
    const own = scores.map(({ channels }) => channels.find((candidate) => candidate.channel === channel));
    expect(residual).toEqual(own.map((score) => score?.residual ?? null));
    expect(upper).toEqual(own.map((score) => score?.cusumUpper ?? null));
    expect(lower).toEqual(own.map((score) => score?.cusumLower ?? null));
  }

  const last = await ask<ResidualScore>("/v1/score/residual", {
    text: lastFrame.raw,
    type: "application/json",
  });
  const expected = scores.at(-1)!;
  expect(last).toMatchObject({
    duplicate: true,
    frame_seq: expected.seq,
    tier: expected.tier,
    residual_score: expected.residualScore,
    confidence: expected.confidence,
    cusum_triggered: expected.cusumTriggered,
    probable_fault_source: expected.probableFaultSource,
    recommended_action: expected.recommendedAction,
  });
  expect(last.mahal_distance ?? null).toBe(expected.mahalDistance);
  expect(last.cusum_statistic ?? null).toBe(expected.cusumStatistic);
}

async function expectSameTiers(vehicleId: string, { tierPath, breaches }: Replay): Promise<void> {
  const vehicle = await ask<VehicleDetail>(`/v1/vehicles/${vehicleId}`);
  expect(vehicle.tier_history.toReversed()).toEqual(
    tierPath.map(({ seq, atUs, from, to, reason }) => ({
      at: formatTime(atUs),
      from,
      to,
      decided_by: reason,
      frame_seq: seq,
    })),
  );
  expect(vehicle.tier).toBe(tierPath.at(-1)?.to ?? "UNKNOWN");
  const open = breaches.find(({ closedSeq }) => closedSeq === null);
  expect(vehicle.open_breach?.frame_seq).toBe(open?.openedSeq);
  expect(vehicle.open_breach?.opened_at).toBe(open && formatTime(open.openedUs));
}

/** Evidence is issued of each breach that reaches CAUTION, and again with a step to a worse tier; all of it says how it opened. */
async function expectSameBreaches(vehicleId: string, { breaches, tierPath }: Replay): Promise<void> {
  const list = await ask<EvidenceList>(`/v1/evidence?vehicle_id=${vehicleId}&limit=1000`);
  const bundles = await Promise.all(
    list.data
      .toReversed()
      .map(({ event_id: eventId }) => ask<EvidenceBundle>(`/v1/evidence/${eventId}/bundle`)),
  );
  const stated = new Map(bundles.map(({ breach }) => [breach.opened_seq, breach]));
  const tierAt = (seq: number) => tierPath.findLast((step) => step.seq <= seq)?.to;
  const isCaution = (tier: string | undefined) => tier === "CAUTION" || tier === "CRITICAL";
  const reached = breaches.filter(({ openedSeq, closedSeq }) => {
    const later = tierPath.filter(({ seq }) => seq > openedSeq && seq < (closedSeq ?? Infinity));
    return isCaution(tierAt(openedSeq)) || later.some(({ to }) => isCaution(to));
  });
  expect([...stated.values()]).toMatchObject(
    reached.map(({ openedSeq, statistic, threshold, channel, side }) => ({
      opened_seq: openedSeq,
      statistic,
      threshold,
      channel,
      side,
    })),
  );
  expect(stated.size).toBe(reached.length);
}

if (streams.length === 0) {
  test.skip("nothing was compared: there are no real streams in ../shared/data/frames", () => {});
}
