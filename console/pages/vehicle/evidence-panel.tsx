import type { ReactElement } from "react";
import type { EvidenceListItem } from "../../../clients/typescript/generated/contract.ts";
import { evidenceShown, useVehicleEvidence } from "../../api/views.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { TierMark } from "../../frame/tier-mark.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { counted } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { EvidenceDownloads } from "../evidence/evidence-downloads.tsx";

/** The bundles issued for one vehicle, latest first. */
export function EvidencePanel({ vehicleId }: { readonly vehicleId: string }): ReactElement {
  const evidence = useVehicleEvidence(vehicleId);
  const items = evidence.data?.data ?? [];
  return (
    <section className="panel" aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <AnswerNotice answer={evidence} what="The evidence" loading="the evidence" lines={2} />
      {evidence.data !== undefined && items.length === 0 && (
        <p className="quiet">None issued: the CUSUM test never breached.</p>
      )}
      {items.length > 0 && (
        <>
          <ul className="plain">
            <EvidenceRow item={items[0]!} />
          </ul>
          <p className="quiet">
            To check it independently of this service, open <a href="/verify.html">the offline verifier</a>{" "}
            and drop the archive on it.
          </p>
          {items.length > 1 && (
            <details className="fold">
              <summary>Earlier evidence ({items.length - 1})</summary>
              <ul className="plain">
                {items.slice(1).map((item) => (
                  <EvidenceRow key={item.event_id} item={item} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      {evidence.data?.has_more === true && <p className="quiet">The latest {evidenceShown} are shown.</p>}
    </section>
  );
}

function EvidenceRow({ item }: { readonly item: EvidenceListItem }): ReactElement {
  return (
    <li className="side-row">
      <p className="evidence-id">
        {item.erased_at === undefined ? (
          <Link className="mono" href={addressOf("evidence", { event_id: item.event_id })}>
            {item.event_id}
          </Link>
        ) : (
          <span className="mono">{item.event_id}</span>
        )}
        <CopyButton text={item.event_id} what="the event id" />
      </p>
      <p>
        <TierMark tier={item.tier} /> detected{" "}
        <time dateTime={item.detected_at}>{utcSecond(item.detected_at)}</time> (service’s clock)
      </p>
      <p className="quiet">
        {faultSourceLabel(item.probable_fault_source)} · {counted(item.frame_count, "frame")} · signed
      </p>
      {item.erased_at === undefined ? (
        <p className="evidence-downloads">
          <EvidenceDownloads eventId={item.event_id} />
        </p>
      ) : (
        <p className="quiet">erased {utcSecond(item.erased_at)}: only its place in the log is left</p>
      )}
    </li>
  );
}
