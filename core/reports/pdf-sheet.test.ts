import { expect, test } from "vitest";
import { contentWidth, latinText, PdfSheet } from "./pdf-sheet.ts";

const dated = new Date("2026-11-20T09:13:50Z");
const sheet = () => new PdfSheet({ title: "Title", author: "Author", about: "About", dated });

test("a text takes more room in a narrower column, and none is wider than its line", () => {
  const text = "Custody begins when the telemetry arrived at the service. ".repeat(4);
  const page = sheet();
  expect(page.heightOf(text, 200)).toBeGreaterThan(page.heightOf(text, contentWidth));
  expect(page.lengthOf("mm", { size: 20 })).toBeCloseTo(2 * page.lengthOf("m", { size: 20 }), 6);
});

test("a page begins where less than the room asked for is left", () => {
  const page = sheet();
  const top = page.y;
  page.room(100);
  expect(page.y).toBe(top);
  page.y = 780;
  page.room(100);
  expect(page.y).toBe(top);
  expect(page.doc.bufferedPageRange().count).toBe(2);
});

test("the file is a PDF of the same bytes each time, with its attachment", async () => {
  const file = async () => {
    const page = sheet();
    page.paragraph("Text");
    page.attach("bundle.json", new Uint8Array(3), { about: "Evidence", type: "application/json", dated });
    return page.finish("foot");
  };
  const [one, other] = [await file(), await file()];
  expect(Buffer.from(one).equals(other)).toBe(true);
  const text = Buffer.from(one).toString("latin1");
  expect(text.slice(0, 8)).toBe("%PDF-1.7");
  expect(text).toContain("bundle.json");
});

test("what Windows-1252 has stays as it is", () => {
  expect(latinText("Größe 5 € – “ok” ÿ ")).toBe("Größe 5 € – “ok” ÿ ");
});

test("a minus and a narrow space have a near one", () => {
  expect(latinText("\u22125\u202fmm")).toBe("\u20135\u00a0mm");
});

test("any other character is written as its code point, so that no two names look alike", () => {
  expect(latinText("\u0430")).toBe("\\u{430}");
  expect(latinText("\u{1f600}")).toBe("\\u{1f600}");
  expect(latinText("a\n\u0081")).toBe("a\\u{a}\\u{81}");
});
