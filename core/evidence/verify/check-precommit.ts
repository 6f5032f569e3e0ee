import { Compile } from "typebox/compile";

import { fromBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "../bundle/bundle.ts";
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
import type { Primitives } from "../../encoding/primitives.ts";
import type { Trust } from "../keys/trust.ts";
import { failed, passed, type Finding } from "./verification-report.ts";

const intervalShape = Compile(intervalSchema);

interface Given {
  readonly trust: Trust;
  readonly believed: EffectiveKeys;
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
    first(precommit.intervals, (_interval, at) =>
      intervalFault(bundle, { precommit, proof: proofs[at]!, at }, given),
    ) ??
    (leaves === null ? null : chainFault(bundle, { precommit, leaves }, given.primitives))
  );
}

/** Where the chain begins and ends, and that the intervals follow each other in the journal as in the log. */
function orderFault(bundle: Bundle, { after_seq: after, head, intervals }: PrecommitSummary): string | null {
  const { first_seq: firstSeq, last_seq: lastSeq } = bundle.scoring.inputs;
  if (after < firstSeq - 1 || after >= lastSeq) return "the chain does not begin where the frames do";
  if (after >= firstSeq && head !== chainBeginning) return "a chain that begins late begins with zeros";
  if (after === 0 && head !== chainBeginning) return "a chain begins with zeros";
  if (intervals.at(-1)!.seq !== lastSeq) return "no interval holds the breach frame";
  const wrong = intervals.find(({ seq, log_index: index }, at) => {
    const before = intervals[at - 1];
    return seq <= (before?.seq ?? after) || index <= (before?.log_index ?? -1);
  });
  if (wrong !== undefined) return "the intervals do not follow each other";
  const { log } = bundle.proof;
  return log === undefined || intervals.at(-1)!.log_index < log.index
    ? null
    : "an interval was entered in the log after the evidence that names it";
}

/** One interval: signed, in the log at the place named, and with the vehicle's chain in it as the core has it. */
function intervalFault(
  bundle: Bundle,
  named: {
    readonly precommit: PrecommitSummary;
    readonly proof: PrecommitProof[number];
    readonly at: number;
  },
  { trust, believed, primitives }: Given,
): string | null {
  const { precommit, proof, at } = named;
  const { log_index: logIndex, root, seq, head } = precommit.intervals[at]!;
  const fault = (detail: string) => `pre-commitment of entry ${seq}: ${detail}`;
  const log = trust.logs.find(({ name }) => name === bundle.proof.log?.origin);
  // Without a log to believe the verdict is open anyway; nothing here could close it.
  if (log === undefined) return trust.logs.length === 0 ? null : fault("in no log of the trust file");
  const carried = { envelope: proof.envelope, tlogProof: proof.tlog_proof };
  const { keys, versions } = believed;
  const opened = openLoggedDocument("precommit", carried, { keys, versions, log, primitives });
  if (opened.kind === "broken") return fault(opened.detail);
  const { payload, index, checkpointSignatures } = opened;
  if (checkpointSignatures !== 1) return fault("signature lines nobody checks");
  if (index !== logIndex) return fault("at another place in the log than named");
  if (!intervalShape.Check(payload)) return fault("not an interval of this version");
  if (payload.root !== root) return fault("another root than named");
  const path = proof.path.map(fromBase64);
  if (!path.every((hash) => hash?.length === 32)) return fault("the path is not of hashes in base64");
  const vehicle = vehicleTag(bundle.vehicle_id, precommit.vehicle_salt, primitives.sha256);
  const claim = {
    leafHash: intervalLeafHash({ vehicle, seq, head }, primitives.sha256),
    index: proof.index,
    size: payload.leaves,
    root: fromHex(root)!,
    proof: path as Uint8Array[],
  };
  return verifyInclusion(claim, primitives.sha256)
    ? null
    : fault("the chain's head is not in the committed batch");
}

/** The heads that were committed are those of the frames at hand. */
function chainFault(
  bundle: Bundle,
  { precommit, leaves }: { readonly precommit: PrecommitSummary; readonly leaves: LeafHashes },
  { sha256 }: Primitives,
): string | null {
  const { first_seq: firstSeq } = bundle.scoring.inputs;
  const heads = new Map(precommit.intervals.map(({ seq, head }) => [seq, head]));
  const sha256Hex = (text: string) => toHex(sha256(utf8(text)));
  let { head } = precommit;
  for (let seq = precommit.after_seq + 1; seq < firstSeq + leaves.length; seq++) {
    head = chainLink(head, toHex(leaves[seq - firstSeq]!), sha256Hex);
    const committed = heads.get(seq);
    if (committed !== undefined && committed !== head) {
      return `the frames up to entry ${seq} are not those committed to when they were received`;
    }
  }
  return null;
}

function first<Item>(
  items: readonly Item[],
  faultOf: (item: Item, at: number) => string | null,
): string | null {
  for (const [at, item] of items.entries()) {
    const fault = faultOf(item, at);
    if (fault !== null) return fault;
  }
  return null;
}
