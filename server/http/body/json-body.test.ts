import { expect, test } from "vitest";

import { readConfig } from "../../config.ts";
import { jsonAnswer } from "../answer/answer.ts";
import { Admission } from "../guard/admission.ts";
import { exchangeWithBody, requestForTests } from "../request-for-tests.ts";
import { canonicalBody, canonicalText, withJsonBody } from "./json-body.ts";

const pressure = {
  queueAgeMs: () => 0,
  loopDelayMs: () => 0,
  whyClockIsUnusable: () => null,
  nowMs: () => 0,
};

function needsFor(bodyBytesInFlight: number) {
  const limits = { ...readConfig({}).limits, bodyBytesInFlight };
  const admission = new Admission(limits, pressure, () => 0);
  return { admission, requestTimeoutMs: 60_000, streamsEnd: new AbortController().signal };
}

async function read(text: string | Buffer, { limitBytes = 1_000, bodyBytesInFlight = 1_000 } = {}) {
  const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  const request = requestForTests("createScenarioFeed", { exchange: exchangeWithBody([text], headers) });
  const needs = needsFor(bodyBytesInFlight);
  return withJsonBody(request, needs, async (body) => jsonAnswer({ body }), limitBytes);
}

test("a body is handed over as text and as the value it means", async () => {
  expect((await read(' {"seed": 1.0} ')).body).toBe(
    JSON.stringify({ body: { text: ' {"seed": 1.0} ', value: { seed: 1 } } }),
  );
});

test("white space is no body where the operation may do without one", async () => {
  expect((await read(" \n")).body).toBe('{"body":null}');
});

test.each([
  ["json_syntax", "{"],
  ["duplicate_member", '{"a":1,"a":2}'],
  ["utf8_invalid", Buffer.from([0x22, 0xff, 0x22])],
])("%s is refused", async (code, text) => {
  await expect(read(text)).rejects.toMatchObject({ code });
});

test("a body over its limit is refused, and so is one for which there is no room now", async () => {
  await expect(read('{"a":1}', { limitBytes: 6 })).rejects.toMatchObject({ code: "body_too_large" });
  await expect(read('{"a":1}', { bodyBytesInFlight: 6 })).rejects.toMatchObject({ code: "overloaded" });
});

test("room that was booked is given back, also when the operation fails", async () => {
  const needs = needsFor(7);
  for (let round = 0; round < 3; round += 1) {
    const headers = { "content-type": "application/json", "content-length": "7" };
    const request = requestForTests("createScenarioFeed", {
      exchange: exchangeWithBody(['{"a":1}'], headers),
    });
    const failing = withJsonBody(request, needs, () => Promise.reject(new Error("the operation failed")));
    await expect(failing).rejects.toThrow("the operation failed");
  }
});

test("spelling does not make two requests of one", () => {
  expect(canonicalText(JSON.parse('{"b":1.0,"a":"\\u0041"}'))).toBe('{"a":"A","b":1}');
  expect([canonicalBody({ text: " 7 ", value: 7 }), canonicalBody(null)]).toEqual(["7", ""]);
});
