import { type ReactElement, useEffect } from "react";
import type { Bundle } from "../../../core/encoding/bundle.ts";
import { useCheckedEvidence } from "../../api/evidence-views.ts";
import { isMissing } from "../../api/views.ts";
import type { CheckedEvidence } from "../../evidence/check-archive.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { Link } from "../../frame/link.tsx";
import { FaultNotice, Loading, useFault } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { TierMark } from "../../frame/tier-mark.tsx";
import { ComparePanel } from "./compare/compare-panel.tsx";
import { CheckPanel } from "./check-panel.tsx";
import { ContentPanels } from "./content-panels.tsx";
import { CustodyPanel } from "./custody-panel.tsx";
import { EvidenceDownloads } from "./evidence-downloads.tsx";

/** Is this bundle intact, who signed it, what happened in which order? */
export function EvidencePage({ eventId }: { readonly eventId: string }): ReactElement {
  const checked = useCheckedEvidence(eventId);
  const fault = useFault(checked);
  const digest = bundleIn(checked.data)?.signature;
  usePrintHeading(digest === undefined ? null : `${eventId}, ${digest}`);
  return (
    <article className="evidence-page">
      <EvidenceHeader eventId={eventId} bundle={bundleIn(checked.data)} isMissing={isMissing(fault)} />
      {checked.data !== undefined && <Checked eventId={eventId} checked={checked.data} />}
      {checked.isPending && fault === null && <Loading what="and checking the evidence" lines={8} />}
      {fault !== null && <NoEvidence eventId={eventId} fault={fault} retry={() => void checked.refetch()} />}
    </article>
  );
}

interface CheckedProps {
  readonly eventId: string;
  readonly checked: CheckedEvidence;
}

function Checked({ eventId, checked }: CheckedProps): ReactElement {
  return (
    <>
      <CheckPanel checked={checked} />
      {checked.kind === "checked" && <ContentPanels checked={checked} />}
      <CustodyPanel eventId={eventId} />
      {checked.kind === "checked" && <ComparePanel checked={checked} />}
    </>
  );
}

interface NoEvidenceProps {
  readonly eventId: string;
  readonly fault: Error;
  readonly retry: () => void;
}

function NoEvidence({ eventId, fault, retry }: NoEvidenceProps): ReactElement {
  if (!isMissing(fault)) return <FaultNotice what="The evidence" fault={fault} retry={retry} />;
  return (
    <section className="panel notice">
      <p>
        No evidence <code>{eventId}</code> was issued, or this key may not see it.{" "}
        <Link href={addressOf("evidenceList")}>All evidence</Link>.
      </p>
    </section>
  );
}

function bundleIn(checked: CheckedEvidence | undefined): Bundle | null {
  return checked?.kind === "checked" ? checked.bundle : null;
}

interface EvidenceHeaderProps {
  readonly eventId: string;
  readonly bundle: Bundle | null;
  /** There is nothing to download. */
  readonly isMissing: boolean;
}

function EvidenceHeader({ eventId, bundle, isMissing: isNotThere }: EvidenceHeaderProps): ReactElement {
  return (
    <header className="vehicle-header">
      <div className="vehicle-title">
        <Link className="back" href={addressOf("evidenceList")}>
          Evidence
        </Link>
        <h1 className="mono">{eventId}</h1>
        <CopyButton text={eventId} what="the event id" />
        {bundle !== null && (
          <>
            <Link href={addressOf("vehicle", { vehicle_id: bundle.vehicle_id })}>{bundle.vehicle_id}</Link>
            <span className="tier-change">
              <TierMark tier={bundle.tier_transition.before.tier} />
              <span>to</span>
              <TierMark tier={bundle.tier} />
            </span>
          </>
        )}
      </div>
      <div className="evidence-downloads no-print">
        {!isNotThere && (
          <>
            <EvidenceDownloads eventId={eventId} />
            <button type="button" className="button" onClick={() => window.print()}>
              Print
            </button>
          </>
        )}
        <a href="/verify.html">Offline verifier</a>
      </div>
    </header>
  );
}

/** What stands at the top of every printed page, so that loose sheets can be distinguished; null for nothing. */
function usePrintHeading(text: string | null): void {
  useEffect(() => {
    if (text === null) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { @top-left { content: "${plain(text)}"; font: 8pt monospace; } }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [text]);
}

/** Ids and digests have no other characters; what an address may hold besides never becomes style. */
function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9:, -]/g, "");
}
