import { precommitted, type Commitment } from "../examples/precommitted-evidence.ts";
import { lines, radarLine } from "../examples/toy-evidence.ts";
import type { PrecommitProof } from "../../../../core/evidence/frames/ingest-chain.ts";
import type { VerificationCode } from "../../../../core/evidence/verify/verification-report.ts";

type Rows = readonly (readonly [string, Commitment, VerificationCode])[];

const fabricated = { ...radarLine(5, 0.3), receivedAtUs: radarLine(5, 0.3).receivedAtUs + 1_000 };
const zeros = "0".repeat(64);

/** The proof of one interval changed, counted from 0. */
function withProof(
  at: number,
  change: (proof: PrecommitProof[number]) => Partial<PrecommitProof[number]>,
): Commitment {
  return { proof: (proofs) => proofs.with(at, { ...proofs[at]!, ...change(proofs[at]!) }) };
}

/** Row T-42, and what else may be done to a pre-commitment. The operator signs everything anew where it has to. */
export const precommitTamperings: Rows = [
  ["T-42 a frame made up after its batch was committed to", { shown: lines.with(4, fabricated) }, "E_FRAMES"],
  [
    "T-42 an early frame made up, received as another",
    { received: lines.with(0, { ...lines[0]!, receivedAtUs: lines[0]!.receivedAtUs - 1 }), shown: lines },
    "E_FRAMES",
  ],
  [
    "T-42 the heads of made-up frames named",
    {
      shown: lines.with(4, fabricated),
      summary: (honest) => ({
        ...honest,
        intervals: summaryOf({ received: lines.with(4, fabricated) }).map((interval, at) => ({
          ...interval,
          root: honest.intervals[at]!.root,
        })),
      }),
    },
    "E_FRAMES",
  ],
  [
    "another root named than was committed to",
    {
      summary: (honest) => ({
        ...honest,
        intervals: honest.intervals.map((one) => ({ ...one, root: zeros })),
      }),
    },
    "E_FRAMES",
  ],
  ["an interval without its proof", { proof: (proofs) => proofs.slice(1) }, "E_FRAMES"],
  ["the proofs of two intervals swapped", { proof: (proofs) => proofs.toReversed() }, "E_FRAMES"],
  [
    "no interval with the breach frame",
    {
      summary: (honest) => ({ ...honest, intervals: honest.intervals.slice(0, 1) }),
      proof: (proofs) => proofs.slice(0, 1),
    },
    "E_FRAMES",
  ],
  [
    "two intervals at one entry",
    { summary: (honest) => ({ ...honest, intervals: honest.intervals.map((one) => ({ ...one, seq: 6 })) }) },
    "E_FRAMES",
  ],
  [
    "another place in the log named",
    {
      summary: (honest) => ({
        ...honest,
        intervals: honest.intervals.map((one) => ({ ...one, log_index: one.log_index - 1 })),
      }),
    },
    "E_FRAMES",
  ],
  [
    "a place in the log behind the evidence",
    {
      summary: (honest) => ({
        ...honest,
        intervals: honest.intervals.map((one) => ({ ...one, log_index: one.log_index + 9 })),
      }),
    },
    "E_FRAMES",
  ],
  ["another leaf of the interval", withProof(0, ({ index }) => ({ index: (index + 1) % 3 })), "E_FRAMES"],
  ["a longer path", withProof(0, ({ path }) => ({ path: [...path, path[0]!] })), "E_FRAMES"],
  ["a path that is no base64", withProof(0, ({ path }) => ({ path: ["x", ...path.slice(1)] })), "E_FRAMES"],
  [
    "an interval signed by nobody",
    withProof(1, ({ envelope }) => ({ envelope: { ...envelope, signatures: [] } })),
    "E_FRAMES",
  ],
  [
    "an interval signed by a stranger",
    withProof(1, ({ envelope }) => ({
      envelope: { ...envelope, signatures: [{ ...envelope.signatures[0]!, keyid: `sha256:${zeros}` }] },
    })),
    "E_FRAMES",
  ],
  ["a document of another kind", { kind: "custody" }, "E_FRAMES"],
  ["an interval of more leaves than it has", { interval: (one) => ({ ...one, leaves: 9 }) }, "E_FRAMES"],
  [
    "an interval of an unknown version",
    { interval: (one) => ({ ...one, schema: "urn:plumbline:precommit:2" as never }) },
    "E_FRAMES",
  ],
  [
    "the interval's own log proof bent",
    withProof(0, ({ tlog_proof: proof }) => ({ tlog_proof: proof.replace("index 5", "index 6") })),
    "E_FRAMES",
  ],
  [
    "a witness's line nobody checks",
    withProof(0, ({ tlog_proof: proof }) => ({ tlog_proof: `${proof}\u2014 witness.example AAAAAAAA\n` })),
    "E_FRAMES",
  ],
  [
    "a chain that begins where nothing is shown",
    { summary: (honest) => ({ ...honest, after_seq: 6 }) },
    "E_FRAMES",
  ],
  [
    "a late chain that does not begin with zeros",
    { afterSeq: 2, summary: (honest) => ({ ...honest, head: "1".repeat(64) }) },
    "E_FRAMES",
  ],
  [
    "another vehicle's salt",
    { summary: (honest) => ({ ...honest, vehicle_salt: "A".repeat(22) }) },
    "E_FRAMES",
  ],
];

function summaryOf(commitment: Commitment) {
  let seen: Parameters<NonNullable<Commitment["summary"]>>[0]["intervals"] = [];
  precommitted({
    ...commitment,
    summary: (summary) => {
      seen = summary.intervals;
      return summary;
    },
  });
  return seen;
}
