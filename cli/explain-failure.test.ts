import { expect, test } from "vitest";
import {
  APIAbortError,
  APIConnectionError,
  APITimeoutError,
  UnexpectedAnswerError,
  apiError,
} from "../clients/typescript/errors.ts";
import { CommandFailure, exitCodes } from "./exit-codes.ts";
import { explainFailure } from "./explain-failure.ts";
import { StoppedByUser } from "./terminal/terminal.ts";

function refusal(status: number, code: string): Error {
  const problem = {
    type: "/problems/x",
    title: "Title",
    status,
    detail: "Detail.",
    code,
    request_id: "req_1",
  };
  return apiError({
    status,
    headers: new Headers(),
    problem: { ...problem, instance: "/requests/req_1", errors: [] },
    retryAfterS: null,
  });
}

function fileFault(code: string, path?: string): Error {
  return Object.assign(new Error("fault"), { code, ...(path !== undefined && { path }) });
}

test.each([
  ["a stop", new StoppedByUser("stopped by SIGINT"), exitCodes.failed, /type the same command again/u],
  ["no connection", new APIConnectionError("refused"), exitCodes.unreachable, /serve --dev/u],
  ["no answer in time", new APITimeoutError("late"), exitCodes.unreachable, /serve --dev/u],
  [
    "another program",
    new UnexpectedAnswerError("html", { status: 200, headers: new Headers() }),
    exitCodes.unreachable,
    /check the address/u,
  ],
  [
    "no key",
    refusal(401, "api_key_missing"),
    exitCodes.refused,
    /keys create --org ORG .*--data-dir DATA_FOLDER \(the folder of that service/u,
  ],
  [
    "no scope",
    refusal(403, "insufficient_scope"),
    exitCodes.refused,
    /--scope SCOPE --data-dir DATA_FOLDER/u,
  ],
  ["another fleet", refusal(403, "fleet_not_allowed"), exitCodes.refused, /^name a fleet the key is for/u],
  ["a right beyond one's own", refusal(403, "rights_exceeded"), exitCodes.refused, /^read \/problems\/x/u],
  ["no vehicle", refusal(404, "vehicle_not_found"), exitCodes.refused, /plumbline fleet$/u],
  ["no evidence", refusal(404, "evidence_not_found"), exitCodes.refused, /plumbline evidence list$/u],
  ["no such export", refusal(404, "export_not_of_level"), exitCodes.refused, /scenario sample ID$/u],
  ["no such path", refusal(404, "not_found"), exitCodes.refused, /--url and --key/u],
  ["anything else refused", refusal(409, "conflict"), exitCodes.refused, /^read \/problems\/x/u],
  ["a missing file", fileFault("ENOENT", "/a"), exitCodes.failed, /check the file's name/u],
  ["a folder", fileFault("EISDIR"), exitCodes.failed, /^name a file$/u],
  ["a fault of ours", new TypeError("x is undefined"), exitCodes.failed, /plumbline doctor$/u],
  ["no error at all", "thrown", exitCodes.failed, /plumbline doctor$/u],
])("%s has an exit code and a next step", (_, error, exitCode, next) => {
  const failure = explainFailure(error);
  expect(failure.exitCode).toBe(exitCode);
  expect(failure.next).toMatch(next);
});

test("what is a failure already stays as it is", () => {
  const failure = new CommandFailure(exitCodes.usage, "message", "next");
  expect(explainFailure(failure)).toBe(failure);
});

test("what a stop of the user's ended is explained as the stop", () => {
  const stop = new APIAbortError("GET /x was given up", { cause: new StoppedByUser("stopped by SIGINT") });
  expect(explainFailure(stop)).toEqual(explainFailure(stop.cause));
});

test("what something else refused is explained without a code, and points at the way there", () => {
  const headers = new Headers({ "content-type": "text/html" });
  const failure = explainFailure(apiError({ status: 413, headers, problem: {}, retryAfterS: null }));
  expect(failure.message).toBe("Status 413: not an answer of the service (text/html) (status 413)");
  expect(failure.next).toMatch(/between this machine and the service/u);
});

test("a refusal is named with its code and its request", () => {
  expect(explainFailure(refusal(409, "conflict")).message).toBe("Title: Detail. (conflict, request req_1)");
});
