import type { ReactElement } from "react";
import type { EvidenceListItem } from "../../../clients/typescript/generated/contract.ts";
import { Link } from "../../frame/link.tsx";
import { addressOf } from "../../frame/route.ts";

/** Which evidence comes before a bundle, and which after it. */
export function Succession({
  item: { supersedes, superseded_by: supersededBy },
}: {
  readonly item: Pick<EvidenceListItem, "supersedes" | "superseded_by">;
}): ReactElement {
  return (
    <>
      {supersedes !== null && <Neighbour what="supersedes" eventId={supersedes} />}
      {supersededBy !== null && <Neighbour what="superseded by" eventId={supersededBy} />}
    </>
  );
}

function Neighbour({ what, eventId }: { readonly what: string; readonly eventId: string }): ReactElement {
  return (
    <span className="quiet">
      {" · "}
      {what}{" "}
      <Link className="mono" href={addressOf("evidence", { event_id: eventId })}>
        {eventId}
      </Link>
    </span>
  );
}
