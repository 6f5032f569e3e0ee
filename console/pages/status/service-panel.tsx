import type { ReactElement } from "react";
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
          <p className="card-main">
            {health.data.status === "ok"
              ? "Works: what it takes, it keeps."
              : "It answers, but stores nothing at the moment. Vehicles have to send again."}
          </p>
          <table className="facts">
            <tbody>
              {Object.entries(health.data.checks).map(([what, result]) => (
                <tr key={what}>
                  <th scope="row">{checkNames[what] ?? what}</th>
                  <td className="number">{result}</td>
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

const checkNames: Readonly<Record<string, string>> = { store: "Store", clock: "Clock" };
