import { useState, type ReactElement } from "react";
import type { VehicleWork } from "../../../../clients/typescript/generated/contract.ts";
import { AnswerNotice } from "../../../frame/notices.tsx";
import { snoozeEndLabel, workSinceLabel, workStateLabel } from "../../../labels/work-labels.ts";
import { RepairResult } from "./repair-result.tsx";
import { WorkActions } from "./work-actions.tsx";
import { WorkHistory } from "./work-history.tsx";
import { entriesAtFirst, useVehicleWork } from "./use-work.ts";

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
