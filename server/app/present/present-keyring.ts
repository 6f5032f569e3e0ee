import { textOf } from "../../../core/encoding/bytes.ts";
import type { KeyringEnvelope } from "../../../core/evidence/keys/keyring-envelope.ts";
import { writeKeyringHistory } from "../../../core/evidence/keys/keyring-history.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import type { LoggedVersion, LogReader } from "../ports/log-reader.ts";

/** `keyring.json`: every version, oldest first, each proven to be in the log under its newest checkpoint. */
export async function presentKeyringHistory(
  versions: readonly LoggedVersion[],
  log: Pick<LogReader, "findCheckpoint" | "proveInclusion">,
): Promise<Uint8Array> {
  const { size, note } = (await log.findCheckpoint({ size: null }))!;
  const origin = note.slice(0, note.indexOf("\n"));
  const proven = versions.map(async ({ leafIndex: index, envelope }) => {
    const hashes = await log.proveInclusion({ index, size });
    const proof = formatTlogProof({ index, hashes, checkpoint: note });
    return {
      envelope: JSON.parse(textOf(envelope)!) as KeyringEnvelope,
      log: { origin, tlog_proof: proof },
    };
  });
  return writeKeyringHistory(await Promise.all(proven));
}
