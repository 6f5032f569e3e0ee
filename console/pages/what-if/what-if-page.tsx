import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactElement } from "react";
import type { VehicleDetail, VehicleListItem } from "../../../clients/typescript/generated/contract.ts";
import { PlumblineError } from "../../../clients/typescript/errors.ts";
import { faultText, useService } from "../../api/service.ts";
import { Link } from "../../frame/link.tsx";
import { AnswerNotice, EmptyNotice } from "../../frame/notices.tsx";
import { addressOf } from "../../frame/route.ts";
import { count } from "../../labels/quantities.ts";
import { LimitFields, settingsOf, type LimitTexts } from "./limit-fields.tsx";
import { planParts, type Part } from "./plan-parts.ts";
import { rescoreParts, type Progress } from "./rescore-parts.ts";
import { Outcome } from "./outcome.tsx";

/** As many vehicles as one answer lists: a what-if of more is work for `plumbline replay`. */
const vehiclesLooked = 1_000;

/** Which vehicles and which past breaches other limits would have led to. Nothing is saved. */
export function WhatIfPage(): ReactElement {
  const service = useService();
  const ground = useQuery({
    queryKey: ["what-if"],
    queryFn: async ({ signal }) => {
      const { data, has_more: hasMore } = await service.vehicles.list(
        { sort: "urgency", limit: vehiclesLooked },
        { signal },
      );
      const [first] = data;
      const limits =
        first === undefined ? null : (await service.vehicles.get(first.vehicle_id, { signal })).sensor_limits;
      return { vehicles: data, hasMore, limits };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = ground;
  return (
    <>
      <div className="analytics-head">
        <h1>What if the limits were others?</h1>
        <Link href={addressOf("analytics")}>Analytics</Link>
      </div>
      <AnswerNotice answer={ground} what="The fleet" loading="the fleet" lines={6} />
      {data !== undefined && data.limits === null && (
        <EmptyNotice>
          <p>No vehicle has sent a frame yet, so there is nothing to judge again.</p>
        </EmptyNotice>
      )}
      {data !== undefined && data.limits !== null && (
        <Trial vehicles={data.vehicles} hasMore={data.hasMore} limits={data.limits} />
      )}
    </>
  );
}

type Run =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: Progress }
  | { readonly kind: "done"; readonly progress: Progress }
  | { readonly kind: "failed"; readonly why: string; readonly progress: Progress };

const nothingYet: Progress = { vehicles: [], framesDone: 0, waitsS: null };

function Trial(props: {
  readonly vehicles: readonly VehicleListItem[];
  readonly hasMore: boolean;
  readonly limits: VehicleDetail["sensor_limits"];
}): ReactElement {
  const { vehicles, hasMore, limits } = props;
  const service = useService();
  const [texts, setTexts] = useState<LimitTexts>({});
  const [run, setRun] = useState<Run>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  // Whoever leaves the page does not want the rest.
  useEffect(() => () => running.current?.abort(), []);
  const { parts, tooLong } = planParts(vehicles);
  const frames = framesOf(parts);
  const settings = settingsOf(texts, limits);

  const begin = async (): Promise<void> => {
    if (settings === null) return;
    const giving = new AbortController();
    running.current = giving;
    let last = nothingYet;
    setRun({ kind: "running", progress: last });
    const onProgress = (progress: Progress): void => {
      last = progress;
      setRun({ kind: "running", progress });
    };
    try {
      await rescoreParts(service, { parts, settings }, { onProgress, signal: giving.signal });
      setRun({ kind: "done", progress: last });
    } catch (fault) {
      if (giving.signal.aborted) setRun({ kind: "failed", why: "Stopped.", progress: last });
      else if (fault instanceof PlumblineError)
        setRun({ kind: "failed", why: faultText(fault), progress: last });
      else throw fault;
    }
  };
  return (
    <section className="panel what-if" aria-labelledby="limits">
      <h2 id="limits">Move a limit</h2>
      <p>
        All stored frames of {count(vehicles.length)} vehicles are judged again under the limits below, beside
        those in force. <strong>Nothing is saved or changed:</strong> not a limit, not a tier, no evidence.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <LimitFields limits={limits} texts={texts} onChange={setTexts} />
        {run.kind === "running" ? (
          <button type="button" className="button" onClick={() => running.current?.abort()}>
            Stop
          </button>
        ) : (
          <button type="submit" className="button" disabled={settings === null}>
            Judge {count(frames)} frames again
          </button>
        )}
      </form>
      {hasMore && (
        <p className="quiet">Only the {count(vehicles.length)} most urgent vehicles are looked at here.</p>
      )}
      {tooLong.length > 0 && (
        <p className="quiet">
          {count(tooLong.length)} {tooLong.length === 1 ? "vehicle has" : "vehicles have"} more frames than
          one request judges again and {tooLong.length === 1 ? "is" : "are"} left out;{" "}
          <code>plumbline replay --set</code> takes any number.
        </p>
      )}
      <State run={run} frames={frames} />
      {run.kind !== "idle" && run.progress.vehicles.length > 0 && (
        <Outcome vehicles={run.progress.vehicles} isWhole={run.kind === "done"} />
      )}
    </section>
  );
}

function State({ run, frames }: { readonly run: Run; readonly frames: number }): ReactElement | null {
  if (run.kind === "idle") return null;
  const { framesDone, waitsS } = run.progress;
  const done = `${count(framesDone)} of ${count(frames)} frames`;
  const said =
    run.kind === "done"
      ? `All ${count(frames)} frames were judged again.`
      : run.kind === "failed"
        ? `${run.why} ${done} were judged again.`
        : waitsS === null
          ? `${done} judged again so far.`
          : `${done} judged again so far. The service does other work first; asked again in ${count(waitsS)} s.`;
  return (
    <>
      {run.kind === "running" && (
        <progress max={Math.max(1, frames)} value={framesDone} aria-label="Frames judged again" />
      )}
      <p role={run.kind === "failed" ? "alert" : "status"}>{said}</p>
    </>
  );
}

function framesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.frames, 0);
}
