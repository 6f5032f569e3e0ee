import type { Work, WorkEntry, WorkFacet } from "../ports/work.ts";

/** So long the key that wrote a comment may take it back. */
export const commentUndoneForUs = 15 * 60_000_000;

/** Who asks, and when. */
export interface Asker {
  readonly keyId: string;
  readonly nowUs: number;
}

/** Why an entry cannot be taken back, in words for who tried; null where it can. */
export function whyNotUndone(entry: WorkEntry, work: Work, asker: Asker): string | null {
  if (entry.undoneBy !== null) return `Entry ${entry.entry} was already undone by entry ${entry.undoneBy}.`;
  if (entry.action === "comment") return whyCommentStays(entry, asker);
  if (entry.action === "repaired" && work.repair?.outcome !== "pending") return finalTexts.repaired;
  if (entry.before === null) return finalTexts[entry.action] ?? cannot;
  const later = facetsOf(entry).find((facet) => work.setBy[facet] !== entry.entry);
  if (later === undefined) return null;
  return `Entry ${work.setBy[later] ?? 0} came after entry ${entry.entry} and changed the same again; undo that one, or set it as you want it.`;
}

/** Whether the text of an entry goes with it. */
export function erasesComment(entry: WorkEntry, asker: Asker): boolean {
  return entry.comment !== null && whyCommentStays(entry, asker) === null;
}

export function facetsOf({ before }: Pick<WorkEntry, "before">): readonly WorkFacet[] {
  return Object.keys(before ?? {}) as WorkFacet[];
}

const cannot = "This cannot be undone.";
const finalTexts: { readonly repaired: string } & { readonly [Action in WorkEntry["action"]]?: string } = {
  repaired:
    "A repair whose check is over cannot be undone. Reopen the work, or report another repair once it is done.",
  checked: "A finding of the service cannot be undone. Reopen the work, or close it as it is.",
  snooze_ended: "The end of a snooze cannot be undone. Snooze it again.",
  undo: "An undo cannot be undone: repeat the action instead.",
};

function whyCommentStays({ by, atUs, entry }: WorkEntry, { keyId, nowUs }: Asker): string | null {
  if (by.keyId !== keyId)
    return `Entry ${entry} is another key's comment; only the key that wrote it can undo it.`;
  if (nowUs - atUs <= commentUndoneForUs) return null;
  return `Entry ${entry} is older than 15 minutes: others may have acted on it. Write another comment.`;
}
