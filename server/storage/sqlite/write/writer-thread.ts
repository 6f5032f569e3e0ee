import { workerData } from "node:worker_threads";

import { answerCalls, type AnsweringThread } from "../../../platform/answer-calls.ts";
import { openableWriter } from "./openable-writer.ts";
import type { WriterStart } from "./writer-protocol.ts";

const start: WriterStart = workerData;
const { methods, afterEach } = openableWriter(start, {
  note: (note) => thread.note(note),
  between: (work) => thread.between(work),
});
const thread: AnsweringThread = answerCalls("writing", methods, { afterEach });
