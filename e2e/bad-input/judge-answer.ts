import { validate } from "../../core/contract/requests/validate.ts";
import { type CorpusRow, type Expectation, joined } from "./corpus-row.ts";
import { documentedStatuses } from "./documented-statuses.ts";
import type { Exchanged, RawAnswer } from "./raw-connection.ts";

/** What is wrong with the answers to a row; nothing when they are as they must be. */
export function judgeAnswer(row: CorpusRow, { answers, rest }: Exchanged): readonly string[] {
  const { expect: wanted } = row;
  const [answer] = answers;
  if (answer === undefined) return [`closed without a whole answer: ${JSON.stringify(rest.slice(0, 100))}`];
  const wrong: string[] = [];
  if (answer.status !== wanted.status) wrong.push(`status ${answer.status}, wanted ${wanted.status}`);
  if (row.answers !== undefined && answers.length !== row.answers) wrong.push(`${answers.length} answers`);
  if (row.answers !== undefined && rest !== "") wrong.push(`more after the answers: ${rest.slice(0, 80)}`);
  if (answer.headers.get("x-request-id") === undefined) wrong.push("no X-Request-Id");
  const documented =
    row.request === undefined ? null : documentedStatuses(row.request.method, joined(row.request.path));
  if (documented?.includes(answer.status) === false)
    wrong.push(`the OpenAPI document has no ${answer.status} here`);
  const body =
    answer.headers.get("content-type")?.includes("json") && answer.body !== "" ? parsed(answer.body) : null;
  wrong.push(...(answer.status >= 400 ? judgeProblem(row, answer, body) : []), ...judgeBody(wanted, body));
  wrong.push(...judgeHeaders(wanted, answer));
  return wrong.length === 0 ? [] : [...wrong, `answer: ${answer.body.slice(0, 300)}`];
}

type Body = Readonly<Record<string, unknown>>;

function judgeProblem(row: CorpusRow, answer: RawAnswer, body: Body | null): readonly string[] {
  const { expect: wanted } = row;
  const wrong: string[] = [];
  if (answer.headers.get("content-type") !== "application/problem+json") {
    return [`content type ${answer.headers.get("content-type")}`];
  }
  if (row.request?.method === "HEAD") return [];
  if (body === null) return ["no problem in the body"];
  const schema = body["code"] === "batch_rejected" ? "BatchRejection" : "Problem";
  wrong.push(...validate(schema, body).map((fault) => `${schema}${fault.pointer}: ${fault.detail}`));
  const { type, code, status, request_id: requestId, instance } = body;
  if (wanted.type !== undefined && type !== `/problems/${wanted.type}`)
    wrong.push(`type ${String(type)}, wanted ${wanted.type}`);
  if (wanted.code !== undefined && wanted.code !== "*" && code !== wanted.code) {
    wrong.push(`code ${String(code)}, wanted ${wanted.code}`);
  }
  if (status !== answer.status) wrong.push(`status member ${String(status)}`);
  // A repeated answer is the first one to the byte, its request id included.
  const isRepeat = answer.headers.has("idempotent-replayed");
  if (!isRepeat && requestId !== answer.headers.get("x-request-id"))
    wrong.push("request_id is not X-Request-Id");
  if (instance !== `/requests/${String(requestId)}`) wrong.push(`instance ${String(instance)}`);
  const [fault] = (body["errors"] ?? []) as readonly Body[];
  for (const place of ["pointer", "parameter", "header"] as const) {
    if (wanted[place] !== undefined && fault?.[place] !== wanted[place]) {
      wrong.push(`${place} ${String(fault?.[place])}, wanted ${wanted[place]}`);
    }
  }
  if (wanted.detail !== undefined && !String(body["detail"]).includes(wanted.detail))
    wrong.push(`detail lacks "${wanted.detail}"`);
  if (leaks.test(answer.body)) wrong.push("the answer tells of the inside of the server");
  return wrong;
}

/** Stack frames, file names, SQL and keys have no place in an answer. */
const leaks =
  /node_modules|\bat [\w.<>]+ \(|\.ts:[0-9]|SQLITE|SELECT |INSERT |\/work\/|\/tmp\/|plumb_live_[0-9A-Za-z]{10}_[0-9A-Za-z]{30}/;

function judgeBody(wanted: Expectation, body: Body | null): readonly string[] {
  const wrong: string[] = [];
  if (wanted.body !== undefined && !holds(body, wanted.body))
    wrong.push(`the body lacks ${JSON.stringify(wanted.body)}`);
  const errors = (body?.["errors"] ?? []) as readonly Body[];
  for (const [at, error] of (wanted.errors ?? []).entries()) {
    if (!holds(errors[at] ?? null, error)) wrong.push(`errors/${at} lacks ${JSON.stringify(error)}`);
  }
  return wrong;
}

function judgeHeaders(wanted: Expectation, answer: RawAnswer): readonly string[] {
  const wrong: string[] = [];
  const needs = (name: string, isNeeded: boolean): void => {
    if (isNeeded && !answer.headers.has(name)) wrong.push(`no ${name}`);
  };
  needs("www-authenticate", answer.status === 401);
  needs("allow", answer.status === 405);
  needs("retry-after", answer.status === 429 || answer.status === 503);
  if (wanted.allow !== undefined && answer.headers.get("allow") !== wanted.allow) {
    wrong.push(`Allow ${answer.headers.get("allow")}, wanted ${wanted.allow}`);
  }
  const isReplayed = answer.headers.get("idempotent-replayed") === "true";
  if (wanted.replayed !== undefined && isReplayed !== wanted.replayed) wrong.push(`replayed: ${isReplayed}`);
  return wrong;
}

/** Whether every member wanted is there with that value. */
function holds(body: Body | null, wanted: Body): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(body?.[name]) === JSON.stringify(value),
  );
}

function parsed(text: string): Body | null {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}
