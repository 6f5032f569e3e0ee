import type { ReactElement, ReactNode } from "react";
import type { Bundle } from "../../../core/encoding/bundle.ts";
import type { CheckedEvidence } from "../../evidence/check-archive.ts";
import { measuredHealth } from "../../../core/evidence/bundle/measured-drifts.ts";
import { triggerLabels } from "../../../core/reports/quantity-labels.ts";
import { Link } from "../../frame/link.tsx";
import { addressOf } from "../../frame/route.ts";
import { TierMark } from "../../frame/tier-mark.tsx";
import { measuredDrifts } from "../../evidence/measured-drifts.ts";
import { PoseViews } from "./pose-views.tsx";
import { utcSecond } from "../../labels/moments.ts";
import { counted, nats, noValue, statistic } from "../../labels/quantities.ts";

interface ContentPanelsProps {
  readonly checked: Extract<CheckedEvidence, { readonly kind: "checked" }>;
}

/** What the bundle says; greyed in words where a check failed. */
export function ContentPanels({ checked }: ContentPanelsProps): ReactElement | null {
  const { bundle, report } = checked;
  if (bundle === null) return null;
  const note = report.verdict === "invalid" ? "Content (do not rely on it)" : null;
  return (
    <>
      {note !== null && <p className="stale-notice">{note}</p>}
      <div className="evidence-panels">
        <Panel id="history" title="History up to the issue">
          <ol className="plain">
            {bundle.chain_of_custody.map(({ step, at, actor }) => (
              <li key={step} className="side-row">
                <strong>{step.replaceAll("_", " ").toLowerCase()}</strong>
                <br />
                <time dateTime={at}>{utcSecond(at)}</time>{" "}
                <span className="quiet">(service’s clock), {actor}</span>
              </li>
            ))}
          </ol>
        </Panel>
        <Panel id="measured" title="Measurements at the newest frame">
          <Facts facts={measured(bundle)} />
        </Panel>
        <Panel id="before-after" title="Before and after">
          <BeforeAfter bundle={bundle} />
        </Panel>
        <Panel id="poses" title="Poses at the newest frame, against the baseline">
          <PoseViews bundle={bundle} />
        </Panel>
        <Panel id="identity" title="Identity">
          <Facts
            facts={[
              ["Content digest", <code className="digest">{bundle.signature}</code>],
              ["Signing key", <code className="digest">{report.subject?.keyId ?? noValue}</code>],
              ["Bundle, SHA-256", <code className="digest">{report.bundleSha256}</code>],
              ["Frames, SHA-256", <code className="digest">{report.framesSha256 ?? noValue}</code>],
              ["Issued by", bundle.issuer.organisation],
              ["Issued", `${utcSecond(bundle.issued_at)} (service’s clock)`],
              ["Issued because", triggerLabels[bundle.breach.trigger]],
              ...successionFacts(bundle),
            ]}
          />
        </Panel>
      </div>
    </>
  );
}

/** Which evidence it follows, and who asked for it. */
function successionFacts({ supersedes, request }: Bundle): readonly (readonly [string, ReactNode])[] {
  return [
    ...(supersedes === null
      ? []
      : [
          [
            "Supersedes",
            <Link className="mono" href={addressOf("evidence", { event_id: supersedes })}>
              {supersedes}
            </Link>,
          ] as const,
        ]),
    ...(request === undefined
      ? []
      : [
          ["Requested because", request.reason] as const,
          ["Case number", request.case_number ?? noValue] as const,
          ["Requested by API key", request.key_id] as const,
        ]),
  ];
}

function measured(bundle: Bundle): readonly (readonly [string, ReactNode])[] {
  const { breach, frames } = bundle;
  const health = measuredHealth(bundle);
  return [
    ...measuredDrifts(bundle).map(({ name, value }) => [name, value] as const),
    ["Health score", health === null ? "not judged" : `${statistic(health)} of 100`],
    [
      "Log likelihood ratio as the breach opened",
      `${nats(breach.statistic)}, limit ${nats(breach.threshold)}`,
    ],
    ["Readings held", counted(frames.count, "frame")],
  ];
}

function BeforeAfter({ bundle }: { readonly bundle: Bundle }): ReactElement {
  const { before, after } = bundle.tier_transition;
  return (
    <table className="numbers">
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Tier</th>
          <th scope="col" className="number">
            Health
          </th>
          <th scope="col">Since (vehicle’s clock)</th>
        </tr>
      </thead>
      <tbody>
        {[["Before", before] as const, ["After", after] as const].map(([name, state]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <TierMark tier={state.tier} />
            </td>
            <td className="number">{statistic(state.health_score)}</td>
            <td>
              {state.since === null ? noValue : <time dateTime={state.since}>{utcSecond(state.since)}</time>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PanelProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Panel({ id, title, children }: PanelProps): ReactElement {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactElement {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
