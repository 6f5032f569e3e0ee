import { expect, test } from "vitest";

import { Refusal } from "../../core/contract/refusal.ts";
import { openCursor, signCursor } from "./cursor.ts";

const secret = new Uint8Array(32).fill(7);
const list = { operation: "listVehicles", organisation: "acme", query: [null, null, "urgency"] };
const place = { after: "veh-0042", healthScore: 40.25 };

function codeOf(open: () => unknown): string {
  try {
    open();
  } catch (fault) {
    return fault instanceof Refusal ? fault.code : String(fault);
  }
  return "opened";
}

test("a cursor brings back the place it was made of", () => {
  expect(openCursor(list, signCursor(list, place, secret), secret)).toEqual(place);
});

test("a cursor fits a query string as it stands", () => {
  expect(signCursor(list, { after: "ö/+ &?" }, secret)).toMatch(/^[A-Za-z0-9_.-]+$/);
});

test.each([
  ["another list", { ...list, operation: "listEvidence" }],
  ["another organisation", { ...list, organisation: "globex" }],
  ["another filter", { ...list, query: [["vans"], null, "urgency"] }],
])("a cursor is refused by %s", (_, other) => {
  const cursor = signCursor(list, place, secret);
  expect(codeOf(() => openCursor(other, cursor, secret))).toBe("cursor_invalid");
});

test("no character of a cursor can be changed", () => {
  const cursor = signCursor(list, place, secret);
  for (let at = 0; at < cursor.length; at += 1) {
    const other = cursor[at] === "A" ? "B" : "A";
    // The last character of 12 bytes in base64url has no unused bits, so every change is a change of the tag.
    const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
    expect(
      codeOf(() => openCursor(list, changed, secret)),
      changed,
    ).toBe("cursor_invalid");
  }
});

test.each(["", ".", "..", "abc", "a.b.c", "%", "eyJ9.AAAA"])("the text %j is no cursor", (text) => {
  expect(codeOf(() => openCursor(list, text, secret))).toBe("cursor_invalid");
});

test("a cursor of another installation is refused", () => {
  const cursor = signCursor(list, place, new Uint8Array(32).fill(8));
  expect(codeOf(() => openCursor(list, cursor, secret))).toBe("cursor_invalid");
});
