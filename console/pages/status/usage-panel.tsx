import type { ReactElement } from "react";
import { useLimits } from "../../api/views.ts";
import { AnswerNotice } from "../../frame/notices.tsx";
import { amount, usageOf } from "./usage.ts";

/** What the organisation may have and has, the scarcest first. */
export function UsagePanel(): ReactElement {
  const limits = useLimits();
  return (
    <section className="panel status-usage" aria-labelledby="usage">
      <h2 id="usage">Usage and quotas</h2>
      <AnswerNotice answer={limits} what="The limits" loading="the limits" lines={8} />
      {limits.data !== undefined && (
        <table className="usage">
          <thead>
            <tr>
              <th scope="col">Limit</th>
              <th scope="col" className="number">
                Used
              </th>
              <th scope="col" className="number">
                Of
              </th>
              <th scope="col" className="wide-only">
                Setting
              </th>
            </tr>
          </thead>
          <tbody>
            {usageOf(limits.data).map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.label}
                  <meter min={0} max={1} high={0.8} optimum={0} value={row.share} aria-label={row.label}>
                    {Math.round(row.share * 100)} %
                  </meter>
                  {row.fullOn !== null && (
                    <p className={row.share >= 0.8 ? "usage-forecast check-trouble" : "usage-forecast"}>
                      {row.share < 1
                        ? `Full on ${row.fullOn} (UTC) at the pace of the last week.`
                        : "Full: new frames are refused, and sent again by their writers."}
                    </p>
                  )}
                </th>
                <td className="number">{amount(row.used, row.unit)}</td>
                <td className="number">{amount(row.limit, row.unit)}</td>
                <td className="wide-only">
                  <code>{row.setting}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
