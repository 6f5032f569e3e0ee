/** One way of sending frames. */
export interface LoadForm {
  readonly name: string;
  readonly body: "frame" | "batch" | "ndjson";
  readonly framesPerRequest: number;
  /** Connections, each with one request under way. */
  readonly clients: number;
  /** Frames sent in one round. */
  readonly frames: number;
  readonly fleet: "1 Hz" | "20 Hz";
}

export const loadForms: readonly LoadForm[] = [
  { name: "single frames", body: "frame", framesPerRequest: 1, clients: 64, frames: 20_000, fleet: "1 Hz" },
  { name: "batches of 20", body: "batch", framesPerRequest: 20, clients: 32, frames: 20_000, fleet: "1 Hz" },
  { name: "batches of 500", body: "batch", framesPerRequest: 500, clients: 4, frames: 30_000, fleet: "1 Hz" },
  {
    name: "NDJSON of 20,000",
    body: "ndjson",
    framesPerRequest: 20_000,
    clients: 1,
    frames: 20_000,
    fleet: "1 Hz",
  },
  {
    name: "20 Hz, batches of 500",
    body: "batch",
    framesPerRequest: 500,
    clients: 4,
    frames: 40_000,
    fleet: "20 Hz",
  },
];

/** Frames of a request as the text of its body. */
export function bodyOf(frames: readonly string[], body: LoadForm["body"]): string {
  switch (body) {
    case "frame":
      return frames[0]!;
    case "batch":
      return `[${frames.join(",")}]`;
    case "ndjson":
      return frames.map((frame) => `${frame}\n`).join("");
  }
}

/** Where and as whom a competitor takes a form. */
export interface Door {
  readonly port: number;
  readonly path: (body: LoadForm["body"]) => string;
  readonly headers: readonly string[];
}

/** Whole HTTP requests, written before the clock runs. */
export function requestsOf(frames: readonly string[], form: LoadForm, door: Door): readonly Buffer[] {
  const { framesPerRequest, body } = form;
  return Array.from({ length: Math.ceil(frames.length / framesPerRequest) }, (_, at) => {
    const text = bodyOf(frames.slice(at * framesPerRequest, (at + 1) * framesPerRequest), body);
    const head = [
      `POST ${door.path(body)} HTTP/1.1`,
      "Host: 127.0.0.1",
      ...door.headers,
      `Content-Type: ${body === "ndjson" ? "application/x-ndjson" : "application/json"}`,
      `Content-Length: ${Buffer.byteLength(text)}`,
    ];
    return Buffer.from(`${head.join("\r\n")}\r\n\r\n${text}`);
  });
}
