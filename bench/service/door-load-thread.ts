import { workerData } from "node:worker_threads";

import { answerCalls } from "../../server/platform/answer-calls.ts";
import { type LoadForm, requestsOf } from "../ingest/load-forms.ts";
import { sendInTurn } from "../ingest/send-load.ts";

const {
  texts,
  clients,
  key,
}: { readonly texts: readonly string[]; readonly clients: number; readonly key: string } = workerData;

const form: LoadForm = {
  name: "single frames",
  body: "frame",
  framesPerRequest: 1,
  clients,
  frames: texts.length,
  fleet: "1 Hz",
};

const methods = {
  /** Resolves when every frame was sent there and answered. */
  async send({ port, path }: { readonly port: number; readonly path: string }): Promise<void> {
    const door = { port, path: () => path, headers: [`Authorization: Bearer ${key}`] };
    await sendInTurn(port, requestsOf(texts, form, door), clients);
  },
};

export type LoadMethods = typeof methods;

answerCalls("the load", methods);
