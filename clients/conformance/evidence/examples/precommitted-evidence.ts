import { toBase64 } from "../../../../core/encoding/base64.ts";
import { buildBundle } from "../../../../core/evidence/bundle/build-bundle.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { textOf, toHex, utf8 } from "../../../../core/encoding/bytes.ts";
import {
  writeFramesFile,
  writeLine,
  type JournalLine,
} from "../../../../core/evidence/frames/frames-file.ts";
import { chainName } from "../../../../core/encoding/bundle.ts";
import {
  chainBeginning,
  chainLink,
  comparePlaces,
  intervalLeafHash,
  lineLeaf,
  noIntervalBefore,
  vehicleTag,
  type ChainPlace,
  type Interval,
  type PrecommitProof,
  type PrecommitSummary,
} from "../../../../core/evidence/frames/ingest-chain.ts";
import { logEntryOf } from "../../../../core/evidence/log/log-entry.ts";
import { withLogProof } from "../../../../core/evidence/bundle/bundle-proof.ts";
import {
  signDocument,
  type DocumentEnvelope,
  type DocumentKind,
} from "../../../../core/evidence/log/logged-document.ts";
import { inclusionProof, merkleLevels } from "../../../../core/evidence/log/merkle.ts";
import { exampleSalt, primitives, testSigner } from "./example-evidence.ts";
import { exampleLogSigner, loggedAtOnce } from "./example-log.ts";
import { facts, lines, vehicleId } from "./toy-evidence.ts";

const { sha256 } = primitives;
const sha256Hex = (text: string) => toHex(sha256(utf8(text)));
const vehicleSalt = exampleSalt(0);

/** What the operator did when it received the frames, and what it shows later. Left out: the honest thing. */
export interface Commitment {
  /** What was received. */
  readonly received?: readonly JournalLine[];
  /** What the evidence shows. */
  readonly shown?: readonly JournalLine[];
  /** Entry the chain begins after; entries up to it were never committed to. */
  readonly afterSeq?: number;
  readonly summary?: (summary: PrecommitSummary) => PrecommitSummary;
  readonly proof?: (proof: PrecommitProof) => PrecommitProof;
  readonly interval?: (interval: Interval) => Interval;
  readonly kind?: DocumentKind;
}

/** The toy evidence as a service issues it that commits to what it receives: an interval after entry 4, one at the breach. */
export function precommitted(commitment: Commitment = {}): {
  readonly bundle: Uint8Array;
  readonly frames: Uint8Array;
} {
  const { received = lines, shown = lines, afterSeq = 0 } = commitment;
  const heads = headsOf(received, afterSeq);
  const intervals = [intervalAt(4, heads, commitment), intervalAt(6, heads, commitment)];
  const frames = writeFramesFile(vehicleId, shown, { sha256, salt: exampleSalt });
  const summary: PrecommitSummary = {
    chain: chainName,
    vehicle_salt: vehicleSalt,
    after_seq: afterSeq,
    head: chainBeginning,
    intervals: intervals.map(({ seq, root }, at) => ({
      log_index: firstIndex + at,
      root,
      seq,
      head: heads.get(seq)!,
    })),
  };
  const precommit = commitment.summary?.(summary) ?? summary;
  const bundle = buildBundle({ ...facts, frames, precommit }, testSigner, sha256);
  const before = Array.from({ length: firstIndex }, (_, at) => utf8(`entry ${at}`));
  const entries = [...before, ...intervals.map(({ entry }) => entry), logEntryOf(bundle.proof, sha256)];
  const { leaves } = loggedAtOnce(entries);
  const proofs = intervals.map(({ index, path, envelope }, at) => ({
    index,
    path: path.map(toBase64),
    envelope,
    tlog_proof: leaves[firstIndex + at]!.proof,
  }));
  const leaf = leaves.at(-1)!;
  const logged = { origin: exampleLogSigner.name, leaf, precommit: commitment.proof?.(proofs) ?? proofs };
  return { bundle: canonicalBytes(withLogProof(bundle, logged)), frames: frames.bytes };
}

/** Entries the log has before the two intervals. */
const firstIndex = 5;

function headsOf(received: readonly JournalLine[], afterSeq: number): ReadonlyMap<number, string> {
  const heads = new Map<number, string>();
  let head = chainBeginning;
  for (const line of received.filter(({ seq }) => seq > afterSeq)) {
    const text = writeLine(vehicleId, line, exampleSalt(line.seq));
    head = chainLink(head, lineLeaf(text, sha256Hex), sha256Hex);
    heads.set(line.seq, head);
  }
  return heads;
}

/** An interval in which two other vehicles moved as well. */
function intervalAt(
  seq: number,
  heads: ReadonlyMap<number, string>,
  { interval: edit, kind = "precommit" }: Commitment,
) {
  const place = { vehicle: vehicleTag(vehicleId, vehicleSalt, sha256), seq, head: heads.get(seq)! };
  const others = ["VEH-1", "VEH-2"].map((id): ChainPlace => {
    return { vehicle: vehicleTag(id, vehicleSalt, sha256), seq: 9, head: sha256Hex(id) };
  });
  const leaves = [place, ...others].sort(comparePlaces);
  const levels = merkleLevels(
    leaves.map((leaf) => intervalLeafHash(leaf, sha256)),
    sha256,
  );
  const index = leaves.indexOf(place);
  const interval: Interval = {
    schema: "urn:plumbline:precommit:1",
    number: 1,
    from: "2026-11-20T09:00:00.000Z",
    to: "2026-11-20T09:01:00.000Z",
    entries: 12,
    evidence: 0,
    leaves: leaves.length,
    root: toHex(levels.at(-1)![0]!),
    prev: noIntervalBefore,
  };
  const signed = signDocument(kind, edit?.(interval) ?? interval, { signer: testSigner, sha256 });
  const envelope = JSON.parse(textOf(signed.envelope)!) as DocumentEnvelope;
  const path = inclusionProof(levels, index);
  return {
    seq,
    root: interval.root,
    index,
    path,
    entry: signed.entry,
    envelope: { ...envelope, signatures: [...envelope.signatures] },
  };
}
