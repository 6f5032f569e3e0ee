import type { ReactElement } from "react";
import type { Health } from "../../../clients/typescript/generated/contract.ts";
import { useHealth } from "../../api/views.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { duration } from "../../labels/moments.ts";

/** The service itself: whether it takes frames, and since when it runs. */
export function ServicePanel(): ReactElement {
  const health = useHealth();
  return (
    <section className="panel" aria-labelledby="service">
      <h2 id="service">The service</h2>
      <AnswerNotice answer={health} what="The state of the service" loading="the service" lines={4} />
      {health.data !== undefined && (
        <>
          <p className="card-main">{stateOf(health.data)}</p>
          <table className="facts">
            <tbody>
              {Object.entries(health.data.checks).map(([what, result]) => (
                <tr key={what}>
                  <th scope="row">{checkName(what)}</th>
                  <td className={result === "ok" ? "number" : "check-trouble"}>{result}</td>
                </tr>
              ))}
              <tr>
                <th scope="row">Runs for</th>
                <td className="number">{duration(health.data.uptime_s)}</td>
              </tr>
              <tr>
                <th scope="row">Version</th>
                <td className="number">{health.data.version}</td>
              </tr>
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function stateOf({ status, checks }: Health): string {
  if (status === "unavailable")
    return "It responds but cannot store frames at the moment. Vehicles must send again.";
  const unwell = Object.keys(checks).filter((what) => checks[what] !== "ok");
  return unwell.length === 0
    ? "Operational."
    : `Operational, with faults: ${unwell.map(checkName).join(", ")}.`;
}

const checkNames: Readonly<Record<string, string>> = {
  store: "Storage",
  storage: "Storage",
  clock: "Clock",
  issuer: "Issuer of evidence",
  server: "Server",
  stored_bytes: "Storage quotas",
  deferred_frames: "Deferred frames",
  mqtt: "MQTT broker",
  nats: "NATS JetStream",
};

function checkName(what: string): string {
  return checkNames[what] ?? what;
}
