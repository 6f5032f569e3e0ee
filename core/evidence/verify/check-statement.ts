import { Compile } from "typebox/compile";

import { parseCanonical } from "../../encoding/canonical-json.ts";
import type { Sha256 } from "../../encoding/primitives.ts";
import { JsonFault } from "../../encoding/strict-json.ts";
import { coreOf, type Bundle, type BundleCore } from "../../encoding/bundle.ts";
import { statementAbout, statementSchema } from "../bundle/statement.ts";
import { organisationTag } from "../bundle/submitter.ts";
import type { Envelope } from "./check-signature.ts";
import { failed, finding, type Finding } from "./verification-report.ts";

const statementShape = Compile(statementSchema);

/** Whether the signed statement is about this very bundle, and the bundle about the organisation that was asked for. */
export function checkStatement(
  bundle: Bundle,
  given: {
    readonly envelope: Envelope;
    /** Organisations that the bundle has to be of. */
    readonly organisations: readonly string[];
    readonly sha256: Sha256;
  },
): Finding {
  const { envelope, organisations, sha256 } = given;
  if (envelope.kind === "broken") return failed("there is no envelope to read a statement from");
  try {
    return finding(
      statementFault(parseCanonical(envelope.payload), bundle) ??
        submitterFault(bundle, sha256) ??
        organisationFault(bundle, organisations),
    );
  } catch (fault) {
    if (fault instanceof JsonFault) return failed(`the statement is ${fault.message}`);
    throw fault;
  }
}

/** What a statement has where another is due, and the fault that this is. */
type Comparison = readonly [is: unknown, due: unknown, fault: string];

/** Whether a signed statement is about this very core and nothing else. */
function statementFault(statement: unknown, bundle: Bundle): string | null {
  if (!statementShape.Check(statement))
    return "not a statement of the type and predicate this verifier knows";
  const due = statementAbout(coreOf(bundle), bundle.signature);
  const [core, frames] = statement.subject;
  const [dueCore, dueFrames] = due.subject;
  const { predicate } = statement;
  return (
    differenceIn([
      [core.digest.sha256, dueCore.digest.sha256, "signed for another content digest"],
      [frames.digest.sha256, dueFrames.digest.sha256, "signed for another frames file"],
      [core.name, dueCore.name, "signed for another event"],
      [frames.name, dueFrames.name, "signed for another event"],
      [predicate.event_id, due.predicate.event_id, "signed for another event id"],
      [predicate.tier, due.predicate.tier, "signed for another tier"],
      [predicate.organisation_tag, due.predicate.organisation_tag, "signed for another organisation"],
    ]) ??
    logOriginFault(predicate.log_origin, bundle.proof.log?.origin) ??
    differenceIn([[predicate.signed_at, due.predicate.signed_at, "signed at another time than issued"]])
  );
}

function differenceIn(comparisons: readonly Comparison[]): string | null {
  const different = comparisons.find(([is, due]) => is !== due);
  return different === undefined ? null : different[2];
}

/** A statement need not name a log; one that does must be in that log. */
function logOriginFault(stated: string | undefined, shown: string | undefined): string | null {
  if (stated === undefined) return null;
  if (shown === undefined) return `signed for the log ${stated}, and shows no proof of it`;
  return stated === shown ? null : "signed for another log";
}

/** The signed tag stands for the organisation the core names, and for no other. */
function submitterFault({ submitter, salt }: BundleCore, sha256: Sha256): string | null {
  if (submitter === undefined) return null;
  const due = organisationTag(submitter.organisation, salt, sha256);
  return submitter.organisation_tag === due ? null : "the organisation's tag is another organisation's";
}

function organisationFault({ submitter }: BundleCore, demanded: readonly string[]): string | null {
  const other = demanded.find((name) => name !== submitter?.organisation);
  if (other === undefined) return null;
  return submitter === undefined
    ? `the organisation ${other} is required, and the bundle does not state any`
    : `the organisation ${other} is required, and the bundle is of ${submitter.organisation}`;
}
