import { afterAll, beforeAll, expect, test } from "vitest";

import { Refusal } from "../../../core/contract/refusal.ts";
import { engineerKey, keyNamed, startServer, type ServerForTests, tagOf } from "../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const eventId = "EVB-20260301-7K3M9Q2XW4HJ";
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}/v1/evidence/${path}`, {
    headers: { authorization: `Bearer ${engineerKey}`, ...headers },
  });
const verify = (body: string, key = engineerKey) =>
  fetch(`${server.url}/v1/evidence/verify`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body,
  });

test.each([
  ["report", "", "text/html; charset=utf-8", "a report as html"],
  ["report", "*/*", "text/html; charset=utf-8", "a report as html"],
  ["report", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8", "a report as html"],
  ["report", "application/pdf", "application/pdf", "a report as pdf"],
  ["report.html", "*/*", "text/html; charset=utf-8", "a report as html"],
  ["report.pdf", "*/*", "application/pdf", "a report as pdf"],
  ["archive", "*/*", "application/zip", "a zip"],
])("%s for Accept %j comes as %s", async (what, accept, type, body) => {
  const answer = await ask(`${eventId}/${what}`, { accept });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(await answer.text()).toBe(body);
  expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  expect(answer.headers.get("vary")).toBe(what === "report" ? "Accept" : null);
  expect((await ask(`${eventId}/${what}`, { accept, "if-none-match": tagOf(answer) })).status).toBe(304);
});

test.each([
  ["report", "application/json"],
  ["report.html", "application/pdf"],
  ["report.pdf", "text/html"],
  ["archive", "text/html"],
])("%s for Accept %s is not acceptable", async (what, accept) => {
  const answer = await ask(`${eventId}/${what}`, { accept });
  expect({ status: answer.status, ...(await answer.json()) }).toMatchObject({
    status: 406,
    code: "not_acceptable",
  });
});

test("an HTML report in a browser may run and load nothing", async () => {
  const policy = (await ask(`${eventId}/report.html`)).headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("script-src");
});

test.each(["report", "report.html", "report.pdf", "archive"])(
  "%s of unknown evidence is not found",
  async (what) => {
    expect((await ask(`EVB-20260301-000000000000/${what}`)).status).toBe(404);
  },
);

test("verification needs evidence:read and takes files of up to 32 MiB", async () => {
  expect((await verify('{"bundle":"x"}', keyNamed("ingest"))).status).toBe(403);
  const frames = "x".repeat(8 * 1024 * 1024);
  const large = await verify(JSON.stringify({ bundle: {}, frames }), keyNamed("insurer"));
  expect(await large.json()).toMatchObject({ verdict: "invalid" });
  const tooLarge = await verify(JSON.stringify({ bundle: {}, frames: frames.repeat(4) }));
  expect({ status: tooLarge.status, ...(await tooLarge.json()) }).toMatchObject({
    status: 413,
    code: "body_too_large",
    // What it does not take it does not recommend.
    detail: expect.not.stringContaining("NDJSON") as string,
  });
});

test.each([
  ["", 400, "json_empty"],
  ["{", 400, "json_syntax"],
  ['{"bundle":"x","bundle":"y"}', 400, "duplicate_member"],
  ["{}", 422, "member_missing"],
  ['{"bundle":7}', 422, undefined],
  ['{"bundle":"x","frame":"y"}', 422, "member_unknown"],
  ['{"bundle":"x","require":["everything"]}', 422, undefined],
  ['{"bundle":"x","require_organisation":"a b"}', 422, undefined],
])("the body %j is refused with %d", async (body, status, code) => {
  const answer = await verify(body);
  const problem: { readonly code: string } = JSON.parse(await answer.text());
  expect(answer.status).toBe(status);
  if (code !== undefined) expect(problem.code).toBe(code);
});

test("a request beyond the organisation's share is refused before its body is read, and a place is given back", async () => {
  const { application } = server;
  application.reportRefusal = new Refusal("paper_queue_full", "That is its share.");
  try {
    const asked = [
      verify("{"),
      ask(`${eventId}/archive`),
      ask(`${eventId}/report`),
      ask(`${eventId}/report.pdf`),
      ask(`${eventId}/redacted?withhold=1`),
      fetch(`${server.url}/v1/fleet/rescore`, {
        method: "POST",
        headers: { authorization: `Bearer ${engineerKey}`, "content-type": "application/json" },
        body: "{",
      }),
    ];
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ code: "paper_queue_full", type: "/problems/rate-limited" });
    }
  } finally {
    application.reportRefusal = null;
  }
  expect((await verify("{")).status).toBe(400);
  expect((await ask(`${eventId}/archive`)).status).toBe(200);
  expect(application.reportPlaces).toBe(0);
});
