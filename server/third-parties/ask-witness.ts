import { toBase64 } from "../../core/encoding/base64.ts";
import { textOf } from "../../core/encoding/bytes.ts";
import { readCosignatureLine } from "../../core/evidence/third-parties/witness.ts";
import type { NoteKey } from "../../core/evidence/log/signed-note.ts";
import type { CosignRequest, Witness, WitnessAnswer } from "../app/ports/third-parties.ts";
import { postBytes, type PostedAnswer } from "./post-bytes.ts";

export interface WitnessOptions {
  /** What c2sp.org/tlog-witness calls the submission prefix. */
  readonly url: string;
  readonly key: NoteKey;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const maxAnswerBytes = 16 * 1024;

/** A witness that speaks c2sp.org/tlog-witness. */
export function witnessAt({ url, key, timeoutMs = usualTimeoutMs }: WitnessOptions): Witness {
  return {
    key,
    async cosign(ask) {
      const answer = await postBytes(`${url.replace(/\/$/, "")}/add-checkpoint`, {
        contentType: "text/plain; charset=utf-8",
        body: requestOf(ask),
        timeoutMs,
        maxBytes: maxAnswerBytes,
      });
      return answerOf(answer, key);
    },
  };
}

function requestOf({ oldSize, consistency, checkpoint }: CosignRequest): string {
  return [`old ${oldSize}`, ...consistency.map(toBase64), "", checkpoint].join("\n");
}

function answerOf({ status, body }: PostedAnswer, key: NoteKey): WitnessAnswer {
  const text = textOf(body) ?? "";
  switch (status) {
    case 200: {
      // A witness may answer with lines of several keys; one of them is due.
      const lines = text.split(/(?<=\n)/).filter((line) => readCosignatureLine(line)?.name === key.name);
      const [line] = lines;
      return line === undefined
        ? { kind: "refused", reason: "it answered without a cosignature" }
        : { kind: "cosigned", line };
    }
    case 409: {
      const size = /^(0|[1-9][0-9]{0,15})\n?$/.exec(text)?.[1];
      return size === undefined
        ? { kind: "refused", reason: "it has seen another size of this log, and does not say which" }
        : { kind: "conflict", size: Number(size) };
    }
    case 403:
      return { kind: "refused", reason: "it does not know this log's key" };
    case 404:
      return { kind: "refused", reason: "it does not know this log" };
    case 422:
      return {
        kind: "refused",
        reason: "it says that this log does not continue what it saw before: two histories",
      };
    default:
      return { kind: "refused", reason: `it answered with status ${status}` };
  }
}
