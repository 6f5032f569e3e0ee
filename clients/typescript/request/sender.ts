import { readJson } from "./answer.ts";
import { APIPromise } from "./api-promise.ts";
import type { Call, PostOptions, Query, RequestOptions } from "./call.ts";
import { jsonBody } from "./call.ts";
import { type List, PagePromise, readPage } from "./page.ts";
import { sendRequest } from "./send-request.ts";
import type { Transport } from "./transport.ts";

/** What the resources send their operations by. */
export class Sender {
  readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }

  send<Result>(call: Call<Result>): APIPromise<Result> {
    return new APIPromise(sendRequest(call, this.transport), call.read);
  }

  get<Result>(path: string, options?: RequestOptions, query?: Query): APIPromise<Result> {
    return this.send<Result>({ method: "GET", path, query, accept: json, read: readJson, options });
  }

  post<Result>(path: string, body: unknown, options?: PostOptions): APIPromise<Result> {
    return this.write<Result>("POST", path, { body, options });
  }

  write<Result>(
    method: Call<Result>["method"],
    path: string,
    { body, options }: { readonly body?: unknown; readonly options?: PostOptions | undefined },
  ): APIPromise<Result> {
    return this.send<Result>({
      method,
      path,
      accept: json,
      read: readJson,
      options,
      ...(body !== undefined && { body: jsonBody(body) }),
    });
  }

  /** `cursorName`: the parameter by which a page goes on where the one before ended. */
  list<Item>(path: string, query: Query, given: ListOptions = {}): PagePromise<Item> {
    const { options, cursorName = "cursor" } = given;
    const call = { method: "GET", path, query, accept: json, options } as const;
    const readNext = (cursor: string) => this.list<Item>(path, { ...query, [cursorName]: cursor }, given);
    const cursor = typeof query[cursorName] === "string" ? query[cursorName] : undefined;
    return new PagePromise(sendRequest({ ...call, read: readJson }, this.transport), (answer) =>
      readPage(answer, readJson<List<Item>>(answer), { cursor, readNext }),
    );
  }
}

interface ListOptions {
  readonly options?: RequestOptions | undefined;
  readonly cursorName?: "cursor" | "after";
}

export const json = "application/json";
