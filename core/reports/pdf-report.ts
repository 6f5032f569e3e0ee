import type { EvidenceFiles } from "./evidence-files.ts";
import { contentWidth, inks, PdfSheet } from "./pdf-sheet.ts";
import { type PlotLayout, plotLayout } from "./plot-layout.ts";
import { tierLook, tierShapePaths } from "./quantity-labels.ts";
import {
  type CustodyRow,
  type Fact,
  type ReportContent,
  type ReportGiven,
  maxEmbeddedFrameBytes,
  reportContent,
  statementsHead,
  statementsNote,
} from "./report-content.ts";

/**
 * The report as a PDF with bundle.json and frames.ndjson attached. No clock is read: the same evidence gives the same
 * bytes, so that a report can be made anew and compared. Rejects with `ReportFault` for a bundle that is none.
 */
export async function pdfReport(evidence: EvidenceFiles, given: ReportGiven): Promise<Uint8Array> {
  return drawPdf(reportContent(evidence, given), evidence);
}

/** `pdfReport` of a content that is there already: making one folds all frames. */
export async function drawPdf(content: ReportContent, evidence: EvidenceFiles): Promise<Uint8Array> {
  const { dated } = content;
  const sheet = new PdfSheet({
    title: `Evidence report ${content.eventId}`,
    author: content.issuer,
    about: `Organisation ${content.organisation}, API key ${content.apiKeyId}: sensor drift of ${content.vehicleId}. A reading copy; the attached bundle.json and frames.ndjson are the evidence.`,
    dated,
  });

  writeHead(sheet, content);
  writeVerdict(sheet, content);
  writeCourse(sheet, content);
  writeSensors(sheet, content);
  writeCustody(sheet, content.custody);
  writeFacts(sheet, "Fingerprints", content.fingerprints);
  writeStatements(sheet, content);
  writeUnproven(sheet, content);
  writeChecks(sheet, content);
  writeFacts(sheet, "Method and record", content.method);
  writeStandards(sheet, content);

  sheet.attach("bundle.json", evidence.bundle, {
    about: "The evidence, as issued",
    type: "application/json",
    dated,
  });
  if (content.embedsFrames) {
    const about = "The telemetry it was computed from, as signed";
    sheet.attach("frames.ndjson", evidence.frames, { about, type: "application/x-ndjson", dated });
  }
  return sheet.finish(
    `${content.eventId}    Reading copy; what counts is attached    ${content.fingerprints.at(0)?.value ?? ""}`,
  );
}

function writeHead(
  sheet: PdfSheet,
  { organisation, apiKeyId, eventId, vehicleId, issuedAt, issuer, notice, embedsFrames }: ReportContent,
): void {
  sheet.paragraph("Evidence report", { ink: inks.quiet });
  sheet.y += 1;
  sheet.paragraph(eventId, { letters: "bold", size: 16 });
  sheet.y += 2;
  sheet.paragraph(`Organisation ${organisation}  ·  API key ${apiKeyId}`);
  sheet.paragraph(`Vehicle ${vehicleId}  ·  issued ${issuedAt} by ${issuer}`, { ink: inks.quiet });
  sheet.y += 12;
  const mebibytes = maxEmbeddedFrameBytes / 1024 / 1024;
  const missing = embedsFrames
    ? ""
    : ` The frames file is larger than ${mebibytes} MiB and is not attached; its digest is below.`;
  const text = notice + missing;
  const height = sheet.heightOf(text, contentWidth - 14);
  const top = sheet.y;
  sheet.drawAt({ x: 0, y: top }, (doc) => doc.rect(0, -2, 2.5, height + 2).fill(inks.control));
  sheet.put(text, { x: 14, y: top, width: contentWidth - 14 });
  sheet.y += height + 14;
}

function writeVerdict(sheet: PdfSheet, { before, after, figures, summary }: ReportContent): void {
  writeTier(sheet, before, 0);
  sheet.drawAt({ x: 186, y: sheet.y + 8 }, (doc) =>
    doc.path("M0 5 H24 M19.5 0.5 L24 5 L19.5 9.5").lineWidth(1).stroke(inks.control),
  );
  writeTier(sheet, after, 232);
  sheet.y += 56;
  const column = contentWidth / 3;
  for (const [at, { label, value, note }] of figures.entries()) {
    const place = { x: column * (at % 3), y: sheet.y + 36 * Math.floor(at / 3), width: column - 10 };
    sheet.put(label, place, { size: 8, ink: inks.quiet });
    sheet.put(value, { ...place, y: place.y + 11 }, { size: 12 });
    const noteX = place.x + sheet.lengthOf(value, { size: 12 }) + 6;
    if (note !== undefined) {
      sheet.put(note, { x: noteX, y: place.y + 14, width: 90 }, { size: 8, ink: inks.quiet });
    }
  }
  sheet.y += 36 * Math.ceil(figures.length / 3) + 4;
  sheet.paragraph(summary);
}

function writeTier(sheet: PdfSheet, { tier, since, health }: ReportContent["before"], x: number): void {
  const look = tierLook(tier);
  sheet.drawAt({ x, y: sheet.y + 2 }, (doc) => {
    switch (look.shape) {
      case "octagon":
      case "triangle":
        return doc.path(tierShapePaths[look.shape]).fill(look.colour);
      case "circle":
        return doc.circle(8, 8, 4.5).fill(look.colour);
      case "ring":
        return doc.circle(8, 8, 4.5).lineWidth(2).stroke(look.colour);
    }
  });
  const width = contentWidth - x - 24;
  sheet.put(
    look.label,
    { x: x + 24, y: sheet.y, width },
    { letters: "bold", size: 16, ink: look.labelColour },
  );
  sheet.put(since, { x, y: sheet.y + 22, width: 220 }, { size: 8, ink: inks.quiet });
  sheet.put(health, { x, y: sheet.y + 33, width: 220 }, { size: 8, ink: inks.quiet });
}

function writeCourse(sheet: PdfSheet, content: ReportContent): void {
  const { course, limit, breachSeq, changeSeq, courseNote } = content;
  const size = { width: contentWidth, height: 148 };
  sheet.heading("Change statistic in nats, by journal entry", size.height);
  if (course.kind === "none") {
    sheet.paragraph(`Not drawn: ${course.reason}.`, { size: 8, ink: inks.quiet });
    return;
  }
  const layout = plotLayout({ points: course.points, limit, breachSeq, changeSeq, size });
  drawPlot(sheet, layout);
  sheet.y += size.height + 6;
  const { first, last } = course;
  const span = `From entry ${first.seq}, captured ${first.capturedAt}, to entry ${last.seq}, captured ${last.capturedAt}. `;
  sheet.paragraph(span + courseNote, { size: 8, ink: inks.quiet });
}

function drawPlot(sheet: PdfSheet, layout: PlotLayout): void {
  const { frame, newest } = layout;
  const top = sheet.y;
  const across = (y: number, ink: string, dash: readonly [number, number] | null): void =>
    sheet.drawAt({ x: 0, y: top }, (doc) => {
      doc.moveTo(frame.left, y).lineTo(frame.right, y).lineWidth(0.7);
      if (dash !== null) doc.dash(dash[0], { space: dash[1] });
      doc.stroke(ink);
    });
  for (const { y, label } of layout.yTicks) {
    across(y, "#e8ebef", null);
    sheet.put(
      label,
      { x: 0, y: top + y - 4, width: frame.left - 6 },
      { size: 7.5, ink: inks.quiet, align: "right" },
    );
  }
  for (const { x, label } of layout.xTicks) {
    const width = sheet.lengthOf(label, { size: 7.5 });
    sheet.put(
      label,
      { x: x - width / 2, y: top + frame.bottom + 6, width: width + 2 },
      { size: 7.5, ink: inks.quiet },
    );
  }
  across(layout.limit.y, inks.caution, [5, 3]);
  sheet.put(
    layout.limit.label,
    { x: frame.right + 7, y: top + layout.limit.y - 4, width: 80 },
    { size: 7.5 },
  );
  for (const { x, label, align } of layout.marks) {
    sheet.drawAt({ x, y: top }, (doc) =>
      doc
        .moveTo(0, frame.top)
        .lineTo(0, frame.bottom)
        .lineWidth(0.7)
        .dash(1, { space: 2.5 })
        .stroke(inks.control),
    );
    const left = align === "right" ? x - 84 : x + 4;
    sheet.put(label, { x: left, y: top + frame.top - 14, width: 80 }, { size: 7.5, ink: inks.quiet, align });
  }
  across(frame.bottom, inks.control, null);
  sheet.drawAt({ x: 0, y: top }, (doc) => {
    for (const [at, [x, y]] of layout.line.entries()) {
      if (at === 0) doc.moveTo(x, y);
      else doc.lineTo(x, y);
    }
    doc.lineWidth(1.2).lineJoin("round").stroke(inks.text);
    doc.circle(newest.x, newest.y, 2.6).fill(inks.text);
  });
}

function writeSensors(sheet: PdfSheet, { sensors }: ReportContent): void {
  if (sensors.length === 0) return;
  sheet.heading("Sensors at the newest frame", 40);
  const widths = [150, 130, 120, contentWidth - 400];
  writeRow(sheet, ["Sensor", "Drift from its baseline", "Standard deviation", "Share of T²"], {
    widths,
    isHead: true,
    numbersFrom: 1,
  });
  for (const { sensor, drift, uncertainty, share } of sensors) {
    writeRow(sheet, [sensor, drift, uncertainty, share], { widths, numbersFrom: 1 });
  }
}

interface RowLook {
  readonly widths: readonly number[];
  readonly isHead?: true;
  /** Columns from this one on are numbers, set to the right. */
  readonly numbersFrom?: number;
}

function writeRow(
  sheet: PdfSheet,
  cells: readonly string[],
  { widths, isHead, numbersFrom = Infinity }: RowLook,
): void {
  const look = isHead ? ({ size: 8, ink: inks.quiet } as const) : ({ size: 9 } as const);
  const gap = 10;
  const columns = widths.map((width, at) => ({ width, cell: cells[at] ?? "", isNumber: at >= numbersFrom }));
  const height = Math.max(...columns.map(({ width, cell }) => sheet.heightOf(cell, width - gap, look)));
  sheet.room(height + 4);
  let x = 0;
  for (const { width, cell, isNumber } of columns) {
    sheet.put(
      cell,
      { x, y: sheet.y + 3, width: width - gap },
      { ...look, align: isNumber ? "right" : "left" },
    );
    x += width;
  }
  sheet.y += height + 3;
  if (isHead) sheet.rule(sheet.y, inks.line);
}

function writeCustody(sheet: PdfSheet, custody: readonly CustodyRow[]): void {
  sheet.heading("Chain of custody", 45);
  for (const { step, actor, at, outputs } of custody) {
    sheet.room(20 + 12 * outputs.length);
    const top = sheet.y;
    sheet.put(step, { x: 0, y: top, width: 150 }, { letters: "bold", size: 8.5 });
    sheet.put(actor, { x: 150, y: top, width: 160 }, { size: 8.5 });
    sheet.put(at, { x: 310, y: top, width: contentWidth - 310 }, { size: 8.5, align: "right" });
    sheet.y += 13;
    for (const output of outputs) writeFact(sheet, output, 118);
    sheet.y += 5;
  }
}

function writeFacts(sheet: PdfSheet, title: string, facts: readonly Fact[]): void {
  sheet.heading(title, 40);
  for (const fact of facts) writeFact(sheet, fact, 118);
}

/** Sixty-four hex digits with their prefix fit one line behind the label. */
const codeSize = 8;

function writeFact(sheet: PdfSheet, { label, value, isCode, note }: Fact, labelWidth: number): void {
  const look = isCode ? ({ letters: "code", size: codeSize } as const) : ({ size: 8.5 } as const);
  const width = contentWidth - labelWidth;
  const text = isCode ? breakable(value, sheet, width) : value;
  const height = Math.max(
    sheet.heightOf(text, width, look),
    sheet.heightOf(label, labelWidth - 8, { size: 8.5 }),
  );
  const noteHeight = note === undefined ? 0 : sheet.heightOf(note, width, { size: 7.5 });
  sheet.room(height + noteHeight);
  sheet.put(label, { x: 0, y: sheet.y, width: labelWidth - 8 }, { size: 8.5, ink: inks.quiet });
  sheet.put(text, { x: labelWidth, y: sheet.y + (isCode ? 0.8 : 0), width }, look);
  sheet.y += height + 2;
  if (note === undefined) return;
  sheet.put(note, { x: labelWidth, y: sheet.y, width }, { size: 7.5, ink: inks.quiet });
  sheet.y += noteHeight + 2;
}

/** A word longer than its column is cut into lines: no character may stand outside the page. */
function breakable(value: string, sheet: PdfSheet, width: number): string {
  const perLine = Math.floor(width / sheet.lengthOf("0", { letters: "code", size: codeSize }));
  return value.length <= perLine
    ? value
    : (value.match(new RegExp(`.{1,${perLine}}`, "gu")) ?? []).join("\n");
}

/** Boxed, so that a reader who turns the pages does not miss it. */
function writeStatements(sheet: PdfSheet, { statements }: ReportContent): void {
  if (statements.length === 0) return;
  writeFacts(sheet, statementsHead, statements);
  sheet.paragraph(statementsNote, { size: 8, ink: inks.quiet });
}

function writeUnproven(sheet: PdfSheet, { unproven }: ReportContent): void {
  const inner = contentWidth - 28;
  const points = unproven.map((text) => ({
    text,
    height: sheet.heightOf(text, inner - 12, { size: 9 }) + 3,
  }));
  const height = points.reduce((total, each) => total + each.height, 0) + 36;
  sheet.y += 10;
  sheet.room(height);
  const top = sheet.y;
  sheet.drawAt({ x: 0, y: top }, (doc) =>
    doc.roundedRect(0, 0, contentWidth, height, 4).lineWidth(0.8).stroke(inks.control),
  );
  sheet.put(
    "What this does not prove",
    { x: 14, y: top + 10, width: inner },
    { letters: "bold", size: 10.5 },
  );
  let y = top + 28;
  for (const { text, height: needed } of points) {
    sheet.put("•", { x: 14, y, width: 10 }, { size: 9 });
    sheet.put(text, { x: 26, y, width: inner - 12 }, { size: 9 });
    y += needed;
  }
  sheet.y = top + height;
}

function writeChecks(sheet: PdfSheet, { checks }: ReportContent): void {
  sheet.heading("How to check it", 60);
  for (const [at, text] of checks.entries()) {
    const height = sheet.heightOf(text, contentWidth - 14, { size: 9 });
    sheet.room(height);
    sheet.put(`${at + 1}.`, { x: 0, y: sheet.y, width: 14 }, { size: 9, ink: inks.quiet });
    sheet.put(text, { x: 14, y: sheet.y, width: contentWidth - 14 }, { size: 9 });
    sheet.y += height + 3;
  }
}

function writeStandards(sheet: PdfSheet, { standards }: ReportContent): void {
  sheet.heading("References", 40);
  for (const { id, covers, role } of standards) {
    writeFact(sheet, { label: id, value: `${covers} (${role})` }, 118);
  }
}
