import { useState, type ReactElement } from "react";
import { developmentApiKey } from "../../../core/contract/api-key.ts";
import { useIsDevelopmentKey } from "../../api/session.ts";
import { CopyButton } from "../../frame/copy-button.tsx";
import { DemoFleetButton } from "./demo-fleet-button.tsx";
import { firstFrameCommand } from "./first-frame-command.ts";

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
