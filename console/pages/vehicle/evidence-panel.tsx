import { useState, type ReactElement } from "react";
import type { EvidenceListItem } from "../../../clients/typescript/generated/contract.ts";
import { evidenceShown, useVehicleEvidence, useVehicleStatements } from "../../api/views.ts";
import { triggerLabels } from "../../../core/reports/quantity-labels.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { TierMark } from "../../frame/tier-mark.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { counted } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";
import { BesideList } from "../evidence/evidence-list-page.tsx";
import { Succession } from "../evidence/succession.tsx";
import { RequestEvidence, StatementDownload } from "./request-evidence.tsx";
import { EvidenceDownloads } from "../evidence/evidence-downloads.tsx";

/** The bundles issued for one vehicle, latest first. */
export function EvidencePanel({
  vehicleId,
  isBreached,
}: {
  readonly vehicleId: string;
  /** A breach is open, so that evidence of it can be requested; otherwise a statement of the state. */
  readonly isBreached: boolean;
}): ReactElement {
  const evidence = useVehicleEvidence(vehicleId);
  const items = evidence.data?.data ?? [];
  return (
    <section className="panel" aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <RequestEvidence vehicleId={vehicleId} isBreached={isBreached} />
      <AnswerNotice answer={evidence} what="The evidence" loading="the evidence" lines={2} />
      {evidence.data !== undefined && (
        <BesideList waiting={evidence.data.awaiting_issuer} isEmpty={items.length === 0}>
          <p className="quiet">No evidence issued: the CUSUM test never breached.</p>
        </BesideList>
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
      <StatementsFold vehicleId={vehicleId} />
      {evidence.data?.has_more === true && <p className="quiet">The latest {evidenceShown} are shown.</p>}
    </section>
  );
}

/** Signed statements of the vehicle's state, which are no evidence: few ask for one. */
function StatementsFold({ vehicleId }: { readonly vehicleId: string }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const statements = useVehicleStatements(vehicleId, isOpen);
  const items = statements.data?.data ?? [];
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Signed statements of its state</summary>
      {isOpen && (
        <AnswerNotice answer={statements} what="The statements" loading="the statements" lines={1} />
      )}
      {statements.data !== undefined && items.length === 0 && <p className="quiet">None issued.</p>}
      <ul className="plain">
        {items.map(({ statement_id: id, at, state, reason }) => (
          <li key={id} className="side-row">
            <p>
              <span className="mono">{id}</span> {state.tier ?? "not judged"} at{" "}
              <time dateTime={at}>{utcSecond(at)}</time>
            </p>
            <p className="quiet">{reason}</p>
            <p className="evidence-downloads">
              <StatementDownload id={id} />
            </p>
          </li>
        ))}
      </ul>
      {statements.data?.has_more === true && <p className="quiet">The latest {evidenceShown} are shown.</p>}
    </details>
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
        {triggerLabels[item.trigger]} · {faultSourceLabel(item.probable_fault_source)} ·{" "}
        {counted(item.frame_count, "frame")} · signed
        <Succession item={item} />
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
