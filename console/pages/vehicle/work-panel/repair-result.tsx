import type { ReactElement } from "react";
import type { RepairCheck } from "../../../../clients/typescript/generated/contract.ts";
import { utcMinute } from "../../../labels/moments.ts";
import { faultSourceLabel } from "../../../labels/verdict-labels.ts";
import { actorLabel, outcomeLabel, repairValue } from "../../../labels/work-labels.ts";

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
