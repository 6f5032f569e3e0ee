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
  if (entry.undoneBy !== null)
    return `Entry ${entry.entry} was taken back by entry ${entry.undoneBy} already.`;
  if (entry.action === "comment") return whyCommentStays(entry, asker);
  if (entry.before === null) return finalTexts[entry.action] ?? cannot;
  const later = facetsOf(entry).find((facet) => work.setBy[facet] !== entry.entry);
  if (later === undefined) return null;
  return `Entry ${work.setBy[later] ?? 0} came after entry ${entry.entry} and set the same anew; take that one back, or set it as you want it.`;
}

/** Whether the text of an entry goes with it. */
export function erasesComment(entry: WorkEntry, asker: Asker): boolean {
  return entry.comment !== null && whyCommentStays(entry, asker) === null;
}

export function facetsOf({ before }: Pick<WorkEntry, "before">): readonly WorkFacet[] {
  return Object.keys(before ?? {}) as WorkFacet[];
}

const cannot = "This cannot be taken back.";
const finalTexts: { readonly [Action in WorkEntry["action"]]?: string } = {
  repaired:
    "A repair cannot be taken back: its baseline was begun afresh, and the readings since count towards the new one. Reopen the work, or report another repair once it is done.",
  checked: "What the service found cannot be taken back. Reopen the work, or close it as it is.",
  snooze_ended: "Time does not go back. Snooze it again.",
  undo: "Taking something back is not itself taken back: do it again.",
};

function whyCommentStays({ by, atUs, entry }: WorkEntry, { keyId, nowUs }: Asker): string | null {
  if (by.keyId !== keyId)
    return `Entry ${entry} is another key's comment; only the key that wrote it takes it back.`;
  if (nowUs - atUs <= commentUndoneForUs) return null;
  return `Entry ${entry} is older than 15 minutes: others may have acted on it. Write another comment.`;
}
