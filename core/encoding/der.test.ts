import { fromBER, type Integer, ObjectIdentifier } from "asn1js";
import { expect, test } from "vitest";

import { fromHex } from "./bytes.ts";
import { childrenOf, DerFault, integerOf, objectIdentifierOf, readDer, timeOf, writeDer } from "./der.ts";

const bytes = (hex: string) => fromHex(hex.replaceAll(" ", ""))!;
const ascii = (tag: number, text: string) => writeDer(tag, new TextEncoder().encode(text));

test.each([
  ["nothing", ""],
  ["a tag alone", "02"],
  ["content cut short", "02 02 01"],
  ["bytes behind the value", "02 01 00 00"],
  ["an indefinite length", "30 80 02 01 00 00 00"],
  ["a long length for a short one", "02 81 01 00"],
  ["a length with a leading zero", `04 82 00 80 ${"00".repeat(128)}`],
  ["a tag of two octets", "1f 81 00 00"],
])("%s is not DER", (_, hex) => {
  expect(() => readDer(bytes(hex))).toThrow(DerFault);
});

test.each(["00", "7f", "0080", "80", "ff", "ff7f", "0100000000000000000000", "8000000000000000"])(
  "the integer %s is read as asn1js reads it",
  (content) => {
    const der = writeDer(0x02, bytes(content));
    const theirs = fromBER(der.slice().buffer).result as Integer;
    expect(integerOf(readDer(der))).toBe(theirs.toBigInt());
  },
);

test("an integer has one spelling", () => {
  for (const hex of ["02 00", "02 02 00 01", "02 02 ff 80"])
    expect(() => integerOf(readDer(bytes(hex)))).toThrow("not an integer");
});

// X.690 8.19.5 has the first as its example.
test.each(["2.999.3", "1.2.840.113549.1.9.16.1.4", "0.39", "1.0.8571.1", "2.16.840.1.101.3.4.2.1"])(
  "the object identifier %s is read as asn1js writes it",
  (text) => {
    const der = new Uint8Array(new ObjectIdentifier({ value: text }).toBER());
    expect(objectIdentifierOf(readDer(der))).toBe(text);
  },
);

test("an object identifier has one spelling", () => {
  for (const hex of ["06 00", "06 02 80 01", "06 02 88 b7"])
    expect(() => objectIdentifierOf(readDer(bytes(hex)))).toThrow("not an object identifier");
});

test("times are in UTC, exist in the calendar, and a fraction has no closing zero", () => {
  expect(timeOf(readDer(ascii(0x17, "491231235959Z")))).toBe(Date.UTC(2049, 11, 31, 23, 59, 59) * 1000);
  expect(timeOf(readDer(ascii(0x17, "500101000000Z")))).toBe(Date.UTC(1950, 0, 1) * 1000);
  expect(timeOf(readDer(ascii(0x18, "20260301080000.25Z")))).toBe(Date.UTC(2026, 2, 1, 8, 0, 0, 250) * 1000);
  for (const text of ["20260301080000+0100", "20260230080000Z", "20260301080000.250Z", "2026030108Z"])
    expect(() => timeOf(readDer(ascii(0x18, text)))).toThrow("not a time");
});

test("what is written is read back, at every size of length", () => {
  for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536]) {
    const [inner] = childrenOf(readDer(writeDer(0x30, writeDer(0x04, new Uint8Array(length)))));
    expect(inner!.content).toHaveLength(length);
  }
});
