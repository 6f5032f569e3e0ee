interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly problem?: object;
  readonly text?: string;
}

export type Answering = Answered | "silence";

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A `fetch` that answers in turn, and keeps what it was asked; `silence` lasts until the call is given up. */
export function answering(...answers: readonly Answering[]): {
  readonly fetch: typeof fetch;
  readonly seen: readonly Asked[];
} {
  const seen: Asked[] = [];
  return {
    seen,
    fetch: async (input, init = {}) => {
      init.signal?.throwIfAborted();
      const { method = "GET", headers, body } = init;
      const url = input instanceof Request ? input.url : String(input);
      const turn = seen.push({ url, method, headers: new Headers(headers), body });
      const answer = answers[turn - 1];
      if (answer === undefined) throw new TypeError(`request ${turn} has no answer`);
      return answer === "silence" ? silence(init.signal) : responseOf(answer);
    },
  };
}

function silence(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

function responseOf({ status = 200, headers, json, problem, text }: Answered): Response {
  if (status === 304) return new Response(null, { status, ...(headers && { headers }) });
  if (problem !== undefined) {
    const whole = { type: "/problems/x", title: "T", status, detail: "D.", request_id: "req_1", ...problem };
    return Response.json(whole, {
      status,
      headers: { "content-type": "application/problem+json", ...headers },
    });
  }
  if (text !== undefined) return new Response(text, { status, ...(headers && { headers }) });
  return Response.json(json ?? null, { status, ...(headers && { headers }) });
}
