import { Compile } from "typebox/compile";

import type { BundleCore } from "../bundle/bundle.ts";
import { statementAbout, statementSchema } from "../bundle/statement.ts";

const statementShape = Compile(statementSchema);

/** What a statement must be about: `signature` is the bundle's content digest, `logOrigin` null for a bundle no log has. */
export interface StatedBundle {
  readonly core: BundleCore;
  readonly signature: string;
  readonly logOrigin: string | null;
}

/** Whether a signed statement is about this very core and nothing else. */
export function statementFault(statement: unknown, about: StatedBundle): string | null {
  if (!statementShape.Check(statement))
    return "not a statement of the type and predicate this verifier knows";
  const due = statementAbout(about.core, about.signature);
  const [core, frames] = statement.subject;
  const [dueCore, dueFrames] = due.subject;
  if (core.digest.sha256 !== dueCore.digest.sha256) return "signed for another content digest";
  if (frames.digest.sha256 !== dueFrames.digest.sha256) return "signed for another frames file";
  if (core.name !== dueCore.name || frames.name !== dueFrames.name) return "signed for another event";
  if (statement.predicate.event_id !== due.predicate.event_id) return "signed for another event id";
  if (statement.predicate.tier !== due.predicate.tier) return "signed for another tier";
  if (statement.predicate.organisation_tag !== due.predicate.organisation_tag)
    return "signed for another organisation";
  const { log_origin: logOrigin } = statement.predicate;
  if (logOrigin !== undefined && about.logOrigin === null) {
    return `signed for the log ${logOrigin}, and shows no proof of it`;
  }
  if (logOrigin !== undefined && logOrigin !== about.logOrigin) return "signed for another log";
  if (statement.predicate.signed_at !== due.predicate.signed_at) return "signed at another time than issued";
  return null;
}
