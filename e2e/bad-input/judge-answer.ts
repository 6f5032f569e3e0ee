import { openapiDocument } from "../../core/contract/openapi/openapi-document.ts";
import { validate } from "../../core/contract/requests/validate.ts";
import { type CorpusRow, type Expectation, joined } from "./corpus-row.ts";
import type { Exchanged, RawAnswer } from "./raw-connection.ts";

/** What is wrong with the answers to a row; nothing when they are as they must be. */
export function judgeAnswer(row: CorpusRow, { answers, rest }: Exchanged): readonly string[] {
  const { expect: wanted } = row;
  const [answer] = answers;
  if (answer === undefined) return [`closed without a whole answer: ${JSON.stringify(rest.slice(0, 100))}`];
  const body = jsonIn(answer);
  const wrong = [
    ...judgeStatus(row, answer),
    ...judgeCount(row, { answers, rest }),
    ...(answer.status >= 400 ? judgeProblem(row, answer, body) : []),
    ...judgeBody(wanted, body),
    ...judgeHeaders(wanted, answer),
  ];
  return wrong.length === 0 ? [] : [...wrong, `answer: ${answer.body.slice(0, 300)}`];
}

type Body = Readonly<Record<string, unknown>>;

/** A check that failed says so in one sentence. */
function found(checks: readonly (readonly [isWrong: boolean, says: string])[]): readonly string[] {
  return checks.filter(([isWrong]) => isWrong).map(([, says]) => says);
}

function judgeStatus({ request, expect: wanted }: CorpusRow, { status }: RawAnswer): readonly string[] {
  const documented = request === undefined ? null : documentedStatuses(request.method, joined(request.path));
  return found([
    [status !== wanted.status, `status ${status}, wanted ${wanted.status}`],
    [documented?.includes(status) === false, `the OpenAPI document has no ${status} here`],
  ]);
}

function judgeCount({ answers: due }: CorpusRow, { answers, rest }: Exchanged): readonly string[] {
  if (due === undefined) return [];
  return found([
    [answers.length !== due, `${answers.length} answers`],
    [rest !== "", `more after the answers: ${rest.slice(0, 80)}`],
  ]);
}

function jsonIn({ headers, body }: RawAnswer): Body | null {
  const isJson = headers.get("content-type")?.includes("json") === true;
  return isJson && body !== "" ? parsed(body) : null;
}

function judgeProblem(row: CorpusRow, answer: RawAnswer, body: Body | null): readonly string[] {
  const contentType = answer.headers.get("content-type");
  if (contentType !== "application/problem+json") return [`content type ${contentType}`];
  if (row.request?.method === "HEAD") return [];
  if (body === null) return ["no problem in the body"];
  const schema = body["code"] === "batch_rejected" ? "BatchRejection" : "Problem";
  return [
    ...validate(schema, body).map((fault) => `${schema}${fault.pointer}: ${fault.detail}`),
    ...judgeMembers(answer, body),
    ...judgeWanted(row.expect, body),
    ...found([[leaks.test(answer.body), "the answer shows the inside of the server"]]),
  ];
}

/** What holds for every problem, whatever it is about. */
function judgeMembers({ status, headers }: RawAnswer, body: Body): readonly string[] {
  const { status: stated, request_id: requestId, instance } = body;
  // A repeated answer is the first one to the byte, its request id included.
  const isRepeat = headers.has("idempotent-replayed");
  return found([
    [stated !== status, `status member ${String(stated)}`],
    [!isRepeat && requestId !== headers.get("x-request-id"), "request_id is not X-Request-Id"],
    [instance !== `/requests/${String(requestId)}`, `instance ${String(instance)}`],
  ]);
}

function judgeWanted(wanted: Expectation, body: Body): readonly string[] {
  const { type, code, detail } = body;
  const [fault] = (body["errors"] ?? []) as readonly Body[];
  const differs = (due: unknown, given: unknown): boolean => due !== undefined && given !== due;
  const wantedType = wanted.type === undefined ? undefined : `/problems/${wanted.type}`;
  const wantedCode = wanted.code === "*" ? undefined : wanted.code;
  const wantedDetail = wanted.detail ?? "";
  return found([
    [differs(wantedType, type), `type ${String(type)}, wanted ${wanted.type}`],
    [differs(wantedCode, code), `code ${String(code)}, wanted ${wanted.code}`],
    ...(["pointer", "parameter", "header"] as const).map(
      (place) =>
        [
          differs(wanted[place], fault?.[place]),
          `${place} ${String(fault?.[place])}, wanted ${wanted[place]}`,
        ] as const,
    ),
    [!String(detail).includes(wantedDetail), `detail lacks "${wantedDetail}"`],
  ]);
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
  needs("x-request-id", true);
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

type Responses = Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>;

const paths = Object.entries(openapiDocument()["paths"] as unknown as Record<string, Responses>).map(
  ([path, methods]) => ({ form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/?]+")}$`), methods }),
);

/** The statuses the OpenAPI document names for a request; null for what is no operation of it. */
function documentedStatuses(method: string, target: string): readonly number[] | null {
  const [path = ""] = target.split("?");
  const operation = paths.find(({ form }) => form.test(path))?.methods[method.toLowerCase()];
  return operation === undefined ? null : Object.keys(operation.responses).map(Number);
}
