import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { PlumblineError } from "../../../clients/typescript/errors.ts";
import { faultText, useService } from "../../api/service.ts";
import { Link } from "../../frame/link.tsx";
import { replaceAddress } from "../../frame/navigation.ts";
import { AnswerNotice, EmptyNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { count, counted } from "../../labels/quantities.ts";
import { Outcome } from "./outcome.tsx";
import { nothingYet, rescoreFleet, type FleetProgress } from "./rescore-fleet.ts";
import { SettingFields } from "./setting-fields.tsx";
import { addressPartsOf, settingsOf, type SettingTexts } from "./setting-texts.ts";

/** Which vehicles and which past breaches other settings would have led to. Nothing is saved. */
export function WhatIfPage({ texts }: { readonly texts: SettingTexts }): ReactElement {
  const service = useService();
  const ground = useQuery({
    queryKey: ["what-if"],
    queryFn: async ({ signal }) => (await service.fleet.healthSummary({}, { signal })).total_vehicles,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: vehicles } = ground;
  return (
    <>
      <div className="analytics-head">
        <h1>Threshold simulator</h1>
        <Link href={addressOf("analytics")}>Analytics</Link>
      </div>
      <AnswerNotice answer={ground} what="The fleet" loading="the fleet" lines={6} />
      {vehicles === 0 && (
        <EmptyNotice>
          <p>No vehicle has sent a frame yet, so there is nothing to score again.</p>
        </EmptyNotice>
      )}
      {vehicles !== undefined && vehicles > 0 && <Trial vehicles={vehicles} texts={texts} />}
    </>
  );
}

type Run =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: FleetProgress }
  | { readonly kind: "done"; readonly progress: FleetProgress }
  | { readonly kind: "failed"; readonly why: string; readonly progress: FleetProgress };

function Trial({
  vehicles,
  texts,
}: {
  readonly vehicles: number;
  readonly texts: SettingTexts;
}): ReactElement {
  const service = useService();
  const [run, setRun] = useState<Run>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the page does not want the rest.
  useEffect(() => () => running.current?.abort(), []);
  const settings = settingsOf(texts);
  const moved = Object.keys(texts).length;
  const move = (next: SettingTexts): void => {
    // What was found is about other settings from now on.
    running.current?.abort();
    setRun({ kind: "idle" });
    replaceAddress(addressOf("whatIf", {}, { set: addressPartsOf(next) }));
  };
  const begin = async (): Promise<void> => {
    if (settings === null) return;
    const giving = new AbortController();
    running.current = giving;
    let last = nothingYet;
    setRun({ kind: "running", progress: last });
    const tell = (next: Run): void => {
      if (running.current === giving) setRun(next);
    };
    try {
      await rescoreFleet(service, settings, {
        signal: giving.signal,
        onProgress(progress) {
          last = progress;
          if (!giving.signal.aborted) tell({ kind: "running", progress });
        },
      });
      tell({ kind: "done", progress: last });
    } catch (fault) {
      if (giving.signal.aborted) return;
      if (!(fault instanceof PlumblineError)) throw fault;
      tell({ kind: "failed", why: faultText(fault), progress: last });
    }
  };
  const stop = (): void => {
    running.current?.abort();
    setRun((now) => (now.kind === "running" ? { ...now, kind: "failed", why: "Stopped." } : now));
  };
  return (
    <section className="panel what-if" aria-labelledby="settings">
      <h2 id="settings">Change a setting</h2>
      <p>
        All stored frames of {count(vehicles)} vehicles are scored again under the settings below and compared
        with those in force, the most urgent vehicles first. <strong>Nothing is saved or changed:</strong> no
        setting, no tier, no evidence. The address of this page contains your changes.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <SettingFields texts={texts} onChange={move} />
        <p className="choices">
          {run.kind === "running" ? (
            <button type="button" className="button" onClick={stop}>
              Stop
            </button>
          ) : (
            <button type="submit" className="button" disabled={settings === null}>
              Score {count(vehicles)} vehicles again
            </button>
          )}
          {moved > 0 && (
            <button type="button" className="button" onClick={() => move({})}>
              Reset {counted(moved, "change")}
            </button>
          )}
        </p>
      </form>
      <State run={run} vehicles={vehicles} />
      {run.kind !== "idle" && run.progress.vehicles.length > 0 && (
        <Outcome vehicles={run.progress.vehicles} isWhole={run.kind === "done"} />
      )}
    </section>
  );
}

function State({ run, vehicles }: { readonly run: Run; readonly vehicles: number }): ReactElement | null {
  if (run.kind === "idle") return null;
  const { tooLong, vehiclesDone } = run.progress;
  return (
    <>
      {run.kind === "running" && (
        <progress
          max={Math.max(vehicles, vehiclesDone)}
          value={vehiclesDone}
          aria-label="Vehicles scored again"
        />
      )}
      <p role={run.kind === "failed" ? "alert" : "status"}>{sayState(run, vehicles)}</p>
      {tooLong > 0 && (
        <p className="quiet">
          {count(tooLong)} {tooLong === 1 ? "vehicle has" : "vehicles have"} more frames than one request
          scores again and {tooLong === 1 ? "is" : "are"} left out; <code>plumbline replay --set</code> takes
          any number.
        </p>
      )}
    </>
  );
}

function sayState(run: Exclude<Run, { readonly kind: "idle" }>, vehicles: number): string {
  const { framesDone, tooLong, vehiclesDone, waitsS } = run.progress;
  const judged = vehiclesDone - tooLong;
  const frames = counted(framesDone, "frame");
  if (run.kind === "done") return `All ${count(judged)} vehicles were scored again: ${frames}.`;
  const sofar = `${count(judged)} of ${count(vehicles)} vehicles, ${frames}`;
  if (run.kind === "failed") return `${run.why} ${sofar} were scored again; the others are not known.`;
  return waitsS === null
    ? `${sofar} scored again so far.`
    : `${sofar} scored again so far. The service is busy; next attempt in ${count(waitsS)} s.`;
}
