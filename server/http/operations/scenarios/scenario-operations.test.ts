import { afterAll, beforeAll, expect, test } from "vitest";

import { keyNamed, startServer, type ServerForTests } from "../../server-for-tests.ts";

let server: ServerForTests;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const kept = "/v1/scenarios/scn_8d0c5c1f2a7b4e90";
const ask = (method: string, path: string, key: string) =>
  fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${keyNamed(key)}` } });
const codeOf = async (method: string, path: string, key: string) => {
  const answer = await ask(method, path, key);
  return `${answer.status} ${((await answer.json()) as { readonly code: string }).code}`;
};

test.each([
  ["GET", "/v1/scenarios", "insurer"],
  ["GET", kept, "insurer"],
  ["GET", `${kept}/exports/csv`, "ingest"],
  ["POST", "/v1/risk/scenario-feed", "auditor"],
  ["DELETE", kept, "auditor"],
])("%s %s takes a scope that the preset %s lacks", async (method, path, preset) => {
  expect(await codeOf(method, path, preset)).toBe("403 insufficient_scope");
});

test("a simulation team's key makes, lists and deletes", async () => {
  expect((await ask("POST", "/v1/risk/scenario-feed", "simulation")).status).toBe(200);
  expect((await ask("GET", "/v1/scenarios?type=car_wash&limit=5", "simulation")).status).toBe(200);
  expect((await ask("DELETE", kept, "simulation")).status).toBe(200);
  expect(await codeOf("GET", kept, "simulation")).toBe("404 scenario_not_found");
});

test.each([
  [
    "a format with its slash goes to whoever knows formats",
    `${kept}/exports/autocad/1`,
    "404 export_format_unknown",
  ],
  ["a format without one does, too", `${kept}/exports/dxf`, "404 export_format_unknown"],
  [
    "what is no name of a format is a fault of the path",
    `${kept}/exports/..%2f..%2fetc`,
    "400 path_malformed",
  ],
  ["no format is no path", `${kept}/exports/`, "404 route_not_found"],
  ["nor is an id an id with other letters", "/v1/scenarios/scn_%20", "400 path_malformed"],
  ["a type that is none is named", "/v1/scenarios?type=earthquake", "400 query_parameter_invalid"],
])("%s", async (_, path, expected) => {
  expect(await codeOf("GET", path, "simulation")).toBe(expected);
});
