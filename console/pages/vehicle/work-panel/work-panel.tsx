import { type ReactElement, useState } from "react";
import type { RepairCheck, VehicleWork } from "../../../../clients/typescript/generated/contract.ts";
import { AnswerNotice } from "../../../frame/notices.tsx";
import { utcMinute } from "../../../labels/moments.ts";
import { faultSourceLabel } from "../../../labels/verdict-labels.ts";
import {
  actorLabel,
  outcomeLabel,
  repairValue,
  snoozeEndLabel,
  workSinceLabel,
  workStateLabel,
} from "../../../labels/work-labels.ts";
import { entriesAtFirst, useVehicleWork } from "./use-work.ts";
import { WorkActions } from "./work-actions.tsx";
import { WorkHistory } from "./work-history.tsx";

/** Whether the newest repair brought every sensor back, with the numbers it is judged by. */
export function RepairResult({ repair }: { readonly repair: RepairCheck }): ReactElement {
  const { outcome, why, sensors, at, by, comment } = repair;
  return (
    <div className={`repair repair-${outcome}`}>
      <h3>{outcomeLabel(outcome)}</h3>
      <p>{why}</p>
      <p className="quiet">
        “{comment}”, {actorLabel(by)}, <time dateTime={at}>{utcMinute(at)}</time>
      </p>
      {sensors.length > 0 && (
        <ul className="plain" aria-label="Each sensor">
          {sensors.map((one) => (
            <li key={one.sensor} className="side-row">
              <p>
                <strong>{faultSourceLabel(one.sensor)}</strong> {progressOf(one)}
              </p>
              <p className="quiet">
                off by {repairValue(one.sensor, one.before_repair)} before,{" "}
                {repairValue(one.sensor, one.difference)} now; limit{" "}
                {repairValue(one.sensor, one.caution_limit)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function progressOf({ outcome, blocks, blocks_needed: needed }: RepairCheck["sensors"][number]): string {
  if (outcome === "restored") return "restored";
  return outcome === "not_restored" ? "not restored" : `${Math.min(blocks, needed)} of ${needed} blocks`;
}

/** What people do about a vehicle: where that stands, what can be done next, and what was done, by whom. */
export function WorkPanel({ vehicleId }: { readonly vehicleId: string }): ReactElement {
  const [entries, setEntries] = useState(entriesAtFirst);
  const work = useVehicleWork(vehicleId, entries);
  return (
    <section className="panel work" aria-labelledby="work">
      <h2 id="work">Work</h2>
      <AnswerNotice answer={work} what="The work" loading="the work" lines={4} />
      {work.data !== undefined && (
        <>
          <WorkStanding work={work.data} />
          {work.data.repair !== null && <RepairResult repair={work.data.repair} />}
          <WorkActions work={work.data}>
            {(send, isBusy) => (
              <WorkHistory
                work={work.data}
                onUndo={isBusy ? null : (entry) => send({ action: "undo", entry })}
                onMore={entries < mostEntries ? () => setEntries(mostEntries) : null}
              />
            )}
          </WorkActions>
        </>
      )}
    </section>
  );
}

const mostEntries = 200;

function WorkStanding({ work }: { readonly work: VehicleWork }): ReactElement {
  const since = workSinceLabel(work);
  const ended = snoozeEndLabel(work);
  return (
    <>
      <p className="card-main">{workStateLabel(work.state)}</p>
      {since !== null && <p className="quiet">{since}</p>}
      {ended !== null && <p>{ended}</p>}
      {work.assignee !== null && (
        <p>
          Assigned to <strong>{work.assignee}</strong>
        </p>
      )}
    </>
  );
}
