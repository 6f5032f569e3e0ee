import { utf8 } from "../../../core/encoding/bytes.ts";
import { sigstoreBundle } from "../../../core/evidence/bundle/sigstore-bundle.ts";
import type { StateStatementPayload } from "../../../core/evidence/log/state-statement.ts";
import { openBundle } from "../../../core/reports/evidence-files.ts";
import type { Caller } from "../application.ts";
import type { ReportWorker } from "../ports/report-worker.ts";
import { openOwnDocument } from "../present/present-custody.ts";
import { scopeOf } from "../visibility-scope.ts";
import { openSealed, readEvidence } from "./read-evidence.ts";
import { readKeyringHistory } from "../log/read-keyring.ts";
import type { ReadingNeeds } from "../reading-needs.ts";

export interface PrintingNeeds extends Pick<ReadingNeeds, "evidence" | "keyring" | "log"> {
  readonly reports: ReportWorker;
  /** The trust file of this installation as it is now, byte for byte. */
  readonly readTrust: () => Uint8Array;
  /** As core/evidence/keys/trusted-root.ts writes it. */
  readonly readTrustedRoot: () => string;
}

/** The report of a bundle for people; never itself the evidence, and says so. Names the statements the caller may see. */
export async function readReport(
  caller: Caller,
  { eventId, form: kind }: { readonly eventId: string; readonly form: "html" | "pdf" },
  needs: PrintingNeeds & Pick<ReadingNeeds, "statements">,
): Promise<Uint8Array> {
  const { vehicleKey, bundle, frames } = await openSealed(caller, { eventId, withFrames: true }, needs);
  const ask = { scope: scopeOf(caller), vehicleKey, beforeIndex: null, limit: statementsRead };
  const found = await needs.statements.listStatements(ask);
  return needs.reports.print(caller.organisation, {
    kind,
    evidence: { bundle, frames },
    trust: needs.readTrust(),
    statements: found.map(({ envelope }) => openOwnDocument<StateStatementPayload>(envelope).payload),
  });
}

/** The newest of a vehicle: as many as a key may ask for within a day. */
const statementsRead = 100;

/** Everything about a piece of evidence in one zip, with what it takes to check it. */
export async function readArchive(
  caller: Caller,
  eventId: string,
  needs: PrintingNeeds,
): Promise<Uint8Array> {
  const evidence = await readEvidence(caller, eventId, needs);
  const bundle = openBundle(evidence.bundle);
  const [keyring, scoringMethod] = await Promise.all([
    readKeyringHistory(needs),
    needs.keyring.findSpecification({ sha256: bundle.scoring.specification_sha256 }),
  ]);
  const further = [
    {
      name: "keyring.json",
      bytes: keyring,
      about: "which keys counted when, signed by the root keys: for a trust file that pins those",
    },
    {
      name: "sigstore.json",
      bytes: sigstoreBundle(bundle),
      about: "the bundle as a Sigstore bundle, for Sigstore's verifiers",
    },
    {
      name: "trusted_root.json",
      bytes: utf8(needs.readTrustedRoot()),
      about: "the log's key for those verifiers; the same warning as for trust.json",
    },
  ];
  return needs.reports.print(caller.organisation, {
    kind: "archive",
    evidence,
    trust: needs.readTrust(),
    scoringMethod,
    further,
  });
}
