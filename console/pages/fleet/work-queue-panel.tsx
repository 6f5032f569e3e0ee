import { type ReactElement, useState } from "react";
import type { WorkQueueItem } from "../../../clients/typescript/generated/contract.ts";
import { queueLength, useWorkQueue } from "../../api/views.ts";
import { EvidenceLink } from "../../frame/download-button.tsx";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice, EmptyNotice } from "../../frame/notices.tsx";
import { vehicleAddress } from "../../frame/time-range.ts";
import { TierMark } from "../../frame/tier-mark.tsx";
import { utcMinute } from "../../labels/moments.ts";
import { tierLabel } from "../../labels/tier-labels.ts";
import { faultSourceLabel, toDoLabel } from "../../labels/verdict-labels.ts";
import { QueueWork, SnoozedCount } from "../vehicle/work-panel/queue-work.tsx";
import { OrderNotice } from "./order-notice.tsx";
import { useSteadyOrder } from "./steady-order.ts";

/** What to do next with which vehicle, and why; most urgent first. */
export function WorkQueuePanel(): ReactElement {
  const queue = useWorkQueue();
  const items = queue.data?.data;
  return (
    <section className="panel" aria-labelledby="work-queue">
      <h2 id="work-queue">
        Needs action{" "}
        {items !== undefined && items.length > 0 && <span className="quiet">{lengthOf(items)}</span>}
      </h2>
      <AnswerNotice answer={queue} what="The work queue" loading="the work queue" lines={6} />
      {items?.length === 0 && (
        <EmptyNotice>
          <p>No vehicle needs anything now.</p>
        </EmptyNotice>
      )}
      {items !== undefined && items.length > 0 && <Queue latest={items} />}
      <SnoozedCount count={queue.data?.snoozed_count} />
    </section>
  );
}

function Queue({ latest }: { readonly latest: readonly WorkQueueItem[] }): ReactElement {
  const [isWhole, setWhole] = useState(false);
  const { items, hold, ...order } = useSteadyOrder(latest, (item) => item.vehicle_id);
  return (
    <>
      <p className="quiet" role="status">
        <OrderNotice {...order} />
      </p>
      <ol className="queue" {...hold}>
        {items.slice(0, isWhole ? undefined : shownAtFirst).map((item) => (
          <QueueRow key={item.vehicle_id} item={item} isInOrder={!order.isHeldBack} />
        ))}
      </ol>
      {items.length > shownAtFirst && (
        <p className="panel-foot">
          <button type="button" className="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${shownAtFirst}` : `Show all ${lengthOf(items)}`}
          </button>
        </p>
      )}
      {isWhole && items.length >= queueLength && (
        <p className="quiet panel-foot">The {queueLength} most urgent vehicles are shown.</p>
      )}
    </>
  );
}

/** So many fit beside the map. */
const shownAtFirst = 6;

function lengthOf(items: readonly unknown[]): string {
  return items.length >= queueLength ? `${queueLength} or more` : String(items.length);
}

interface QueueRowProps {
  readonly item: WorkQueueItem;
  /** Ranks between others that are not theirs would only be read as mistakes. */
  readonly isInOrder: boolean;
}

function QueueRow({ item, isInOrder }: QueueRowProps): ReactElement {
  return (
    <li className="queue-row">
      <span className="rank" aria-hidden="true">
        {isInOrder && item.rank}
      </span>
      <div className="queue-who">
        <Link className="mono" href={vehicleAddress(item.vehicle_id)}>
          {item.vehicle_id}
        </Link>
        <TierMark tier={item.tier} />
      </div>
      <div className="queue-what">
        <p className="queue-action">
          {toDoLabel(item)}
          {item.probable_fault_source !== "none" && (
            <span className="quiet"> · {faultSourceLabel(item.probable_fault_source)}</span>
          )}
        </p>
        <p className="queue-why">{item.why}</p>
        <QueueWork work={item.work} />
        <p className="queue-facts quiet">
          {!item.why.includes(utcMinute(item.since)) && (
            <span>
              {tierLabel(item.tier).word} since <time dateTime={item.since}>{utcMinute(item.since)}</time>
            </span>
          )}
          {item.evidence_id !== null && <EvidenceLink eventId={item.evidence_id} />}
        </p>
      </div>
    </li>
  );
}
