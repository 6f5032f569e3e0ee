import type { ReactElement } from "react";
import type { VehicleWork, WorkEntry } from "../../../../clients/typescript/generated/contract.ts";
import { utcMinute } from "../../../labels/moments.ts";
import { actorLabel, entryLabel } from "../../../labels/work-labels.ts";

interface WorkHistoryProps {
  readonly work: VehicleWork;
  /** Null while nothing can be taken back. */
  readonly onUndo: ((entry: number) => void) | null;
  /** Null when as many are shown as there are to show. */
  readonly onMore: (() => void) | null;
}

/** What was done, latest first: who, when, and a way to take it back while there is one. */
export function WorkHistory({ work, onUndo, onMore }: WorkHistoryProps): ReactElement {
  return (
    <>
      <h3>What was done</h3>
      {work.data.length === 0 ? (
        <p className="quiet">Nothing yet.</p>
      ) : (
        <ol className="plain work-history">
          {work.data.map((entry) => (
            <EntryRow key={entry.entry} entry={entry} onUndo={onUndo} />
          ))}
        </ol>
      )}
      {work.has_more && onMore !== null && (
        <button type="button" className="link-button" onClick={onMore}>
          Show older entries
        </button>
      )}
    </>
  );
}

function EntryRow({
  entry,
  onUndo,
}: {
  readonly entry: WorkEntry;
  readonly onUndo: WorkHistoryProps["onUndo"];
}): ReactElement {
  const isUndone = entry.undone_by !== null;
  return (
    <li className="side-row">
      <p className={isUndone ? "quiet taken-back" : undefined}>
        <strong>{actorLabel(entry.by)}</strong> {entryLabel(entry)}
        {isUndone && entry.action !== "comment" && " (undone)"}
      </p>
      {entry.comment !== null && <p className="work-comment">“{entry.comment}”</p>}
      <p className="work-entry-foot quiet">
        <time dateTime={entry.at}>{utcMinute(entry.at)}</time>
        {entry.undoable && onUndo !== null && (
          <button
            type="button"
            className="link-button"
            aria-label={`Undo entry ${entry.entry}: ${entryLabel(entry)}`}
            onClick={() => onUndo(entry.entry)}
          >
            Undo
          </button>
        )}
      </p>
    </li>
  );
}
