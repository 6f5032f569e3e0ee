import { toBase64 } from "../encoding/base64.ts";
import { utf8 } from "../encoding/bytes.ts";
import type { Sha256 } from "../encoding/primitives.ts";
import type { EvidenceFiles } from "./evidence-files.ts";
import { type PlotLayout, plotLayout } from "./plot-layout.ts";
import { tierLook, tierShapePaths } from "./quantity-labels.ts";
import {
  type Fact,
  type ReportContent,
  type ReportGiven,
  maxEmbeddedFrameBytes,
  reportContent,
  statementsHead,
  statementsNote,
} from "./report-content.ts";
import { reportStyle } from "./report-style.ts";

/**
 * The report as one HTML file: no script, nothing fetched, the bundle and the frames inside as data blocks (base64 of
 * their exact bytes). The same evidence gives the same text. Throws `ReportFault` for a bundle that is none.
 */
export function htmlReport(evidence: EvidenceFiles, given: ReportGiven): string {
  return drawHtml(reportContent(evidence, given), evidence, given.sha256);
}

/** `htmlReport` of a content that is there already: making one folds all frames. */
export function drawHtml(content: ReportContent, evidence: EvidenceFiles, sha256: Sha256): string {
  const policy = `default-src 'none'; style-src 'sha256-${styleHash(sha256)}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${safe(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Evidence report ${safe(content.eventId)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<header>
<p class="kind">Evidence report</p>
<h1>${safe(content.eventId)}</h1>
<p class="under">Organisation <b>${safe(content.organisation)}</b> · API key ${safe(content.apiKeyId)}</p>
<p class="under">Vehicle ${safe(content.vehicleId)} · issued ${safe(content.issuedAt)} by ${safe(content.issuer)}</p>
</header>
<section class="notice"><p>${safe(content.notice)}</p></section>
${verdictSection(content)}
${courseSection(content)}
${sensorSection(content)}
${custodySection(content)}
${factsSection("Fingerprints", content.fingerprints)}
${statementsSection(content)}
${listSection("How to check it", "ol", content.checks)}
${listSection("What this does not prove", "ul", content.unproven)}
${factsSection("Method and record", content.method)}
${standardsSection(content)}
${enclosedSection(content)}
</main>
${dataBlocks(content, evidence)}
</body>
</html>
`;
}

function styleHash(sha256: Sha256): string {
  return toBase64(sha256(utf8(reportStyle)));
}

function verdictSection({ before, after, figures, summary }: ReportContent): string {
  const rows = figures.map(
    ({ label, value, note }) => `<div><dt>${safe(label)}</dt><dd>${safe(value)}${noteOf(note)}</dd></div>`,
  );
  const arrow = `<svg class="arrow" width="28" height="12" viewBox="0 0 28 12" role="img" aria-label="then"><path d="M0 6h26M21 1l5 5-5 5" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>`;
  return `<section aria-label="What happened">
<div class="tiers">${tierSide(before)}${arrow}${tierSide(after)}</div>
<dl class="figures">${rows.join("")}</dl>
<p class="story">${safe(summary)}</p>
</section>`;
}

function noteOf(note: string | undefined): string {
  return note === undefined ? "" : `<span class="quiet">${safe(note)}</span>`;
}

function tierSide({ tier, since, health }: ReportContent["before"]): string {
  const look = tierLook(tier);
  return `<div><p class="tier"><svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true">${tierShape(tier)}</svg><span class="word-${look.shape}">${safe(look.label)}</span></p><p class="quiet">${safe(since)}<br>${safe(health)}</p></div>`;
}

function tierShape(tier: string): string {
  const { shape, colour } = tierLook(tier);
  switch (shape) {
    case "octagon":
    case "triangle":
      return `<path d="${tierShapePaths[shape]}" fill="${colour}"/>`;
    case "circle":
      return `<circle cx="8" cy="8" r="4.5" fill="${colour}"/>`;
    case "ring":
      return `<circle cx="8" cy="8" r="4.5" fill="none" stroke="${colour}" stroke-width="2"/>`;
  }
}

function courseSection(content: ReportContent): string {
  const head = "<h2>Change statistic in nats, by journal entry</h2>";
  const { course, limit, breachSeq, changeSeq } = content;
  if (course.kind === "none") {
    return `<section>${head}<p class="quiet">Not drawn: ${safe(course.reason)}.</p></section>`;
  }
  const layout = plotLayout({
    points: course.points,
    limit,
    breachSeq,
    changeSeq,
    size: { width: 820, height: 250 },
  });
  const { first, last } = course;
  const about = `From entry ${first.seq}, captured ${first.capturedAt}, to entry ${last.seq}, captured ${last.capturedAt}; it ends at ${last.statistic.toFixed(2)} nats.`;
  return `<section>${head}<figure>${plotPicture(layout, about)}<figcaption class="quiet">${safe(about)} ${safe(content.courseNote)}</figcaption></figure></section>`;
}

function plotPicture(layout: PlotLayout, about: string): string {
  const { frame, width, height } = layout;
  const text = (x: number, y: number, more: string, label: string) =>
    `<text x="${x}" y="${y}" font-size="11" ${more}>${safe(label)}</text>`;
  const grid = layout.yTicks.map(
    ({ y, label }) =>
      `<path d="M${frame.left} ${y}H${frame.right}" stroke="#e8ebef"/>${text(frame.left - 6, y + 4, 'text-anchor="end" fill="#515a66"', label)}`,
  );
  const below = layout.xTicks.map(({ x, label }) =>
    text(x, frame.bottom + 16, 'text-anchor="middle" fill="#515a66"', label),
  );
  const { y, label } = layout.limit;
  const limit = `<path d="M${frame.left} ${y}H${frame.right}" stroke="#b48315" stroke-dasharray="6 4"/>${text(frame.right + 8, y + 4, 'fill="#14181d"', label)}`;
  const marks = layout.marks.map(
    ({ x, label, align }) =>
      `<path d="M${x} ${frame.top}V${frame.bottom}" stroke="#7a8491" stroke-dasharray="1 3"/>${text(
        align === "right" ? x - 5 : x + 5,
        frame.top - 8,
        `text-anchor="${align === "right" ? "end" : "start"}" fill="#515a66"`,
        label,
      )}`,
  );
  const line = layout.line.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${safe(about)}" font-family="system-ui, sans-serif">${[...grid, ...below, limit, ...marks].join("")}<path d="M${frame.left} ${frame.bottom}H${frame.right}" stroke="#7a8491"/><path d="${line}" fill="none" stroke="#14181d" stroke-width="1.6" stroke-linejoin="round"/><circle cx="${layout.newest.x}" cy="${layout.newest.y}" r="3.5" fill="#14181d"/></svg>`;
}

function sensorSection({ sensors }: ReportContent): string {
  if (sensors.length === 0) return "";
  const rows = sensors.map(
    ({ sensor, drift, uncertainty, share }) =>
      `<tr><td>${safe(sensor)}</td><td class="number">${safe(drift)}</td><td class="number">${safe(uncertainty)}</td><td class="number">${safe(share)}</td></tr>`,
  );
  return `<section><h2>Sensors at the newest frame</h2><table><thead><tr><th>Sensor</th><th class="number">Drift from its baseline</th><th class="number">Standard deviation</th><th class="number">Share of T²</th></tr></thead><tbody>${rows.join("")}</tbody></table></section>`;
}

function custodySection({ custody }: ReportContent): string {
  const rows = custody.map(
    ({ step, actor, at, outputs }) =>
      `<tr><td class="step">${safe(step)}<br><span class="quiet">${safe(actor)}</span></td><td class="at">${safe(at)}</td><td>${outputs.map(({ label, value }) => `<span class="quiet">${safe(label)}</span><br><span class="code">${safe(value)}</span>`).join("<br>")}</td></tr>`,
  );
  return `<section><h2>Chain of custody</h2><table class="custody"><thead><tr><th>Step</th><th>At</th><th>What it fixed</th></tr></thead><tbody>${rows.join("")}</tbody></table></section>`;
}

function factsSection(title: string, facts: readonly Fact[], about = ""): string {
  const rows = facts.map(
    ({ label, value, isCode, note }) =>
      `<dt>${safe(label)}</dt><dd${isCode ? ' class="code"' : ""}>${safe(value)}${note === undefined ? "" : `<br><span class="quiet">${safe(note)}</span>`}</dd>`,
  );
  return `<section><h2>${safe(title)}</h2>${about}<dl class="facts">${rows.join("")}</dl></section>`;
}

/** Nothing where there are none: most vehicles have no statement. */
function statementsSection({ statements }: ReportContent): string {
  if (statements.length === 0) return "";
  return factsSection(statementsHead, statements, `<p class="quiet">${safe(statementsNote)}</p>`);
}

function listSection(title: string, kind: "ol" | "ul", items: readonly string[]): string {
  const rows = items.map((item) => `<li>${safe(item)}</li>`);
  return `<section><h2>${safe(title)}</h2><${kind}>${rows.join("")}</${kind}></section>`;
}

function standardsSection({ standards }: ReportContent): string {
  const rows = standards.map(
    ({ id, role, covers }) => `<tr><td>${safe(id)}</td><td>${safe(covers)}</td><td>${safe(role)}</td></tr>`,
  );
  return `<section><h2>References</h2><table><thead><tr><th>Reference</th><th>About</th><th>How</th></tr></thead><tbody>${rows.join("")}</tbody></table></section>`;
}

function enclosedSection({ embedsFrames }: ReportContent): string {
  const limit = maxEmbeddedFrameBytes / 1024 / 1024;
  const frames = embedsFrames
    ? "and of frames.ndjson"
    : `. The frames file is larger than ${limit} MiB and is not enclosed; its digest is above. It was to be had with the bundle`;
  return `<section><h2>Enclosed</h2><p class="quiet">The source of this page ends with the exact bytes of bundle.json ${frames}, in base64, in the elements with the ids bundle.json and frames.ndjson.</p></section>`;
}

function dataBlocks({ embedsFrames }: ReportContent, { bundle, frames }: EvidenceFiles): string {
  const block = (id: string, bytes: Uint8Array) =>
    `<script type="application/octet-stream" id="${id}" data-encoding="base64">${toBase64(bytes)}</script>`;
  return [block("bundle.json", bundle), ...(embedsFrames ? [block("frames.ndjson", frames)] : [])].join("\n");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand in HTML, between tags and in quoted attributes. */
function safe(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
