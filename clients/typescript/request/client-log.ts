/** Where the client says what it does; `console` is one. */
export interface Logger {
  readonly debug: (message: string, details?: object) => void;
  readonly info: (message: string, details?: object) => void;
  readonly warn: (message: string, details?: object) => void;
  readonly error: (message: string, details?: object) => void;
}

const levels = ["debug", "info", "warn", "error", "off"] as const;
export type LogLevel = (typeof levels)[number];

export function isLogLevel(text: string | undefined): text is LogLevel {
  return levels.includes(text as LogLevel);
}

/** Lets through what is at least as weighty as the level. Nothing in it ever holds a key, a secret or a body. */
export class ClientLog {
  readonly #logger: Logger;
  readonly #least: number;

  constructor(logger: Logger, level: LogLevel) {
    this.#logger = logger;
    this.#least = levels.indexOf(level);
  }

  note(level: Exclude<LogLevel, "off">, message: string, details: object = {}): void {
    if (levels.indexOf(level) < this.#least) return;
    try {
      this.#logger[level](`plumbline: ${message}`, details);
    } catch {
      // A logger that fails is no reason for a call to fail.
    }
  }
}

const secret: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization", "set-cookie"]);

/** Headers to be shown: what opens something is left out. */
export function shownHeaders(headers: Headers): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, value] of headers) {
    shown[name] =
      secret.has(name) || (/key$|secret|token/u.test(name) && name !== "idempotency-key")
        ? "[redacted]"
        : value;
  }
  return shown;
}
