import { readFileSync, readdirSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { operations } from "../../../core/contract/openapi/operations.ts";
import type { HttpCase, ScriptedAnswer, SeenRequest } from "./http-case.ts";
import { startScriptedServer } from "./scripted-server.ts";

let server: Awaited<ReturnType<typeof startScriptedServer>>;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

test("answers come in turn, and what was asked is reported", async () => {
  const base = await session([
    { status: 503, problem: { code: "overloaded" }, headers: { "retry-after": "1" } },
    { json: { tier: "NOMINAL" } },
  ]);
  const refused = await fetch(`${base}/v1/x?a=1&a=2`, { method: "POST", body: "{}" });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.json()).toMatchObject({ code: "overloaded", status: 503, request_id: "req_scripted" });
  expect(await (await fetch(`${base}/v1/y`)).json()).toEqual({ tier: "NOMINAL" });
  expect((await fetch(`${base}/v1/z`)).status).toBe(418);
  expect(await requests(base)).toMatchObject([
    { method: "POST", path: "/v1/x", query: "a=1&a=2", body: "{}" },
    { method: "GET", path: "/v1/y", query: "", body: "" },
    { method: "GET", path: "/v1/z" },
  ]);
});

test.each([
  ["drop", "closed without an answer"],
  ["half", "closed within a body of known length"],
  ["half_chunked", "closed within a body in chunks"],
] as const)("%s: the connection is %s", async (fault, _what) => {
  const base = await session([{ json: { tier: "NOMINAL" }, fault }]);
  const read = async (): Promise<string> => (await fetch(base + "/v1/x")).text();
  await expect(read()).rejects.toThrow();
  expect(await requests(base)).toHaveLength(1);
});

test("a slow body comes byte by byte, whole in the end", async () => {
  const base = await session([{ text: "abc", fault: "slow_body" }]);
  const pieces: number[] = [];
  for await (const piece of (await fetch(`${base}/v1/x`)).body!) pieces.push(piece.length);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(3);
});

test("silence lasts until the asker goes", async () => {
  const base = await session([{ fault: "silence" }]);
  await expect(fetch(`${base}/v1/x`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  expect(await requests(base)).toHaveLength(1);
});

test("sessions do not see each other", async () => {
  const one = await session([{ json: 1 }]);
  const other = await session([{ json: 2 }]);
  expect(await (await fetch(`${other}/v1/x`)).json()).toBe(2);
  expect(await (await fetch(`${one}/v1/x`)).json()).toBe(1);
  expect(await requests(one)).toHaveLength(1);
});

const cases = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name) => casesOf(name));

test("no two cases have one name, and each calls an operation of the contract", () => {
  const names = cases.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const known = new Set<string>(operations.map(({ operationId }) => operationId));
  expect(cases.filter(({ call }) => !known.has(call.operation))).toEqual([]);
});

test("a case has an answer for every request it expects, unless nobody listens", () => {
  const short = cases.filter(
    ({ answers, expected, unreachable }) => unreachable !== true && answers.length !== expected.attempts,
  );
  // What is not to be tried again has one answer, and a second request would be answered 418.
  expect(short.map(({ name }) => name)).toEqual([]);
});

async function session(answers: readonly ScriptedAnswer[]): Promise<string> {
  const made = await fetch(`${server.address}/sessions`, {
    method: "POST",
    body: JSON.stringify({ answers }),
  });
  const { path } = (await made.json()) as { readonly path: string };
  return server.address + path;
}

async function requests(base: string): Promise<readonly SeenRequest[]> {
  const { requests } = (await (await fetch(base)).json()) as { readonly requests: readonly SeenRequest[] };
  return requests;
}

function casesOf(name: string): readonly HttpCase[] {
  const { cases } = JSON.parse(readFileSync(`${import.meta.dirname}/${name}`, "utf8")) as {
    readonly cases: readonly HttpCase[];
  };
  return cases;
}
