import { Refusal } from "../../../core/contract/refusal.ts";
import type { EvidenceScorers } from "../../../core/contract/types.ts";
import { formatTlogProof } from "../../../core/evidence/log/tlog-proof.ts";
import { knownScorers } from "../../../core/scorers/known-scorers.ts";
import { openOwnDocument } from "../present/present-custody.ts";
import type { KeyringReader, LogReader } from "../ports/reading/log-reader.ts";
import { newestCheckpoint } from "../log/read-log.ts";

/** The module of a frozen scorer by its SHA-256, hex; null for none that is known here. */
export type ReadScorer = (sha256: string) => Promise<Uint8Array | null>;

/** Every frozen scorer that is known here, with the proof that the log says so where it uses it. */
export async function readScorers({
  keyring,
  log,
}: {
  readonly keyring: KeyringReader;
  readonly log: LogReader;
}): Promise<EvidenceScorers> {
  const logged = new Map((await keyring.listLoggedScorers()).map((one) => [one.sha256, one]));
  // Read after the documents: a checkpoint that holds them all.
  const { size, note } = await newestCheckpoint(log);
  const scorers = knownScorers.map(async ({ version, numericProfile, sha256 }) => {
    const found = logged.get(sha256);
    return {
      version,
      numeric_profile: numericProfile,
      sha256,
      logged:
        found === undefined
          ? null
          : {
              envelope: openOwnDocument(found.envelope).signed,
              log_index: found.leafIndex,
              tlog_proof: formatTlogProof({
                index: found.leafIndex,
                hashes: await log.proveInclusion({ index: found.leafIndex, size }),
                checkpoint: note,
              }),
            },
    };
  });
  return { scorers: await Promise.all(scorers) };
}

/** The module evidence names. Throws `Refusal` `scorer_not_found`. */
export async function readScorerModule(sha256: string, readScorer: ReadScorer): Promise<Uint8Array> {
  const module = await readScorer(sha256);
  if (module !== null) return module;
  throw new Refusal("scorer_not_found", "No such scorer is known here; /v1/evidence/scorers lists them.");
}
