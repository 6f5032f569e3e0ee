import { hash } from "node:crypto";

import { signBundle, type BundleFacts } from "../../../../core/evidence/bundle/build-bundle.ts";
import { coreOf, readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { writeFramesFile, type JournalLine } from "../../../../core/evidence/frames/frames-file.ts";
import { rescorer } from "../../../../core/evidence/rescore/rescore.ts";
import type { JsonObject } from "../../../../core/encoding/strict-json.ts";
import { presentScoring } from "../../../../core/scorers/present-scoring.ts";
import type { OpenedScorer } from "../../../../core/scorers/scorer-shelf.ts";
import { fold } from "../../../../core/scoring/fold.ts";
import {
  defaultSettings,
  settingsToJson,
  type ScoringSettings,
} from "../../../../core/scoring/settings/settings.ts";
import { type VehicleState } from "../../../../core/scoring/model/state.ts";
import {
  exampleSalt,
  issueExample,
  issueInLog,
  primitives,
  testSigner,
  type Example,
} from "./example-evidence.ts";
import { exampleOrigin, inExampleLog } from "./example-log.ts";
import { saidTwice } from "../tamperings/scoring-tamperings.ts";
import type { Edit, InputParts } from "./toy-evidence.ts";
import { initialState } from "../../../../core/scoring/model/initial-state.ts";
import { packState } from "../../../../core/scoring/model/codec/state-codec.ts";

/** Evidence scored by the real scoring, for those who can recompute it: from the empty state and from a stored one. */
export const realRescore = rescorer(presentScoring);
/** The scorer of this evidence, for reports. */
export const presentScorer = (): OpenedScorer => ({ kind: "open", parts: presentScoring });

const { sha256 } = primitives;
const vehicleId = "VEH-00512";
const parameters = settingsToJson(defaultSettings) as JsonObject;
const firstUs = 1_795_166_400_000_000;
const periodUs = 60_000_000;
const stepAtSeq = 221;
const laterSeq = 215;
/** A frame shortly before the step. */
const raisedSeq = 220;

const lines = linesFrom(firstUs);

/** One radar frame a minute, noise of centimetres out of a hash, from frame 221 on off by 0.6 m. */
function linesFrom(startUs: number): readonly JournalLine[] {
  return Array.from({ length: 240 }, (_, index) => {
    const seq = index + 1;
    return radarLine(seq, noiseM(seq, 0.3) + (seq >= stepAtSeq ? 0.6 : 0), startUs);
  });
}

/** Between −most and most. */
function noiseM(seq: number, most: number): number {
  return (most * (hash("sha256", `radar ${seq}`, "buffer").readUInt16BE() - 32_768)) / 32_768;
}

function radarLine(seq: number, biasM: number, startUs = firstUs): JournalLine {
  const timestampUs = startUs + seq * periodUs;
  const timestamp = new Date(timestampUs / 1000).toISOString();
  const raw = JSON.stringify({ vehicle_id: vehicleId, timestamp, sensors: { radar_range_bias_m: biasM } });
  const entry = { kind: "frame", reading: { timestampUs, radarRangeBiasM: biasM } } as const;
  return { seq, receivedAtUs: timestampUs + 120_000, timestamp, raw, entry };
}

export const fromStart: Example = issueExample({ scoring: presentScoring, parameters, vehicleId, lines });
/** The same radar, off from another time on: for time stamps that are made now. */
export function breachedFrom(stepUs: number): Example {
  return issueExample({
    scoring: presentScoring,
    parameters,
    vehicleId,
    lines: linesFrom(stepUs - stepAtSeq * periodUs),
  });
}
/** A provisional verdict: the radar is off from its 61st frame on, while its noise is not well known. */
export const fromFirstBlocks: Example = issueExample({
  scoring: presentScoring,
  parameters,
  vehicleId,
  lines: movedEarly(1),
});

function movedEarly(firstSeq: number): readonly JournalLine[] {
  return Array.from({ length: 80 }, (_, at) =>
    radarLine(at + firstSeq, noiseM(at + 1, 0.15) + (at >= 60 ? 0.4 : 0)),
  );
}

/** A breach that opens at CAUTION and becomes CRITICAL: off by 0.4 m from frame 221 on, by 0.8 m from frame 228. */
const worseningLines = lines.map(({ seq }) =>
  radarLine(seq, biasOf(seq) + (seq < stepAtSeq ? 0 : seq < 228 ? -0.2 : 0.2)),
);
const worsening = { scoring: presentScoring, parameters, vehicleId, lines: worseningLines };
export const fromWorsening: Example = issueExample({
  ...worsening,
  trigger: "tier_worsened",
  supersedes: issueExample(worsening).issued.eventId,
});

/** The operator's claims that the breach opened where its tier got worse, and that it opened a frame later than it did. */
export const falseSteps: readonly { readonly name: string; readonly input: InputParts }[] = [
  {
    name: "T-46 a step of the tier as an opening",
    input: claimed({ trigger: "breach_opened", openedSeq: fromWorsening.facts.score.seq }),
  },
  {
    name: "T-46 opened a frame later",
    input: claimed({ openedSeq: fromWorsening.facts.breach.openedSeq + 1 }),
  },
];

function claimed(breach: Partial<BundleFacts["breach"]>): InputParts {
  const facts = { ...fromWorsening.facts, breach: { ...fromWorsening.facts.breach, ...breach } };
  return { bundle: issueInLog(facts).bytes, frames: fromWorsening.frames.bytes };
}

export const fromState: Example = issueExample({
  scoring: presentScoring,
  parameters,
  vehicleId,
  lines: lines.slice(laterSeq),
  from: { seq: laterSeq, packed: packState(stateAfter(laterSeq)) },
});

/** A vehicle that starts from what its fleet taught: its first entry says so, its frames follow. */
export const fromFleet: Example = issueExample({
  scoring: presentScoring,
  parameters,
  vehicleId,
  lines: startedFromFleet(),
});

function startedFromFleet(): readonly JournalLine[] {
  const radar = { sd: 0.085, vehicles: 24 };
  const sensors = { camera: null, radar, lidar: null, confidence: null };
  const entry = { kind: "prior", sensors, atUs: firstUs } as const;
  const prior: JournalLine = { seq: 1, receivedAtUs: firstUs, timestamp: null, raw: null, entry };
  return [prior, ...movedEarly(2)];
}

function stateAfter(seq: number): VehicleState {
  let state = initialState();
  for (const { entry } of lines.slice(0, seq)) ({ state } = fold(state, entry, defaultSettings));
  return state;
}

/** What only a recomputation finds: the operator signed everything anew, and nothing else is wrong. */
export const falseScores: readonly { readonly name: string; readonly input: InputParts }[] = [
  {
    name: "T-45 a lower limit",
    input: reissuedWith({ change: { ...defaultSettings.change, limitNats: 9 } }),
  },
  {
    name: "T-46 the statistic one ulp off",
    input: reissued({
      breach: { ...fromStart.facts.breach, statistic: nextUp(fromStart.facts.breach.statistic) },
    }),
  },
  {
    name: "T-46 a frame raised by a millimetre",
    input: reissued({}, recordedLines().with(raisedSeq - 1, radarLine(raisedSeq, biasOf(raisedSeq) + 0.001))),
  },
  { name: "T-47 the empty state in place of the true one", input: reissuedFromNothing() },
  ...saidTwice.map(({ name, edit }) => ({ name, input: reissuedBody(edit) })),
];

/** The bundle with one thing changed in what it says, and everything that follows from it computed anew. */
function reissuedBody(edit: Edit): InputParts {
  const { chain_of_custody: chain, ...body } = coreOf(readStoredBundle(fromStart.issued.bytes));
  edit(body);
  const bundle = signBundle(body, {
    receivedAt: chain[0].at,
    signer: testSigner,
    sha256,
    logOrigin: exampleOrigin,
  });
  return { bundle: inExampleLog(bundle), frames: fromStart.frames.bytes };
}

function recordedLines(): readonly JournalLine[] {
  return lines.slice(0, fromStart.facts.score.seq);
}

function biasOf(seq: number): number {
  const { entry } = lines[seq - 1]!;
  return entry.kind === "frame" ? entry.reading.radarRangeBiasM! : 0;
}

function reissued(facts: Partial<BundleFacts>, otherLines = recordedLines()): InputParts {
  const frames = writeFramesFile(vehicleId, otherLines, { sha256, salt: exampleSalt });
  const { bytes } = issueInLog({ ...fromStart.facts, frames, ...facts });
  return { bundle: bytes, frames: frames.bytes };
}

function reissuedWith(settings: Partial<ScoringSettings>): InputParts {
  const other = settingsToJson({ ...defaultSettings, ...settings }) as JsonObject;
  return reissued({ method: { ...fromStart.facts.method, parameters: other } });
}

/** The last frames alone, numbered from 1, as if nothing had been learnt before. */
function reissuedFromNothing(): InputParts {
  const kept = recordedLines()
    .slice(laterSeq)
    .map((line, index) => ({ ...line, seq: index + 1 }));
  return reissued({ score: { ...fromStart.facts.score, seq: kept.length } }, kept);
}

function nextUp(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + 1n);
  return bits.getFloat64(0);
}
