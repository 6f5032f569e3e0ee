import type { Spool, SpooledGroup } from "./spool.ts";

/** Lines in memory: gone with the process. */
export class MemorySpool implements Spool {
  readonly durable = false;
  bytes = 0;
  lines = 0;
  readonly #run = crypto.getRandomValues(new Uint32Array(4)).join("-");
  readonly #sealed: SpooledGroup[] = [];
  #open: Uint8Array[] = [];
  #groups = 0;

  append(line: Uint8Array): Promise<void> {
    this.#open.push(line);
    this.bytes += line.length;
    this.lines += 1;
    return Promise.resolve();
  }

  seal(): Promise<void> {
    if (this.#open.length > 0) {
      this.#groups += 1;
      const name = `${this.#run}-${this.#groups}`;
      this.#sealed.push({ name, lines: this.#open.length, content: joined(this.#open) });
      this.#open = [];
    }
    return Promise.resolve();
  }

  oldest(): Promise<SpooledGroup | null> {
    return Promise.resolve(this.#sealed[0] ?? null);
  }

  remove({ name }: SpooledGroup): Promise<void> {
    if (this.#sealed[0]?.name === name) {
      const [{ lines, content }] = this.#sealed.splice(0, 1) as [SpooledGroup];
      this.lines -= lines;
      this.bytes -= content.length;
    }
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.seal();
  }
}

function joined(lines: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lines.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const line of lines) {
    whole.set(line, at);
    at += line.length;
  }
  return whole;
}
