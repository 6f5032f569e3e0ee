import { workerData } from "node:worker_threads";

import { answerCalls } from "../../../platform/answer-calls.ts";
import { memoryOfAnswer, readerMethods, type ReaderStart } from "./reader-methods.ts";

const start: ReaderStart = workerData;
answerCalls("reading", readerMethods(start).methods, {
  overlap: true,
  handsOver: memoryOfAnswer,
  givesWay: start.isLong,
});
