import { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

import type { ProblemCode } from "../../../core/contract/problems.ts";
import { problemType } from "./answer.ts";
import { problemHead } from "./problem-answer.ts";

/** The answer to what Node's parser could not read as a request; there is no request object to answer with. */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  requestId: string,
): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  if (isAnswering(socket)) {
    // An answer is on its way already; a second head would only confuse.
    socket.end(() => socket.destroy());
    return;
  }
  const { code, detail } = meaningOf(error.code ?? "");
  const problem = problemHead(code, detail, requestId);
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} Bad Request`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      `X-Request-Id: ${requestId}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // What it still sends is read and thrown away, so that it sees the answer and not a reset; but not for ever.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Node keeps the answer that is being written on the socket. */
function isAnswering(socket: Duplex): boolean {
  return (
    "_httpMessage" in socket &&
    socket._httpMessage instanceof ServerResponse &&
    socket._httpMessage.headersSent
  );
}

const lingerMs = 1_000;

function meaningOf(parserCode: string): { readonly code: ProblemCode; readonly detail: string } {
  switch (parserCode) {
    case "HPE_HEADER_OVERFLOW":
      return { code: "header_invalid", detail: "The request line and headers are too large." };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return { code: "framing_invalid", detail: "The request did not arrive in time." };
    default:
      return { code: "framing_invalid", detail: "This is not a well-formed HTTP/1.1 request." };
  }
}
