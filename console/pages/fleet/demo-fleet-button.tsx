import { useState, type ReactElement } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { allowsScope } from "../../../core/contract/api-key.ts";
import { faultText, useService } from "../../api/service.ts";
import { useOwnKey } from "../../api/session.ts";
import { percent } from "../../labels/quantities.ts";
import { loadDemoFleet } from "./load-demo-fleet.ts";

/** Offers simulated vehicles to whoever may send frames. */
export function DemoFleetButton(): ReactElement | null {
  const service = useService();
  const queries = useQueryClient();
  const { scopes } = useOwnKey();
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  if (!allowsScope(scopes, "telemetry:write")) return null;
  const load = async (): Promise<void> => {
    setFault(null);
    try {
      setFault(await loadDemoFleet(service, { nowMs: Date.now(), onProgress: setShare }));
      // What moves slowly in a fleet, such as what its vehicles say of themselves, is all new.
      await queries.invalidateQueries();
    } catch (thrown) {
      setFault(faultText(thrown));
    }
    setShare(null);
  };
  return (
    <>
      <p>
        Or try it first with twelve simulated vehicles, some with faults. They stay in this fleet and are
        marked as simulated everywhere.
      </p>
      <button type="button" className="button" disabled={share !== null} onClick={() => void load()}>
        Load a demo fleet
      </button>
      <p role="status" className={share === null ? "unseen" : "quiet"}>
        {share !== null && `Sending its frames: ${percent(share)}.`}
      </p>
      {fault !== null && (
        <p className="refusal" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
