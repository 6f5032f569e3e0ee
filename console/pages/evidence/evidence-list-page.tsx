import { useRef, type ReactElement, type ReactNode } from "react";
import type { EvidenceListItem } from "../../../clients/typescript/generated/contract.ts";
import { useAllEvidence } from "../../api/evidence-views.ts";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice, EmptyNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { useRowKeys } from "../../frame/row-keys.ts";
import { triggerLabels } from "../../../core/reports/quantity-labels.ts";
import { Succession } from "./succession.tsx";
import { TierMark } from "../../frame/tier-mark.tsx";
import { rowCount, type RowPlace, VirtualRows } from "../../frame/virtual-rows.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { count, counted } from "../../labels/quantities.ts";
import { faultSourceLabel } from "../../labels/verdict-labels.ts";

/** Every bundle issued, latest first. */
export function EvidenceListPage(): ReactElement {
  const evidence = useAllEvidence();
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table, "evidence");
  const items = evidence.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section className="panel" aria-labelledby="all-evidence">
      <div className="panel-head">
        <h1 id="all-evidence">Evidence</h1>
        <a href="/verify.html">Offline verifier</a>
      </div>
      <AnswerNotice answer={evidence} what="The evidence" loading="the evidence" lines={6} />
      {evidence.data !== undefined && (
        <BesideList waiting={evidence.data.pages[0]?.awaiting_issuer} isEmpty={items.length === 0}>
          <EmptyNotice>
            <p>None issued yet: evidence is made when the sequential test first finds a change.</p>
          </EmptyNotice>
        </BesideList>
      )}
      {items.length > 0 && (
        <table ref={table} className="numbers evidence-list" {...rowCount(items)}>
          <caption className="unseen">Evidence, latest first</caption>
          <thead>
            <tr>
              <th scope="col">Evidence</th>
              <th scope="col">Vehicle</th>
              <th scope="col">Tier</th>
              <th scope="col">Issued because</th>
              <th scope="col">Source</th>
              <th scope="col" className="number">
                Frames
              </th>
              <th scope="col">Detected (service’s clock)</th>
            </tr>
          </thead>
          <VirtualRows
            items={items}
            rowPx={31}
            columns={7}
            row={(item, place) => <Row key={item.event_id} item={item} place={place} />}
          />
        </table>
      )}
      {evidence.hasNextPage && (
        <p className="panel-foot">
          <button
            type="button"
            className="button"
            disabled={evidence.isFetchingNextPage}
            onClick={() => void evidence.fetchNextPage()}
          >
            Load more
          </button>
        </p>
      )}
    </section>
  );
}

interface BesideListProps {
  /** Breaches that have an id and no evidence yet. */
  readonly waiting: number | undefined;
  readonly isEmpty: boolean;
  /** What an empty list says where none waits. */
  readonly children: ReactNode;
}

/** What a list of evidence says besides its rows: that some waits for its issuer, or why there is none. */
export function BesideList({ waiting = 0, isEmpty, children }: BesideListProps): ReactNode {
  if (waiting === 0) return isEmpty ? children : null;
  return (
    <div className="notice">
      <p>
        Evidence of {counted(waiting, "breach", "breaches")} waits: issuer and log are not named. The operator
        of the service runs <code>plumbline init</code> and restarts it.
      </p>
    </div>
  );
}

interface RowProps {
  readonly item: EvidenceListItem;
  readonly place: RowPlace;
}

function Row({ item, place }: RowProps): ReactElement {
  return (
    <tr {...place}>
      <th scope="row" className="mono">
        {item.erased_at === undefined ? (
          <Link href={addressOf("evidence", { event_id: item.event_id })}>{item.event_id}</Link>
        ) : (
          `${item.event_id}, erased ${utcSecond(item.erased_at)}`
        )}
      </th>
      <td>
        <Link href={addressOf("vehicle", { vehicle_id: item.vehicle_id })}>{item.vehicle_id}</Link>
      </td>
      <td>
        <TierMark tier={item.tier} />
      </td>
      <td>
        {triggerLabels[item.trigger]}
        <Succession item={item} />
      </td>
      <td>{faultSourceLabel(item.probable_fault_source)}</td>
      <td className="number" data-label={item.frame_count === 1 ? "frame" : "frames"}>
        {count(item.frame_count)}
      </td>
      <td>
        <time dateTime={item.detected_at}>{utcSecond(item.detected_at)}</time>
      </td>
    </tr>
  );
}
