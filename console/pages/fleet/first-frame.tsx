import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { allowsScope, developmentApiKey } from "../../../core/contract/api-key.ts";
import { faultText, useService } from "../../api/service.ts";
import { useIsDevelopmentKey, useOwnKey } from "../../api/session.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { percent } from "../../labels/quantities.ts";
import { firstFrameCommand } from "./first-frame-command.ts";
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

/** An empty fleet: the one command that changes it, or vehicles that are simulated. */
export function FirstFrame(): ReactElement {
  const isDevelopment = useIsDevelopmentKey();
  // Made once: a command that changes while it is being selected cannot be copied.
  const [command] = useState(() =>
    firstFrameCommand({
      origin: window.location.origin,
      apiKey: isDevelopment ? developmentApiKey : "$NADIR_API_KEY",
      timestamp: new Date().toISOString(),
    }),
  );
  return (
    <section className="panel notice" aria-labelledby="first-frame">
      <h2 id="first-frame">No vehicle has sent a frame yet</h2>
      <p>
        This command sends the first one. It needs{" "}
        {isDevelopment ? "nothing else" : "a key of the scope telemetry:write"}; the vehicle appears here by
        itself.
      </p>
      <pre tabIndex={0}>{command}</pre>
      <CopyButton text={command} what="the command" />
      <DemoFleetButton />
    </section>
  );
}
