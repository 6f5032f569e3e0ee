import type { LoggedLeaf } from "../log/append-to-log.ts";
import { toBase64 } from "../../encoding/base64.ts";
import type { Bundle } from "./bundle.ts";
import { textOf } from "../../encoding/bytes.ts";
import type { PrecommitProof } from "../frames/ingest-chain.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";

/** The bytes of a bundle of our own issue, completed by its place in the log. Only `proof` differs: nothing it says does. */
export function withLogProof(
  bundle: Uint8Array,
  logged: {
    readonly origin: string;
    readonly leaf: LoggedLeaf;
    /** For the intervals its core names, if it names any. */
    readonly precommit?: PrecommitProof;
  },
): Uint8Array {
  const { proof, ...rest } = JSON.parse(textOf(bundle)!) as Bundle;
  const { index, entry, proof: tlogProof } = logged.leaf;
  const log = { origin: logged.origin, index, entry: toBase64(entry), tlog_proof: tlogProof };
  const { precommit } = logged;
  return canonicalBytes({
    ...rest,
    proof: { ...proof, log, ...(precommit !== undefined && { precommit }) },
  });
}
