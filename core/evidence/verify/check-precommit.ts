import { Compile } from "typebox/compile";

import type { Bundle } from "../../encoding/bundle.ts";
import { fromHex, toHex, utf8 } from "../../encoding/bytes.ts";
import type { LeafHashes } from "./check-frames.ts";
import type { EffectiveKeys } from "./effective-keys.ts";
import {
  chainBeginning,
  chainLink,
  intervalLeafHash,
  intervalSchema,
  vehicleTag,
  type PrecommitProof,
  type PrecommitSummary,
} from "../frames/ingest-chain.ts";
import { verifyInclusion } from "../log/merkle.ts";
import { openLoggedDocument } from "../log/open-logged-document.ts";
import type { Primitives, Sha256 } from "../../encoding/primitives.ts";
import type { Json } from "../../encoding/strict-json.ts";
import { readHashes } from "../log/tlog-proof.ts";
import type { Trust } from "../keys/trust.ts";
import { failed, passed, type Finding } from "./verification-report.ts";

const intervalShape = Compile(intervalSchema);

interface Given {
  readonly trust: Trust;
  readonly effective: EffectiveKeys;
  readonly primitives: Primitives;
}

/** What a bundle without pre-commitment leaves open. */
const notCommitted =
  "no pre-commitment: that no frame was made up or left out afterwards is the issuer's word";

/** Whether the frames were committed to as they came: a bundle that does not say so passes with a note, unless that is required. */
export function checkPrecommit(
  bundle: Bundle,
  leaves: LeafHashes | null,
  given: Given & { readonly required: boolean },
): Finding {
  const { required, trust } = given;
  const fault = precommitFault(bundle, leaves, given);
  if (fault !== null) return failed(fault);
  if (bundle.frames.precommit === undefined)
    return required ? failed(`required, but ${notCommitted}`) : { kind: "pass", note: notCommitted };
  return required && trust.logs.length === 0
    ? failed("pre-commitment is required, and the trust file names no log to hold it")
    : passed;
}

/**
 * Why what a bundle says of pre-commitment does not hold; null when it does, or says nothing. Without the frames
 * (`leaves` null) the chain itself is left unchecked, and what the log has of it is not.
 */
function precommitFault(bundle: Bundle, leaves: LeafHashes | null, given: Given): string | null {
  const { precommit } = bundle.frames;
  const proofs = bundle.proof.precommit;
  if (precommit === undefined && proofs === undefined) return null;
  if (precommit === undefined) return "a proof of pre-commitment the core says nothing of";
  if (proofs?.length !== precommit.intervals.length)
    return "not one proof for each interval of pre-commitment";
  return (
    orderFault(bundle, precommit) ??
    intervalsFault(bundle, { precommit, proofs }, given) ??
    (leaves === null ? null : chainFault(bundle, { precommit, leaves }, given.primitives))
  );
}

/** Where the chain begins and ends, and that the intervals follow each other in the journal as in the log. */
function orderFault(bundle: Bundle, precommit: PrecommitSummary): string | null {
  const { last_seq: lastSeq } = bundle.scoring.inputs;
  const fault = beginningFault(bundle, precommit);
  if (fault !== null) return fault;
  const last = precommit.intervals.at(-1);
  if (last?.seq !== lastSeq) return "no interval holds the breach frame";
  if (!follow(precommit)) return "the intervals do not follow each other";
  const { log } = bundle.proof;
  return log === undefined || last.log_index < log.index
    ? null
    : "an interval was entered in the log after the evidence that names it";
}

function beginningFault(bundle: Bundle, { after_seq: after, head }: PrecommitSummary): string | null {
  const { first_seq: firstSeq, last_seq: lastSeq } = bundle.scoring.inputs;
  if (after < firstSeq - 1 || after >= lastSeq) return "the chain does not begin where the frames do";
  if (head === chainBeginning) return null;
  if (after >= firstSeq) return "a chain that begins late begins with zeros";
  return after === 0 ? "a chain begins with zeros" : null;
}

function follow({ after_seq: after, intervals }: PrecommitSummary): boolean {
  let before = { seq: after, log_index: -1 };
  for (const interval of intervals) {
    if (interval.seq <= before.seq || interval.log_index <= before.log_index) return false;
    before = interval;
  }
  return true;
}

function intervalsFault(
  bundle: Bundle,
  { precommit, proofs }: { readonly precommit: PrecommitSummary; readonly proofs: PrecommitProof },
  given: Given,
): string | null {
  for (const [at, interval] of precommit.intervals.entries()) {
    const proof = proofs[at];
    const fault = proof === undefined ? "no proof" : intervalFault(bundle, { interval, proof }, given);
    if (fault !== null) return fault;
  }
  return null;
}

/** An interval as the core names it, with its proof. */
interface NamedInterval {
  readonly interval: PrecommitSummary["intervals"][number];
  readonly proof: PrecommitProof[number];
}

/** One interval: signed, in the log at the place named, and with the vehicle's chain in it as the core has it. */
function intervalFault(bundle: Bundle, named: NamedInterval, given: Given): string | null {
  const { trust, effective, primitives } = given;
  const { interval, proof } = named;
  const fault = (detail: string) => `pre-commitment of entry ${interval.seq}: ${detail}`;
  const log = trust.logs.find(({ name }) => name === bundle.proof.log?.origin);
  // Where the trust file names no log the verdict is open anyway; nothing here could close it.
  if (log === undefined) return trust.logs.length === 0 ? null : fault("in no log of the trust file");
  const carried = { envelope: proof.envelope, tlogProof: proof.tlog_proof };
  const { keys, versions } = effective;
  const opened = openLoggedDocument("precommit", carried, { keys, versions, log, primitives });
  if (opened.kind === "broken") return fault(opened.detail);
  if (opened.checkpointSignatures !== 1) return fault("signature lines nobody checks");
  if (opened.index !== interval.log_index) return fault("at another place in the log than named");
  const broken = memberFault(bundle, named, { payload: opened.payload, sha256: primitives.sha256 });
  return broken === null ? null : fault(broken);
}

/** Whether the interval's tree holds the head of the vehicle's chain. */
function memberFault(
  { vehicle_id: vehicleId, frames }: Bundle,
  { interval, proof }: NamedInterval,
  { payload, sha256 }: { readonly payload: Json; readonly sha256: Sha256 },
): string | null {
  const { seq, head } = interval;
  if (!intervalShape.Check(payload)) return "not an interval of this version";
  if (payload.root !== interval.root) return "another root than named";
  const path = readHashes(proof.path);
  const root = fromHex(payload.root);
  if (path === null || root === null) return "the path is not of hashes in base64";
  const vehicle = vehicleTag(vehicleId, frames.precommit?.vehicle_salt ?? "", sha256);
  const leafHash = intervalLeafHash({ vehicle, seq, head }, sha256);
  return verifyInclusion({ leafHash, index: proof.index, size: payload.leaves, root, proof: path }, sha256)
    ? null
    : "the chain's head is not in the committed batch";
}

/** The heads that were committed are those of the frames at hand. */
function chainFault(
  bundle: Bundle,
  { precommit, leaves }: { readonly precommit: PrecommitSummary; readonly leaves: LeafHashes },
  { sha256 }: Primitives,
): string | null {
  const first = precommit.after_seq + 1;
  const heads = new Map(precommit.intervals.map(({ seq, head }) => [seq, head]));
  const sha256Hex = (text: string) => toHex(sha256(utf8(text)));
  let { head } = precommit;
  for (const [at, leaf] of leaves.slice(first - bundle.scoring.inputs.first_seq).entries()) {
    head = chainLink(head, toHex(leaf), sha256Hex);
    const committed = heads.get(first + at);
    if (committed !== undefined && committed !== head) {
      return `the frames up to entry ${first + at} are not those committed to when they were received`;
    }
  }
  return null;
}
