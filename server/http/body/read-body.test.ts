import { brotliCompressSync, gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { exchangeWithBody } from "../request-for-tests.ts";
import { ClientGone, readBody, readWholeBody, takeWholeBody } from "./read-body.ts";

const limits = { bytes: 1_000, withinMs: 60_000, hold: () => undefined };

test("a body that comes in pieces is read whole", async () => {
  const exchange = exchangeWithBody(["a ", "fra", "me"]);
  expect(String(await readWholeBody(exchange, "identity", limits))).toBe("a frame");
  expect(await readWholeBody(exchangeWithBody([]), "identity", limits)).toHaveLength(0);
});

test("a body that is there with its head is read without waiting to hear that it is over", () => {
  const exchange = exchangeWithBody(null, { "content-length": "7" });
  exchange.incoming.push("a frame");
  const booked: number[] = [];
  const hold = (bytes: number) => void booked.push(bytes);
  expect(String(takeWholeBody(exchange, "identity", { ...limits, hold }))).toBe("a frame");
  expect([booked, exchange.incoming.readableLength]).toEqual([[7], 0]);
});

test("a body is not taken at once while a part of it is missing, nor where it is coded", () => {
  const exchange = exchangeWithBody(null, { "content-length": "7" });
  expect(takeWholeBody(exchange, "identity", limits)).toBeNull();
  exchange.incoming.push("a fr");
  expect(takeWholeBody(exchange, "identity", limits)).toBeNull();
  exchange.incoming.push("ame");
  expect([takeWholeBody(exchange, "gzip", limits), exchange.incoming.readableLength]).toEqual([null, 7]);
  expect(() => takeWholeBody(exchange, "identity", { ...limits, bytes: 6 })).toThrow(
    expect.objectContaining({ code: "body_too_large" }),
  );
});

test("of a body that is there in part the rest is waited for", async () => {
  const exchange = exchangeWithBody(null, { "content-length": "7" });
  exchange.incoming.push("a fr");
  const reading = readWholeBody(exchange, "identity", limits);
  await new Promise(setImmediate);
  exchange.incoming.push("ame");
  exchange.incoming.push(null);
  exchange.incoming.complete = true;
  expect(String(await reading)).toBe("a frame");
});

test("every piece is booked before it is kept, and a booking may be refused", async () => {
  const booked: number[] = [];
  await readWholeBody(exchangeWithBody(["ab", "c"]), "identity", {
    ...limits,
    hold: (bytes) => void booked.push(bytes),
  });
  expect(booked.reduce((sum, bytes) => sum + bytes, 0)).toBe(3);
  const full = {
    ...limits,
    hold: () => {
      throw new Error("no room");
    },
  };
  await expect(readWholeBody(exchangeWithBody(["ab"]), "identity", full)).rejects.toThrow("no room");
});

test("a body is too large by what it announces, by what comes, and by what it decodes to", async () => {
  const announced = exchangeWithBody([], { "content-length": "1001" });
  const endless = exchangeWithBody([Buffer.alloc(600), Buffer.alloc(600)]);
  const packed = exchangeWithBody([gzipSync(Buffer.alloc(1_001))]);
  await expect(readWholeBody(announced, "identity", limits)).rejects.toMatchObject({
    code: "body_too_large",
  });
  await expect(readWholeBody(endless, "identity", limits)).rejects.toMatchObject({ code: "body_too_large" });
  await expect(readWholeBody(packed, "gzip", limits)).rejects.toMatchObject({ code: "body_too_large" });
});

test("a coded body is decoded; a damaged one and a bomb are refused", async () => {
  const coded = brotliCompressSync(Buffer.from("a frame"));
  expect(String(await readWholeBody(exchangeWithBody([coded]), "br", limits))).toBe("a frame");
  await expect(readWholeBody(exchangeWithBody([coded.subarray(1)]), "br", limits)).rejects.toMatchObject({
    code: "content_coding_damaged",
  });
  const bomb = gzipSync(Buffer.alloc(16 * 1024 * 1024));
  await expect(
    readWholeBody(exchangeWithBody([bomb]), "gzip", { ...limits, bytes: Infinity }),
  ).rejects.toMatchObject({ code: "decompression_ratio_exceeded" });
});

test("a body that does not come is refused once its time is over, or when the server stops", async () => {
  const silent = exchangeWithBody(null);
  await expect(readWholeBody(silent, "identity", { ...limits, withinMs: 1 })).rejects.toMatchObject({
    code: "framing_invalid",
  });
  const stopping = new AbortController();
  const waiting = readWholeBody(exchangeWithBody(null), "identity", { ...limits, end: stopping.signal });
  stopping.abort();
  await expect(waiting).rejects.toMatchObject({ code: "overloaded", headers: { "Retry-After": "2" } });
});

test("a sender that leaves is no refusal: there is no client to answer", async () => {
  const exchange = exchangeWithBody(null);
  const reading = readBody(exchange, "identity", limits).next();
  exchange.incoming.destroy();
  await expect(reading).rejects.toThrow(ClientGone);
});
