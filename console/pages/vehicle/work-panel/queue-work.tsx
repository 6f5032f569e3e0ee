import type { ReactElement } from "react";
import type { QueuedWork } from "../../../../clients/typescript/generated/contract.ts";
import { utcMinute } from "../../../labels/moments.ts";
import { actorLabel, queuedWorkLabel } from "../../../labels/work-labels.ts";

/** What people have done about a vehicle of the queue: who has it, and what was noted last. Nothing where nobody did anything. */
export function QueueWork({ work }: { readonly work: QueuedWork | undefined }): ReactElement | null {
  if (work === undefined) return null;
  const standing = queuedWorkLabel(work);
  const { comment } = work;
  if (standing === null && comment === null) return null;
  return (
    <p className="queue-work">
      {standing !== null && <span className="queue-work-state">{standing}</span>}
      {comment !== null && (
        <span className="quiet">
          “{comment.text}” {actorLabel(comment.by)},{" "}
          <time dateTime={comment.at}>{utcMinute(comment.at)}</time>
        </span>
      )}
    </p>
  );
}

/** How many vehicles are not in the queue because they are snoozed; nothing where none are. */
export function SnoozedCount({ count }: { readonly count: number | undefined }): ReactElement | null {
  if (count === undefined || count === 0) return null;
  return (
    <p className="quiet panel-foot">
      {count === 1 ? "1 vehicle is snoozed and left out." : `${count} vehicles are snoozed and left out.`}
    </p>
  );
}
