import PdfKit from "pdfkit";
import { concatBytes } from "../encoding/bytes.ts";

/** What the standard fonts of PDF can write in another way. */
const nearest: Readonly<Record<string, string>> = {
  "\u2212": "\u2013",
  "\u202f": "\u00a0",
};
const beyondLatin1: ReadonlySet<string> = new Set("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");

/**
 * A text in the characters of Windows-1252, which the standard fonts of PDF have. Any other character is written as its
 * code point, so that two names never look alike on paper that differ in the bundle.
 */
export function latinText(text: string): string {
  let written = "";
  for (const character of text) written += latin(character);
  return written;
}

function latin(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const isPrintable = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff);
  if (isPrintable || beyondLatin1.has(character)) return character;
  return nearest[character] ?? `\\u{${code.toString(16)}}`;
}

/** A4 in points, and where text stands on it. */
const page = { width: 595.28, height: 841.89 } as const;
const margin = { left: 52, right: 52, top: 50, bottom: 58 } as const;
export const contentWidth = page.width - margin.left - margin.right;

export const inks = {
  text: "#14181d",
  quiet: "#515a66",
  line: "#dde1e6",
  control: "#7a8491",
  caution: "#b48315",
  critical: "#a3123a",
} as const;

export type Letters = "plain" | "bold" | "code";
const fonts: Readonly<Record<Letters, string>> = {
  plain: "Helvetica",
  bold: "Helvetica-Bold",
  code: "Courier",
};

export interface TextLook {
  readonly letters?: Letters;
  readonly size?: number;
  readonly ink?: string;
  readonly align?: "left" | "right";
}

export interface SheetInfo {
  readonly title: string;
  readonly author: string;
  readonly about: string;
  /** The only date in the file: no clock is read. */
  readonly dated: Date;
}

/**
 * Pages filled from top to bottom with pdfkit. The three standard fonts every reader has are used, so that nothing is
 * embedded; characters they lack are written as their code point. All positions are points from the content's left edge.
 */
export class PdfSheet {
  readonly doc: PDFKit.PDFDocument;
  /** Where the next thing goes, points from the page's top. */
  y: number = margin.top;
  readonly #chunks: Uint8Array[] = [];

  constructor({ title, author, about, dated }: SheetInfo) {
    this.doc = new PdfKit({
      size: [page.width, page.height],
      // Pages are broken here and nowhere else: pdfkit would break in the middle of a row.
      margins: { left: margin.left, right: margin.right, top: margin.top, bottom: 0 },
      bufferPages: true,
      pdfVersion: "1.7",
      lang: "en",
      displayTitle: true,
      info: {
        Title: latinText(title),
        Author: latinText(author),
        Subject: latinText(about),
        Creator: "Plumbline",
        Producer: "Plumbline",
        CreationDate: dated,
        ModDate: dated,
      },
    });
    this.doc.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk));
  }

  /** Begins a page where less than this is left of the present one. */
  room(height: number): void {
    if (this.y + height <= page.height - margin.bottom) return;
    this.doc.addPage();
    this.y = margin.top;
  }

  /** Height of a text in a column, points. */
  heightOf(text: string, width: number, look: TextLook = {}): number {
    return this.#set(look).heightOfString(latinText(text), { width, lineGap: lineGap(look) });
  }

  /** Length of a line of text, points. */
  lengthOf(text: string, look: TextLook = {}): number {
    return this.#set(look).widthOfString(latinText(text));
  }

  /** Writes a text into a column; nothing moves. */
  put(
    text: string,
    at: { readonly x: number; readonly y: number; readonly width: number },
    look: TextLook = {},
  ) {
    const options = { width: at.width, align: look.align ?? "left", lineGap: lineGap(look) };
    this.#set(look).text(latinText(text), margin.left + at.x, at.y, options);
  }

  /** Writes a paragraph over the whole width and goes below it. */
  paragraph(text: string, look: TextLook = {}): void {
    const height = this.heightOf(text, contentWidth, look);
    this.room(height);
    this.put(text, { x: 0, y: this.y, width: contentWidth }, look);
    this.y += height;
  }

  /** A heading that stays with what follows: `keep` points of it, at least. */
  heading(text: string, keep: number): void {
    this.y += 9;
    this.room(16 + keep);
    this.rule(this.y, inks.line);
    this.y += 7;
    this.put(text, { x: 0, y: this.y, width: contentWidth }, { letters: "bold", size: 10.5 });
    this.y += 16;
  }

  rule(y: number, ink: string): void {
    this.doc
      .moveTo(margin.left, y)
      .lineTo(margin.left + contentWidth, y)
      .lineWidth(0.7)
      .stroke(ink);
  }

  /** Draws at a place of the content: within `draw` its upper left corner is the origin. */
  drawAt(place: { readonly x: number; readonly y: number }, draw: (doc: PDFKit.PDFDocument) => void): void {
    this.doc.save().translate(margin.left + place.x, place.y);
    draw(this.doc);
    this.doc.restore();
  }

  attach(
    name: string,
    bytes: Uint8Array,
    more: { readonly about: string; readonly type: string; readonly dated: Date },
  ) {
    this.doc.file(bytes as Buffer, {
      name,
      description: more.about,
      type: more.type,
      creationDate: more.dated,
      modifiedDate: more.dated,
    });
  }

  /** Writes the foot of every page and gives the file. */
  async finish(foot: string): Promise<Uint8Array> {
    const { start, count } = this.doc.bufferedPageRange();
    for (let at = start; at < start + count; at += 1) {
      this.doc.switchToPage(at);
      const y = page.height - 36;
      const look = { size: 7.5, ink: inks.quiet } as const;
      this.put(foot, { x: 0, y, width: contentWidth - 60 }, look);
      this.put(`${at + 1} / ${count}`, { x: contentWidth - 60, y, width: 60 }, { ...look, align: "right" });
    }
    const ended = new Promise<void>((resolve, reject) => {
      this.doc.once("end", resolve);
      this.doc.once("error", reject);
    });
    this.doc.end();
    await ended;
    return concatBytes(...this.#chunks);
  }

  #set({ letters = "plain", size = 9.5, ink = inks.text }: TextLook): PDFKit.PDFDocument {
    return this.doc.font(fonts[letters]).fontSize(size).fillColor(ink);
  }
}

function lineGap({ size = 9.5 }: TextLook): number {
  return size * 0.22;
}
