import { expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { type RequestHead, checkFraming, headersLimit, targetLimitBytes } from "./check-framing.ts";

const sound: RequestHead = {
  httpVersion: "1.1",
  method: "GET",
  url: "/health",
  rawHeaders: ["Host", "a.example"],
};

test.each([
  ["an origin form", "/v1/vehicles?limit=2", { path: "/v1/vehicles", query: "limit=2" }],
  ["an absolute form", "http://a.example:8000/health", { path: "/health", query: "" }],
  ["an absolute form without a path", "http://a.example?x=1", { path: "/", query: "x=1" }],
  ["an encoded path", "/v1/vehicles/a%20b", { path: "/v1/vehicles/a%20b", query: "" }],
  ["the asterisk", "*", { path: "/", query: "" }],
])("%s is taken", (_form, url, target) => {
  expect(checkFraming({ ...sound, url })).toEqual(target);
});

test("HTTP/1.0 needs no Host", () => {
  expect(checkFraming({ ...sound, httpVersion: "1.0", rawHeaders: [] }).path).toBe("/health");
});

const host = ["Host", "a.example"];
const refusals: readonly (readonly [string, Partial<RequestHead>, string])[] = [
  ["HTTP/0.9", { httpVersion: "0.9" }, "framing_invalid"],
  ["HTTP/2.0 in a request line", { httpVersion: "2.0" }, "framing_invalid"],
  ["no Host", { rawHeaders: [] }, "header_invalid"],
  ["two Host lines", { rawHeaders: [...host, "hOST", "a.example"] }, "header_invalid"],
  ["a Host that is none", { rawHeaders: ["Host", "a b"] }, "header_invalid"],
  ["an empty Host", { rawHeaders: ["Host", ""] }, "header_invalid"],
  [
    "two keys",
    { rawHeaders: [...host, "Authorization", "Bearer a", "authorization", "Bearer b"] },
    "header_invalid",
  ],
  [
    "two Content-Type",
    { rawHeaders: [...host, "Content-Type", "a/b", "Content-Type", "a/b"] },
    "header_invalid",
  ],
  [
    "too many headers",
    { rawHeaders: [...host, ...Array.from({ length: headersLimit }, () => ["A", "b"]).flat()] },
    "header_invalid",
  ],
  [
    "a chain of transfer codings",
    { rawHeaders: [...host, "Transfer-Encoding", "gzip, chunked"] },
    "framing_invalid",
  ],
  [
    "two Transfer-Encoding",
    { rawHeaders: [...host, "Transfer-Encoding", "chunked", "Transfer-Encoding", "chunked"] },
    "framing_invalid",
  ],
  [
    "a length besides chunks",
    { rawHeaders: [...host, "Transfer-Encoding", "chunked", "Content-Length", "4"] },
    "framing_invalid",
  ],
  [
    "chunks in HTTP/1.0",
    { httpVersion: "1.0", rawHeaders: [...host, "Transfer-Encoding", "chunked"] },
    "framing_invalid",
  ],
  ["a broken escape", { url: "/v1/vehicles/%zz" }, "path_malformed"],
  ["half a character", { url: "/v1/vehicles/%c3" }, "path_malformed"],
  ["a NUL", { url: "/v1/vehicles/a%00" }, "path_malformed"],
  ["bytes that must be encoded", { url: "/v1/vehicles/\u00e9" }, "path_malformed"],
  ["a fragment", { url: "/health#x" }, "path_malformed"],
  ["no path at all", { url: "health" }, "path_malformed"],
  ["a path without an end", { url: `/${"a".repeat(targetLimitBytes)}` }, "uri_too_long"],
];

test.each(refusals)("%s is refused", (_what, head, code) => {
  const check = () => checkFraming({ ...sound, ...head });
  expect(check).toThrow(Refusal);
  expect(check).toThrow(expect.objectContaining({ code }));
});
