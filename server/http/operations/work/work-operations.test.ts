import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { radarFrame } from "../../../storage/frames-for-tests.ts";
import { keyNamed, type ServerForTests, startServer } from "../../server-for-tests.ts";
import { readVersion } from "./work-operations.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
  server.application.frames.push(radarFrame("van-1", 0));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.application.expectedVersions = [];
});

const url = () => `${server.url}/v1/vehicles/van-1/work`;

function command(body: unknown, headers: Readonly<Record<string, string>> = {}, key = "operator") {
  return fetch(url(), {
    method: "POST",
    headers: {
      authorization: `Bearer ${keyNamed(key)}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

test("the ETag of the work names its version, and is what If-Match takes", async () => {
  const headers = { authorization: `Bearer ${keyNamed("auditor")}` };
  const read = await fetch(url(), { headers });
  const tag = read.headers.get("etag")!;
  expect(tag).toMatch(/^"7\.[\w-]+"$/);
  expect((await fetch(url(), { headers: { ...headers, "if-none-match": tag } })).status).toBe(304);
  expect((await command({ action: "acknowledge" }, { "if-match": tag })).status).toBe(200);
  expect((await command({ action: "acknowledge" }, { "if-match": '"6"' })).status).toBe(200);
  expect((await command({ action: "acknowledge" })).status).toBe(200);
  expect(server.application.expectedVersions).toEqual([7, 6, null]);
});

test("the answer to a command has the ETag that the next one takes, also when it is repeated", async () => {
  const headers = { "idempotency-key": "tagged" };
  for (const _time of [1, 2]) {
    const answer = await command({ action: "acknowledge" }, headers);
    const { version } = (await answer.json()) as { readonly version: number };
    expect(answer.headers.get("etag")).toBe(`"${version}"`);
    expect(readVersion(answer.headers.get("etag") ?? undefined)).toBe(version);
  }
  expect(server.application.expectedVersions).toHaveLength(1);
  expect((await command({ action: "snooze" })).headers.get("etag")).toBeNull();
});

test("a condition that is not understood is refused before anything is done", async () => {
  const answer = await command({ action: "acknowledge" }, { "if-match": "7" });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "header_invalid", errors: [{ header: "if-match" }] });
  expect(server.application.expectedVersions).toEqual([]);
});

test("a repeat under the same Idempotency-Key is answered as before, and nothing is done twice", async () => {
  const headers = { "idempotency-key": "once" };
  const first = await command({ action: "comment", comment: "seen" }, headers);
  const again = await command({ action: "comment", comment: "seen" }, { ...headers, "if-match": '"1"' });
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await again.text()).toBe(await first.text());
  expect(server.application.expectedVersions).toHaveLength(1);
});

test.each(["auditor", "ingest", "insurer", "simulation"])(
  "a key of the preset %s commands nothing",
  async (key) => {
    const answer = await command({ action: "acknowledge" }, {}, key);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "insufficient_scope" });
  },
);

test("a vehicle that is not there is not found, and what is no command is refused by its member", async () => {
  const headers = { authorization: `Bearer ${keyNamed("operator")}` };
  expect((await fetch(`${server.url}/v1/vehicles/nobody/work`, { headers })).status).toBe(404);
  const answer = await command({ action: "snooze" });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: [{ pointer: "/until", code: "member_missing" }] });
});

test.each([
  [undefined, null],
  ["*", null],
  [' "7" ', 7],
  ['"0"', 0],
  ['"7.Hc-s_2"', 7],
  ['W/"7.Hcs"', 7],
])("If-Match: %s names version %s", (header, version) => {
  expect(readVersion(header)).toBe(version);
});

test.each(["7", '"seven"', '"7", "8"', '""', '"-1"', '"07"', '"7.a b"', "", '"99999999999"'])(
  "If-Match: %s is refused, not overlooked",
  (header) => {
    expect(() => readVersion(header)).toThrow(expect.objectContaining({ code: "header_invalid" }));
  },
);
