/** Lets many wait for the next time something moves; each looks for itself whether it was what it waits for. */
export class Change {
  #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
