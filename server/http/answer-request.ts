import { allowsScope } from "../../core/contract/api-key.ts";
import { parseQuery } from "../../core/contract/requests/parse-query.ts";
import { pathParameters } from "../../core/contract/openapi/query-parameters.ts";
import type { QueryParameter } from "../../core/contract/openapi/query-parameters.ts";
import type { Operation } from "../../core/contract/openapi/operation.ts";
import type { OperationId } from "../../core/contract/openapi/operations.ts";
import { Refusal } from "../../core/contract/refusal.ts";
import type { Application, Caller } from "../app/application.ts";
import { noteRefusal } from "./access-log.ts";
import { auditOf, beginAudit } from "./audit-request.ts";
import { chooseMediaType } from "./answer/choose-media-type.ts";
import type { Admission } from "./guard/admission.ts";
import type { Answer } from "./answer/answer.ts";
import type { QueryValues } from "./parameters.ts";
import { type Authentication, peerOf } from "./guard/authentication.ts";
import { readBodyHead } from "./body/body-head.ts";
import type { RequestTarget } from "./guard/check-framing.ts";
import { addressGroup } from "./guard/connection-places.ts";
import {
  type Endpoint,
  type KeyedEndpoint,
  type PublicEndpoint,
  type Route,
  allowedMethods,
  endpointFor,
  isVital,
} from "./route.ts";
import type { Exchange } from "./exchange.ts";
import { HttpRefusal, parameterRefusal } from "./answer/http-refusal.ts";
import { problemAnswer } from "./answer/problem-answer.ts";
import type { RateLimits } from "./guard/rate-limits.ts";
import type { ReadTurns } from "./guard/read-turns.ts";

/** A request whose framing is sound, and where the router found it to lead. */
export interface RoutedRequest {
  readonly exchange: Exchange;
  readonly target: RequestTarget;
  /** Null when no path matches. */
  readonly route: Route | null;
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

export interface AnswerNeeds {
  readonly authentication: Authentication;
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  readonly readTurns: ReadTurns;
  isStopping(): boolean;
  /** What a browser is shown at an address where nothing is; null where there is no page for it. */
  pageOfNothing(): Answer | null;
  readonly noteAudit: Application["noteAudit"];
  /** Called with every fault that is no refusal. */
  reportFault(exchange: Exchange, fault: unknown): void;
}

/**
 * The checks of a request in their fixed order (api.md 4 and 9.8): path, key, method, scope, then what the head says
 * of query, answer and body, and only then the operation, which reads the body. Never rejects.
 */
export async function answerRequest(request: RoutedRequest, needs: AnswerNeeds): Promise<Answer> {
  const { exchange } = request;
  try {
    admit(request, needs);
    const { route } = request;
    if (isPublicPlace(request)) {
      const page = route === null && isNavigation(exchange) ? needs.pageOfNothing() : null;
      return page ?? (await answerPublic(request, publicEndpoint(route, exchange.method), needs));
    }
    const caller = await needs.authentication.identify(peerOf(exchange));
    exchange.log.keyId = caller.keyId;
    exchange.log.organisation = caller.organisation;
    return await answerCaller(request, caller, needs);
  } catch (thrown) {
    return problemFor(thrown, request, needs);
  }
}

async function answerCaller(request: RoutedRequest, caller: Caller, needs: AnswerNeeds): Promise<Answer> {
  const { route, exchange } = request;
  const operation = operationAt(route, exchange.method);
  if (operation !== null) beginAudit(exchange, caller, { operation, path: request.path });
  let answer: Answer;
  try {
    answer = await answerKeyed(request, caller, needs);
  } catch (thrown) {
    answer = problemFor(thrown, request, needs);
  }
  const entry = auditOf(exchange, { operation, caller, answer });
  if (entry !== null) needs.noteAudit(entry);
  const headers = needs.rateLimits.headersFor(caller);
  return { ...answer, headers: answer.headers === undefined ? headers : { ...headers, ...answer.headers } };
}

function operationAt(route: Route | null, method: string): Operation | null {
  const endpoint = route === null ? undefined : endpointFor(route, method);
  return endpoint?.kind === "keyed" ? endpoint.operation : null;
}

/** Throws what the head has refused; rejects with what is refused later. */
function answerKeyed(request: RoutedRequest, caller: Caller, needs: AnswerNeeds): Promise<Answer> {
  const { exchange, target, route } = request;
  if (route === null) throw unknownPath();
  const { operation, handle } = keyedEndpoint(route, exchange.method);
  requireScope(caller, operation);
  needs.rateLimits.admitRequest(caller);
  if (operation.method !== "GET") needs.admission.admitWrite();
  if (takesFrames.has(operation.operationId)) needs.admission.admitFrames(exchange);
  const path = checkPath(request.path);
  const query = readQuery(target.query, operation.query);
  chooseMediaType(exchange.headers.accept, answerTypesOf(operation));
  if (operation.request === undefined) readBodyHead(exchange, operation);
  const read = () => handle({ exchange, operation, caller, path, query, target });
  const isInTurn = operation.method === "GET" && handle.hasOwnQueue !== true;
  return isInTurn ? needs.readTurns.answer(caller.organisation, exchange, read) : read();
}

const takesFrames: ReadonlySet<string> = new Set<OperationId>(["ingestTelemetry", "scoreResidual"]);

async function answerPublic(
  request: RoutedRequest,
  endpoint: PublicEndpoint,
  needs: AnswerNeeds,
): Promise<Answer> {
  const { exchange, target } = request;
  const query = endpoint.query === "any" ? {} : readQuery(target.query, endpoint.query);
  if (endpoint.accepts !== undefined) chooseMediaType(exchange.headers.accept, endpoint.accepts);
  const read = () => endpoint.handle(exchange, request.path, query);
  if (endpoint.isRead !== true) return read();
  return needs.readTurns.answer(`address ${addressGroup(exchange.peerAddress)}`, exchange, read);
}

/** Refuses what cannot be finished, before anything of it is looked at. */
function admit({ exchange, route }: RoutedRequest, needs: AnswerNeeds): void {
  if (isVital(route, exchange.method)) return;
  if (needs.isStopping()) {
    throw new HttpRefusal("overloaded", "The server is stopping. Send it again.", {
      headers: { "Retry-After": "2", Connection: "close" },
    });
  }
  needs.admission.admitRequest();
}

/** Everything under /v1 needs a key, what does not exist included; there is one exception, and it is in the table. */
function isPublicPlace({ route, target }: RoutedRequest): boolean {
  if (route === null) return !/^\/v1(\/|$)/.test(target.path);
  for (const { kind } of route.endpoints.values()) if (kind === "public") return true;
  return false;
}

/** Whether somebody typed or followed an address: programs, scripts and pictures do not ask for HTML by name. */
function isNavigation({ method, headers }: Exchange): boolean {
  const takesHtml = /(^|,)\s*text\/html\s*(,|;|$)/i.test(headers.accept ?? "");
  return (
    takesHtml &&
    ["GET", "HEAD"].includes(method) &&
    chooseMediaType(headers.accept, ["application/problem+json", "text/html"]) === "text/html"
  );
}

function publicEndpoint(route: Route | null, method: string): PublicEndpoint {
  if (route === null) throw unknownPath();
  const endpoint = endpointOf(route, method);
  if (endpoint.kind !== "public") throw new Error(`${route.path} mixes public and keyed methods`);
  return endpoint;
}

function keyedEndpoint(route: Route, method: string): KeyedEndpoint {
  const endpoint = endpointOf(route, method);
  if (endpoint.kind !== "keyed") throw new Error(`${route.path} mixes public and keyed methods`);
  return endpoint;
}

function endpointOf(route: Route, method: string): Endpoint {
  const endpoint = endpointFor(route, method);
  if (endpoint !== undefined) return endpoint;
  const allowed = allowedMethods(route);
  throw new HttpRefusal("method_not_allowed", `This path takes ${allowed}.`, { headers: { Allow: allowed } });
}

function unknownPath(): Refusal {
  return new Refusal("route_not_found", "The service has no such path; /docs lists those there are.");
}

function requireScope(caller: Caller, { access }: Operation): void {
  if (access === "public" || access === "key" || allowsScope(caller.scopes, access)) return;
  throw new HttpRefusal("insufficient_scope", `This operation needs a key with the scope ${access}.`, {
    headers: {
      "WWW-Authenticate": `Bearer realm="plumbline", error="insufficient_scope", scope="${access}"`,
    },
  });
}

/** An id that cannot be one is a fault of the path; one that merely does not exist is not found. */
function checkPath(path: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(path)) {
    if (value === "") throw unknownPath();
    if (!looksLikeId(name, value)) {
      if (!isPathParameter(name)) throw unknownPath();
      const { description, pattern } = pathParameters[name];
      throw parameterRefusal(
        "path_malformed",
        name,
        `${name} does not have the form ${pattern}. ${description}`,
      );
    }
  }
  return path;
}

/** Of one parameter the slashes are meant. */
function looksLikeId(name: string, value: string): boolean {
  const text = name === "export_format" ? value.replaceAll("/", "-") : value;
  return /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/.test(text);
}

function isPathParameter(name: string): name is keyof typeof pathParameters {
  return Object.hasOwn(pathParameters, name);
}

function readQuery(text: string, parameters: readonly QueryParameter[]): QueryValues {
  const { values, faults } = parseQuery(text, parameters);
  const [first] = faults;
  if (first !== undefined) throw new Refusal(first.code, first.detail, faults);
  return values;
}

/** The media types an operation answers in. */
export function answerTypesOf(operation: Operation): readonly string[] {
  const known = answerTypes.get(operation);
  if (known !== undefined) return known;
  const types = operation.answers
    .filter(({ status }) => status !== 304)
    .flatMap(({ mediaType = "application/json", orMediaType, furtherMediaTypes = [] }) => [
      mediaType,
      ...(orMediaType === undefined ? [] : [orMediaType]),
      ...furtherMediaTypes,
    ]);
  const once = [...new Set(types)];
  answerTypes.set(operation, once);
  return once;
}

const answerTypes = new WeakMap<Operation, readonly string[]>();

function problemFor(thrown: unknown, { exchange }: RoutedRequest, needs: AnswerNeeds): Answer {
  if (thrown instanceof Refusal) noteRefusal(exchange, thrown);
  if (!(thrown instanceof Refusal) || thrown.code === "evidence_damaged") needs.reportFault(exchange, thrown);
  return problemAnswer(thrown, exchange.requestId);
}
