import type { ReactElement } from "react";
import type { EvidenceCustody } from "../../../clients/typescript/generated/contract.ts";
import { useEvidenceCustody } from "../../api/evidence-views.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { utcSecond } from "../../labels/moments.ts";

/** What was done with the evidence after its issue: each a signed record in the log. */
export function CustodyPanel({ eventId }: { readonly eventId: string }): ReactElement {
  const custody = useEvidenceCustody(eventId);
  return (
    <section className="panel" aria-labelledby="custody">
      <h2 id="custody">Custody after the issue</h2>
      <AnswerNotice answer={custody} what="The custody record" loading="the custody record" lines={3} />
      {custody.data !== undefined && <Entries custody={custody.data} />}
    </section>
  );
}

function Entries({ custody }: { readonly custody: EvidenceCustody }): ReactElement {
  return (
    <>
      <p className="quiet">
        {custody.legal_hold ? "A legal hold forbids erasure." : "No legal hold."} Each line is signed, chained
        to the one before, and in the log. Viewing this page adds one.
      </p>
      {custody.entries.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ol className="plain">
          {custody.entries.map((entry) => (
            <li key={entry.seq} className="side-row">
              <time dateTime={entry.at}>{utcSecond(entry.at)}</time> {actionOf(entry)}{" "}
              <span className="quiet">key {entry.key_id}</span>
            </li>
          ))}
        </ol>
      )}
      {custody.has_more && (
        <p className="quiet">More records follow: plumbline evidence custody lists them all.</p>
      )}
    </>
  );
}

function actionOf({ action, form, reason, basis }: EvidenceCustody["entries"][number]): string {
  switch (action) {
    case "handed_out":
      return `handed out${form === undefined ? "" : ` as ${form}`},`;
    case "hold_set":
      return `legal hold set: ${reason ?? ""},`;
    case "hold_released":
      return `legal hold released: ${reason ?? ""},`;
    case "erased":
      return `erased: ${basis ?? ""},`;
  }
}
