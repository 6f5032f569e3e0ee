import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";

import { expect, test } from "vitest";

import { fromHex, toHex, utf8 } from "./bytes.ts";
import { decodeDerSignature, encodeDerSignature, isLowS, lowSSignature } from "./der-signature.ts";

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

test("the platform's signatures decode, encode to the same bytes, and verify with the lower s", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const publicKey = createPublicKey(privateKey);
  const message = utf8("a message");
  for (let round = 0; round < 100; round++) {
    const der = sign("sha256", message, privateKey);
    const decoded = decodeDerSignature(der)!;
    expect(toHex(encodeDerSignature(decoded))).toBe(toHex(der));
    const low = lowSSignature(der);
    expect(isLowS(decodeDerSignature(low)!)).toBe(true);
    expect(verify("sha256", message, publicKey, low)).toBe(true);
  }
});

test("the higher s verifies on the platform, which is why it has to be refused", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { r, s } = decodeDerSignature(lowSSignature(sign("sha256", utf8("m"), privateKey)))!;
  const high = { r, s: order - s };
  expect(verify("sha256", utf8("m"), publicKey, encodeDerSignature(high))).toBe(true);
  expect(isLowS(high)).toBe(false);
  expect(toHex(lowSSignature(encodeDerSignature(high)))).toBe(toHex(encodeDerSignature({ r, s })));
});

test("half the order is low and the next number is high", () => {
  expect(isLowS({ r: 1n, s: order / 2n })).toBe(true);
  expect(isLowS({ r: 1n, s: order / 2n + 1n })).toBe(false);
});

const orderHex = order.toString(16);

test.each([
  ["a leading zero", "300702020001020101"],
  ["a negative number", "3006020181020101"],
  ["a byte left over", "300602010102010100"],
  ["a byte left over inside", "30070201010201010000"],
  ["a long form of the length", "30810602010102010100"],
  ["another outer length", "3007020101020101"],
  ["another tag", "3106020101020101"],
  ["another inner tag", "3006030101020101"],
  ["a number without bytes", "30050200020101"],
  ["one number only", "3003020101"],
  ["three numbers", "3009020101020101020101"],
  ["a number as large as the order", `3026022100${orderHex}020101`],
  ["a number cut off", "3006020101020501"],
  ["nothing", ""],
])("%s is no signature", (_, hex) => {
  expect(decodeDerSignature(fromHex(hex)!)).toBeNull();
});

test("one is the smallest number of a signature, zero is none", () => {
  expect(decodeDerSignature(fromHex("3006020101020101")!)).toEqual({ r: 1n, s: 1n });
  expect(decodeDerSignature(fromHex("3006020100020101")!)).toBeNull();
  expect(decodeDerSignature(fromHex("3006020101020100")!)).toBeNull();
});
