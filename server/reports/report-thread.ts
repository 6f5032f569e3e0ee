import { answerCalls } from "../platform/answer-calls.ts";
import { reportMethods } from "./report-methods.ts";

answerCalls("reports", reportMethods, { givesWay: true });
